/*
 * logic.h - logics: what their names allow, and the smallest one for a script.
 *
 * A logic is a set of features: theories, quantifiers, free symbols, and how
 * far its arithmetic goes. Smaller sets are smaller logics, so everything asked
 * of logics is a question about bits. docs/logics.md explains each feature to
 * users; logics.def is the table of the logics that logic_infer answers with.
 *
 * Arithmetic grows in steps, each a bit of its own:
 *
 *     INTS, REALS   the sort, its literals, and = over them: all that QF_S has
 *     ORDER         < <= > >=, and constants as (- 3), (/ 1 3)
 *     DIFFERENCE    (op (- x y) c), as QF_IDL and QF_RDL have it
 *     OFFSET        (+ t c), (- t c) and ite, as QF_UFIDL has it
 *     LINEAR        any sum; products, div, mod and / with a constant
 *     NONLINEAR     products of terms, division by terms and by zero
 *     EXPONENT      **
 *     TRANS         sin, exp, sqrt ...
 */
#ifndef MOMUS_LANG_LOGIC_H
#define MOMUS_LANG_LOGIC_H

#include "lang/script.h"
#include "term/walk.h"

enum logic_feature {
    LOGIC_QUANTIFIERS = 1 << 0, /* and recursive functions, which stand for quantified axioms */
    LOGIC_FREE_SORTS = 1 << 1,
    LOGIC_FUNCTIONS = 1 << 2, /* free functions with arguments */
    LOGIC_ARRAYS = 1 << 3,
    LOGIC_BV = 1 << 4,
    LOGIC_FP = 1 << 5, /* with bit-vector and real literals as arguments of its operators */
    LOGIC_DATATYPES = 1 << 6,
    LOGIC_STRINGS = 1 << 7,

    LOGIC_INTS = 1 << 8,
    LOGIC_REALS = 1 << 9,
    LOGIC_ORDER = 1 << 10,
    LOGIC_DIFFERENCE = 1 << 11,
    LOGIC_OFFSET = 1 << 12,
    LOGIC_LINEAR = 1 << 13,
    LOGIC_NONLINEAR = 1 << 14,
    LOGIC_EXPONENT = 1 << 15,
    LOGIC_TRANS = 1 << 16,

    LOGIC_SEQ = 1 << 17,
    LOGIC_SETS = 1 << 18,
    LOGIC_BAGS = 1 << 19,
    LOGIC_FF = 1 << 20,
    LOGIC_SEP = 1 << 21,
    LOGIC_OTHER = 1 << 22, /* what no name has a part for: operators of one solver, tuples ... */
    LOGIC_HO = 1 << 23,    /* map sorts, lambda, functions as values */
    LOGIC_ANY_INDEX = 1 << 24, /* of arrays: also another one than bit-vectors */

    LOGIC_EVERYTHING = (1 << 25) - 1,
};

struct logic {
    uint32_t features; /* set of enum logic_feature */
};

/* Is all that `inner` allows allowed by `outer`? */
static inline bool logic_covers(struct logic outer, struct logic inner) {
    return (inner.features & ~outer.features) == 0;
}
/* Has it Reals and no Ints? There a numeral denotes a real number. */
static inline bool logic_is_real_only(struct logic logic) {
    return (logic.features & (LOGIC_INTS | LOGIC_REALS)) == LOGIC_REALS;
}
/* Has it every theory there is? True for ALL, QF_ALL, HO_ALL, HORN and CSP only. */
static inline bool logic_has_all_theories(struct logic logic) {
    return (logic.features & LOGIC_OTHER) != 0;
}

/*
 * The logic with this name, read part by part: QF_AUFBVLIA, HO_UFNIRA, ALL ....
 * False, with *logic as for ALL, if the name is not understood.
 */
bool logic_parse(const char *name, size_t n, struct logic *logic);

/* The rows of logics.def in their order; the last has no name. */
struct logic_row {
    const char *name;
    struct logic logic;
};
extern const struct logic_row logic_rows[];

/* The name of the first row that covers the logic; there always is one. */
const char *logic_name(struct logic logic);

/* The memory of logic_of_script, kept between uses. An all-zero scan is valid. */
struct logic_scan {
    struct term_walk walk;
    struct term_map facts;                 /* about the terms that the walk has given */
    u32_vec sorts;                         /* still to be looked at */
    struct term_map sorts_seen, funs_seen; /* by handle */
    uint32_t features;                     /* found so far */
};
void logic_scan_release(struct logic_scan *scan);

/*
 * Exactly what the script uses: its declarations, used or not, and every term
 * of its commands. What its set-logic says plays no part.
 */
struct logic logic_of_script(struct logic_scan *scan, const struct term_table *table,
                             const struct script *script);

/* The same for some commands that follow one another: a script uses what its commands use. */
struct logic logic_of_commands(struct logic_scan *scan, const struct term_table *table,
                               const struct command *commands, size_t n);
/* The same for one. */
struct logic logic_of_command(struct logic_scan *scan, const struct term_table *table,
                              const struct command *command);

/* The first logic of logics.def that allows everything the script uses. */
const char *logic_infer(const struct term_table *table, const struct script *script);

#endif
