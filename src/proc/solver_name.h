/*
 * solver_name.h - a solver, as the user names it.
 *
 *     cvc5                            a profile
 *     cvc5:fp-exp                     with the words of one of its variants (or several)
 *     z3@5.2.0                        a release: the profile is that of z3
 *     z3 model_validate=true {file}   a command line
 *     mine=build/z3 {file}            either, under another name
 *     z3;cvc5 --strings-exp           several
 *
 * A command line is split into words as a shell does it (blanks, both quotes,
 * backslash), and nothing else that a shell does happens. Where it names no
 * {file} and no {stdin}, {file} is added. If the program is one that a profile
 * is about (z3, build/z3, /opt/z3-4.12.2), everything but the command comes
 * from there, and the session is that of the profile with the user's words.
 *
 * What only starts another program (timeout 5 z3 {file}; proc/wrapper.h) is looked behind. Each script
 * then has a process of its own, as a limit that is set there is meant for one.
 */
#ifndef MOMUS_PROC_SOLVER_NAME_H
#define MOMUS_PROC_SOLVER_NAME_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "proc/profiles.h"

/* Which word of its command is the solver itself cannot be told. */
#define SOLVER_UNTOLD SIZE_MAX

struct solver {
    const char *name;       /* what to call it in tables and findings */
    const char *release;    /* what stands behind the '@', or NULL */
    struct profile profile; /* its arena owns everything here */
    bool has_profile;       /* false: only the standard is known about it */
    struct words spawn;     /* has {file} or {stdin} */
    size_t program;         /* the place of its own program there, or SOLVER_UNTOLD */
    struct words session;   /* no words where it has none */
    struct words snapshot;
    struct words version;
};

typedef VEC(struct solver) solver_vec;

/*
 * Adds the solvers of a list. On failure, `error` gets a line that says why,
 * and nothing is added. Names that are already taken in `solvers` get a number
 * behind them: z3, z3-2.
 */
enum solvers_fault { SOLVERS_GOOD, SOLVERS_BAD_NAME, SOLVERS_BAD_PROFILE };
enum solvers_fault solvers_read(struct profile_folders folders, const char *text,
                                solver_vec *solvers, struct strbuf *error);
/* The same for who does not want to know whether the words are wrong or a profile. */
bool solvers_parse(struct profile_folders folders, const char *text, solver_vec *solvers,
                   struct strbuf *error);
void solver_release(struct solver *solver);
/* Its own program, behind what only starts it; NULL if that cannot be told. */
const char *solver_program(const struct solver *solver);
/* The length of a name without the number that stands behind it where another one had it. */
size_t solver_name_unnumbered(const char *name);
void solver_vec_free(solver_vec *solvers);

/* Splits into words as a shell would; false if a quote is not closed. The words live in the arena. */
bool words_split(struct arena *arena, const char *text, size_t n, struct words *words);
/* Adds the words as words_split, or a shell, would read them. */
void words_join(struct words words, struct strbuf *out);
/*
 * The command with more words at its {args}, else behind the program. {args}
 * stays, for yet more; words_without takes it out in the end.
 */
struct words words_with(struct arena *arena, struct words command, struct words more);
/* The words with {name} replaced by the value wherever it stands. */
struct words words_fill(struct arena *arena, struct words words, const char *name,
                        const char *value);
/* The words without those that are spelled like this. */
struct words words_without(struct arena *arena, struct words words, const char *word);

#endif
