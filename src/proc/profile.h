/*
 * profile.h - what is known about one solver, read from a file.
 *
 *     (solver cvc5
 *       (spawn   "cvc5" "-q" "{file}")
 *       (session "cvc5" "-q" "--incremental" "--lang=smt2.6" "-")
 *       (clear   reset push-pop)
 *       (variants (fp-exp "--fp-exp"))
 *       (refusal "not supported"))
 *
 * Only the name and `spawn` must be there. The fields (their table is
 * profile_fields.def):
 *
 * About the solver
 *   like            the name of another profile: what this one leaves out is as there
 *   family          whose version it is: z3, say. Without the field it is a solver of its own, also
 *                   if it is like another
 *   title, home     a name for people, and where the solver lives
 *   policy          what its developers ask of those who report bugs
 *   tried           no: nobody has run this profile yet. Without the field: yes
 *
 * Asking it. Commands are words, never seen by a shell; the first is the program.
 *   spawn           one process per script. The word {file} is the script's file; {stdin} is
 *                   left out and says that the script comes by standard input
 *   session         one process for many scripts, read from standard input
 *   snapshot        like spawn, fit for being forked at the moment it opens its file
 *   warm            commands that mean nothing, but make the solver do what any first command
 *                   makes it do. It reads its file piece by piece, so that it can be forked
 *                   behind them, and it is over when it closes its file (proc/snapshot.h)
 *   version         prints the version
 *   clear           how a session is made new: reset, push-pop, or both
 *   seed            words that set all random seeds, with {seed}
 *   time-limit      words for a limit that the solver keeps itself, per process, with {s} or {ms}
 *   memory-limit    the same for memory, with {mb}
 *   self-checks     lists of words that make the solver check itself
 *   minimal-cores   words, of which each asks for unsat cores that are minimal
 *   variants        (NAME WORD...): solver:NAME adds these words
 *   options         (NAME VALUE...): fit for testing; the word is NAME=VALUE, or NAME alone
 *                   where there are no values
 *   Words that are added to a command go where it has the word {args}, else
 *   right behind the program.
 *
 * Fitting scripts to it (proc/fit.h)
 *   models, cores   set-options before a script that asks for models or cores; `no` if the solver
 *                   has none. Without the field: the standard's set-option
 *   incremental     set-options before a script with several checks, or push
 *   odd-floats      set-options before a script with floats other than Float32 and Float64
 *   takes           set-options of its own, without the colon; a* is all that starts with a
 *   commands        commands beyond the standard that it knows
 *   lacks           theories and features that it does not have: see profile_features. A script that
 *                   uses one is refused without asking the solver (proc/lack.h)
 *   lacks-commands  commands of the standard that it does not know
 *   lacks-options   set-options of the standard that it does not know
 *   logics          the logics that it knows. Without the field: all
 *   logic-parts     instead: what names of logics are put together of, in this order, each
 *                   part once or not at all
 *   logic-instead   what it is told instead of a logic that it does not know: ALL, or `none`:
 *                   no set-logic at all
 *
 * Understanding it (proc/answer.h). Patterns are plain parts of a text.
 *   answers         (WORD KIND): a line that starts with WORD means KIND (sat, unsat, unknown)
 *   crash, internal what it says when it fails: both are crashes
 *   refusal         what it says about input that it is not made for, even if it then aborts
 *   self-check-failure, timeout, memout, warning
 *   noise           lines on standard output that mean nothing
 *   message-ends    lines that are no part of a crash's message, nor is what follows
 *   over-approximates    yes: its sat may be wrong on purpose, as dReal's delta-sat
 *   address-space-limit  no: it does not live under one (Java, Node, sanitizers)
 */
#ifndef MOMUS_PROC_PROFILE_H
#define MOMUS_PROC_PROFILE_H

#include "base/arena.h"

/* Words, and a NULL behind them: an argv. */
struct words {
    const char **at;
    size_t n;
};

struct word_lists {
    struct words *at;
    size_t n;
};

#define PROFILE_TYPE_TEXT const char *
#define PROFILE_TYPE_FLAG bool
#define PROFILE_TYPE_WORDS struct words
#define PROFILE_TYPE_LISTS struct word_lists
#define PROFILE_TYPE_COMMANDS const char *

struct profile {
    struct arena arena; /* owns everything below */
    const char *name;
#define FIELD(member, name, kind) PROFILE_TYPE_##kind member;
#include "proc/profile_fields.def"
#undef FIELD
};

struct profile_error {
    uint32_t offset; /* in the text */
    char message[200];
};

/* The words that `lacks` may have, NULL-terminated. */
extern const char *const profile_features[];

/* A profile that knows only the standard. The name is copied. */
void profile_init(struct profile *profile, const char *name);

/*
 * Reads the one (solver ...) of a text; text[n] must be zero. Fields that it
 * gives replace those that the profile has, so that a profile can be read on
 * top of another. On failure the profile is to be released all the same. Text
 * and error are not referred to later.
 */
bool profile_read(struct profile *profile, const char *text, size_t n, struct profile_error *error);

/* profile_init and profile_read, and what a whole profile must have. */
bool profile_parse(struct profile *profile, const char *text, size_t n,
                   struct profile_error *error);
/* What a whole profile must have: the reason if it lacks it, else NULL. */
const char *profile_fault(const struct profile *profile);

void profile_release(struct profile *profile);

/* True if the word is among the words; a last letter * there stands for any end. */
bool words_match(struct words words, const char *word, size_t n);
bool words_have(struct words words, const char *word);
/* The words of the variant, or NULL. */
const struct words *profile_variant(const struct profile *profile, const char *name, size_t n);

#endif
