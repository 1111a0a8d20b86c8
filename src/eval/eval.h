/*
 * eval.h - the judge: what terms are worth under an assignment.
 *
 * The assignment says what the script's functions are: a model as a solver
 * printed it, single values, or nothing. What the standard leaves open (x / 0,
 * a selector on another constructor, a constant without a value, ...) is a
 * choice: the value of a function at some arguments, the same for the same
 * arguments. The table of choices says what is chosen.
 *
 *  - Open mode: what neither model nor table says stays open. A term that
 *    depends on it is stuck; connectives and ite decide as soon as what is known
 *    decides. eval_judge then looks for choices that make a formula true.
 *  - Fixed mode: what is not said is a fixed value of the sort, so every term has
 *    one value.
 *
 * No recursion over terms; shared terms are evaluated once; every work is
 * bounded by eval_limits.
 */
#ifndef MOMUS_EVAL_EVAL_H
#define MOMUS_EVAL_EVAL_H

#include "eval/value.h"
#include "lang/model.h"

struct eval;

struct eval_limits {
    uint64_t steps;     /* operator applications, and what theories charge for */
    uint64_t words;     /* of all values together, eight bytes each, and six for each value */
    uint64_t instances; /* of one quantifier, and values of one choice */
    uint32_t calls;     /* functions inside functions */
};
extern const struct eval_limits eval_default_limits;

/* Values live in the evaluator, terms in the table, which is borrowed. */
struct eval *eval_new(struct term_table *table);
void eval_free(struct eval *eval);

/*
 * Forgets everything: all values, the model, the choices. To be called now and
 * then by who evaluates one thing after the other, as values are kept until then
 * and count against the limits.
 */
void eval_forget(struct eval *eval);

void eval_set_limits(struct eval *eval, const struct eval_limits *limits);
void eval_set_fixed(struct eval *eval, bool fixed);

/* ---- the assignment ---- */

/* Forgets model, values and choices; values stay valid. */
void eval_clear(struct eval *eval);
/* The model is borrowed until eval_clear. */
void eval_set_model(struct eval *eval, const struct model *model);
/*
 * The value of an application that is a choice: of a constant or function of the
 * script without definition, or of an operator where it is open, with arguments
 * that have values. False if the term is no such application; then nothing happens.
 */
bool eval_set_choice(struct eval *eval, term application, value v);

/* ---- other meanings ---- */

/*
 * Can the operator mean something else? Not those that the evaluator itself reasons with: of
 * Core, Ints, Reals and arrays.
 */
bool eval_is_replaceable(const struct term_table *table, uint32_t op);
/*
 * From now on such an operator means what this function of its arguments does: for solvers that mean
 * something else by it than the standard. The function must be defined without it.
 */
void eval_set_meaning(struct eval *eval, uint32_t op, fun f);
/* All mean again what they do by the standard. */
void eval_clear_meanings(struct eval *eval);

/* ---- terms ---- */

/* The closed term's value, VALUE_LIMIT, VALUE_UNSUPPORTED, or a stuck application. */
value eval_term(struct eval *eval, term t);
/* The same in words; 0 is none of the three. */
enum eval_result { EVAL_VALUE, EVAL_NEEDS_CHOICE, EVAL_LIMIT, EVAL_UNSUPPORTED };
enum eval_result eval_result(const struct eval *eval, value v);
/* "needs-choice", "limit", "unsupported"; for EVAL_VALUE "value". */
const char *eval_result_name(enum eval_result result);

/*
 * A term for the value, which has that value in every script; 0 if there is none (a
 * function that cannot be written down). Stuck applications give the application.
 */
term eval_value_term(struct eval *eval, value v, sort s);

/* ---- formulas ---- */

enum verdict {
    VERDICT_TRUE,
    VERDICT_FALSE,
    VERDICT_NEEDS_CHOICE,
    VERDICT_LIMIT,
    VERDICT_UNSUPPORTED
};
const char *verdict_name(enum verdict verdict);

/* A choice that was made. */
struct choice {
    term application; /* (/ 1.0 0.0), x */
    value value;
    sort sort;
};

struct judgement {
    enum verdict verdict;
    /* VERDICT_TRUE: the choices that make it true; none if it is true whatever is chosen. */
    VEC(struct choice) choices;
    bool has_more_elements; /* and uninterpreted sorts have elements of which nobody spoke */
    /* VERDICT_FALSE: it is false under every choice, and these many were tried. */
    uint64_t n_tried;
    /* Not decided or false: a formula that is to blame, its number; SIZE_MAX if none alone is. */
    size_t formula;
};
void judgement_release(struct judgement *judgement);

/* Are all the formulas, closed terms of sort Bool, true together? */
void eval_judge(struct eval *eval, const term *formulas, size_t n, struct judgement *judgement);

#endif
