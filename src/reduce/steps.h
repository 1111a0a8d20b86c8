/*
 * steps.h - what the passes of the reducer share.
 *
 * A pass lists steps for the draft as it is: few words each, which say what would
 * be changed. Only when its turn comes is a step applied, to a revision of the
 * draft. Whether the result is smaller, and whether it is read, is looked at by the
 * reducer: a step that is neither is not asked about.
 */
#ifndef MOMUS_REDUCE_STEPS_H
#define MOMUS_REDUCE_STEPS_H

#include "reduce/draft.h"

struct step {
    uint32_t kind;    /* the pass's own, and so is the meaning of: */
    uint32_t a, b, c; /* terms, functions, numbers */
    uint64_t gain;    /* larger ones come first */
    uint64_t
        content; /* equal for what is the same step in a later draft; 0: it is tried each time */
};
typedef VEC(struct step) step_vec;

struct steps {
    struct draft draft;
    size_t chunk; /* of the pass `commands`: the largest number of them to be dropped at once */
    VEC(uint64_t) hashes;    /* by term of the draft: of its content, whatever its handle */
    struct strbuf rewritten; /* what a step made of the text, in place of a revision; else empty */
    struct strbuf text;      /* scratch, as is the rest */
    struct term_walk walk;
    struct term_map seen;
    u32_vec args;
};

void steps_init(struct steps *steps);
void steps_release(struct steps *steps);
/* Reads a draft in place of the one before. */
bool steps_read(struct steps *steps, const char *text, size_t n, struct parse_error *error);

/* The content of a term of the draft, of a function, of any text. */
static inline uint64_t steps_hash(const struct steps *steps, term t) {
    return t < steps->hashes.n ? steps->hashes.at[t] : 0;
}
uint64_t steps_hash_text(const char *at, size_t n);
uint64_t steps_hash_fun(const struct steps *steps, fun f);

typedef void list_fn(struct steps *steps, step_vec *found);
/* The revision has begun. False: there is no such step after all. */
typedef bool apply_fn(struct steps *steps, const struct step *step);

struct pass {
    const char *name;
    list_fn *list;
    apply_fn *apply;
};
enum pass_id {
#define PASS(name, meaning) PASS_##name,
#include "reduce/passes.def"
#undef PASS
    PASS_COUNT
};
extern const struct pass passes[PASS_COUNT];
#define PASS(name, meaning) \
    list_fn list_##name;    \
    apply_fn apply_##name;
#include "reduce/passes.def"
#undef PASS

/* ---- terms that passes put in ---- */

/* How many plain values of the sort there are to try, and the k-th of them: 0, "", re.all. */
uint32_t steps_n_values(const struct steps *steps, sort s);
term steps_value(struct steps *steps, sort s, uint32_t k);
/* The k-th simple step that makes a literal smaller; 0 if it does not. What is left shrinks on by `literals`. */
enum { SIMPLER_LITERALS = 4 };
term steps_simpler_literal(struct steps *steps, term literal, uint32_t k);
/* (NAME args) by the operators of this name; 0 if that is no term. */
term steps_apply(struct steps *steps, const char *name, const term *args, uint32_t n);
/* The application without some of its arguments; 0 if that is no term of the same sort. */
term steps_without_args(struct steps *steps, term t, uint32_t first, uint32_t count);
/* Does the term stand in the pattern of a quantifier, or is it one that binders list? */
bool steps_is_replaceable(const struct steps *steps, term t);
/* Are the bound variables that are free in `part` free in `whole`, too? */
bool steps_may_stand_for(const struct steps *steps, term part, term whole);

#endif
