/*
 * lack.h - does a script use what its solver does not have?
 *
 * A profile's `lacks` says what that is. A solver that is asked all the same
 * takes its time to say no, in words that are not always understood, and some
 * crash. The script is not parsed: words tell (lack_signs.def), unless the script
 * declares them itself. In doubt the solver is asked.
 */
#ifndef MOMUS_PROC_LACK_H
#define MOMUS_PROC_LACK_H

#include "base/lex.h"
#include "proc/profile.h"

/* A use of a word, by which a feature shows. */
struct lack_use {
    struct token word;
    const char *feature;
};

/* A search that is fed with the tokens of a script, in order; they must stay alive. */
struct lack_search {
    const struct lack_sign *lacking[100]; /* the signs of what the solver lacks */
    size_t n_lacking;
    bool starts[256]; /* the bytes with which their words start */
    VEC(struct lack_use) uses;
    VEC(struct token) declared;
    struct token before, before_that; /* the last tokens */
    struct token command;             /* the name of the present one */
    bool is_skipped;                  /* that says nothing about terms */
    bool is_over;                     /* enough is known, or the script ends here */
    size_t depth, count;              /* of parentheses, and tokens of the command */
};

void lack_begin(struct lack_search *search, const struct profile *profile);
void lack_see(struct lack_search *search, struct token token);
/* The first feature of the script that the profile lacks, or NULL. The search is gone then. */
const char *lack_end(struct lack_search *search);

/* All of that over a text; text[n] must be zero. */
const char *lack_find(const struct profile *profile, const char *text, size_t n);

#endif
