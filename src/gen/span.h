/*
 * span.h - where in a script its declarations are in force.
 *
 * A term may stand in a command only if everything it names is declared before
 * that command and not yet gone again: by pop, reset or reset-assertions. Each
 * function, each sort declaration and each term has a span of commands.
 */
#ifndef MOMUS_GEN_SPAN_H
#define MOMUS_GEN_SPAN_H

#include "lang/script.h"
#include "term/walk.h"

/* Usable in commands number n with from < n <= to; commands count from 1. */
struct span {
    uint32_t from, to;
};

#define SPAN_ALWAYS ((struct span){0, UINT32_MAX})

static inline bool span_holds(struct span span, uint32_t command) {
    return span.from < command && command <= span.to;
}
static inline struct span span_both(struct span a, struct span b) {
    return (struct span){a.from > b.from ? a.from : b.from, a.to < b.to ? a.to : b.to};
}

/* Stays allocated between uses; all-zero before the first. */
struct spans {
    const struct term_table *table;
    uint32_t first_fun, first_decl;       /* what `funs` and `decls` begin with */
    VEC(struct span) funs, decls;         /* by handle */
    u32_vec ordered_funs;                 /* all that can be applied, in script order */
    u32_vec open_funs, open_decls, marks; /* for pop: what was declared since */
};

/* Looks at the declarations of a script. */
void spans_begin(struct spans *spans, const struct term_table *table, const struct script *script);
void spans_release(struct spans *spans);

struct span span_of_fun(const struct spans *spans, fun f);
/* Of all declarations in a sort. */
struct span span_of_sort(const struct spans *spans, sort s);
/* Of what a term has at its head, its sort included; not of its arguments. */
struct span span_of_head(const struct spans *spans, term t);

#endif
