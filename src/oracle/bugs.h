/*
 * bugs.h - the classes of bugs: bugs.def as C.
 */
#ifndef MOMUS_ORACLE_BUGS_H
#define MOMUS_ORACLE_BUGS_H

#include <stdbool.h>
#include <stddef.h>

/* Worst first. */
enum bug {
#define BUG_CLASS(id, name, severity, meaning, headline, expected) BUG_##id,
#include "oracle/bugs.def"
#undef BUG_CLASS
    BUG_COUNT
};

enum severity { SEVERITY_WRONG, SEVERITY_BROKEN, SEVERITY_SLOW, SEVERITY_MINOR, SEVERITY_OPEN };

/* "refutation-soundness" */
const char *bug_name(enum bug bug);
/* BUG_COUNT for any other word. */
enum bug bug_find(const char *at, size_t n);
enum severity bug_severity(enum bug bug);
/* Is it known by what the solver says, as a crash is? Then another message is another bug. */
bool bug_has_message(enum bug bug);
/* "wrong", "broken", "slow", "minor", "open" */
const char *severity_name(enum severity severity);
/* What shows it, in a line. */
const char *bug_meaning(enum bug bug);
/* "says unsat to a satisfiable formula": behind the name of the solver. */
const char *bug_headline(enum bug bug);
/* "sat": what a solver without the bug would give. */
const char *bug_expected(enum bug bug);

#endif
