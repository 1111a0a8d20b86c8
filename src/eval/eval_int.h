/*
 * eval_int.h - the inside of the evaluator, shared by its files.
 *
 *   eval.c      the assignment, limits, and what belongs to nobody else
 *   machine.c   the loop: from terms to values
 *   logic.c     connectives and ite, which decide as soon as what is known decides
 *   binder.c    what the machine does where variables are bound
 *   generic.c   quantifiers by cases
 *   apply.c     one application, from the values of its arguments
 *   function.c  functions as values: closures, calls, tables
 *   leaf.c      literals
 *   choice.c    what is open: stuck applications and the table of choices
 *   judge.c     the search for choices
 *   solve.c     numbers at which comparisons change
 *   domain.c    the values of a sort, one after the other
 *   candidate.c those that the formulas speak of
 *   universe.c  sorts that depend on how many elements others have
 *
 * A stuck application is a VALUE_STUCK. Its aux says what is applied, and its
 * words are
 *
 *     list of indices << 32 | sort of the result
 *     the n arguments
 *     the n sorts of the arguments
 *
 * If all its arguments are values, it is a choice: it is open itself, and the
 * table of choices may say what it is. Otherwise it waits for its arguments.
 *
 * STUCK_TERM stands for a match or binder that waits; the arguments are the
 * values of the term's free variables, and, the last one, what it waits for.
 * STUCK_OP with STUCK_TERM is an operator whose arguments are values, and which
 * waits for the last argument, which is not its own: for what a function that it
 * calls is.
 */
#ifndef MOMUS_EVAL_EVAL_INT_H
#define MOMUS_EVAL_EVAL_INT_H

#include "eval/eval.h"
#include "eval/meaning.h"
#include "eval/regex.h"
#include "term/walk.h"

#define STUCK_OP 0x40000000u
#define STUCK_TERM 0x80000000u
#define STUCK_HEAD 0x3fffffffu

/* What an operator does, by its number in the term table. */
struct eval_op {
    meaning_fn *apply;
    uint16_t canonical;
    uint8_t flags;
    uint8_t assoc;
    uint16_t n_args; /* of the signature */
    bool is_logic;   /* eval/logic.c has its rule */
    fun means;       /* what it means instead, see eval_set_meaning; 0: nothing else */
};

/*
 * What is known about a term or a call. Good while its stamp is that of the
 * assignment (results that no further choice can change), of the round of the
 * search (all others), or, for terms with free variables, of the frame.
 */
struct memo {
    value value;
    uint64_t stamp;
};

/* Something that waits for values. */
enum activity_kind {
    ACT_APPLY,     /* for its arguments */
    ACT_LOGIC,     /* for as many of them as it takes */
    ACT_STORES,    /* for those of a chain of stores */
    ACT_BODY,      /* of a function or a match */
    ACT_INSTANCES, /* of a quantifier */
};
struct activity {
    uint32_t kind;
    term t;        /* whose value it will be; 0: of nobody's */
    uint32_t next; /* argument to evaluate */
    uint32_t base; /* of its arguments in the stack of values */
};

/* Bindings that end with an activity. */
struct frame {
    uint64_t outer; /* stamp of the frame around it */
    uint32_t first; /* of the bindings that it hides, in `hidden` */
    uint32_t body;  /* term that is evaluated in it */
    value key;      /* of a call: the STUCK node at which its result is noted; 0 if none */
};
struct binding {
    uint32_t variable;
    value value;
};

/* A quantifier whose instances are tried, one for each combination of values. */
struct instances {
    bool is_exact; /* the values are all that there are */
    bool is_forall;
    uint64_t next, n;     /* combinations */
    uint32_t first_tries; /* in `tries` */
    value worst;          /* VALUE_LIMIT or VALUE_UNSUPPORTED, if an instance was that; else 0 */
};
/* The values that one variable goes through. */
struct tries {
    sort sort;
    uint64_t n;
    uint32_t first; /* in `candidates`; UINT32_MAX: those of domain_value */
    bool has_fresh; /* there are elements of uninterpreted sorts among them that nobody spoke of */
};

struct known_value {
    sort sort;
    value value;
};

struct eval {
    struct term_table *table;
    struct value_table values;
    struct value_mark start; /* of the values, when there was none */
    struct regex_matcher *matcher;
    struct eval_limits limits;
    uint64_t steps_left;
    bool fixed;

    VEC(struct eval_op) ops; /* by operator */

    /* the assignment */
    const struct model *model;
    u32_vec entries;   /* by function: its entry in the model + 1 */
    value_vec chosen;  /* by node of a choice: its value, 0 if open */
    value_vec choices; /* those that have one */
    bool made_fresh;   /* an element of an uninterpreted sort that nobody spoke of */
    bool assumes_more; /* such an element has decided something: without it, it may be different */
    u32_vec choice_terms; /* closed (choice ...) that were met, no two the same but for a name */

    /* the machine */
    VEC(struct activity) activities;
    value_vec stack;
    u32_vec sorts; /* of the values on the stack */
    VEC(struct frame) frames;
    VEC(struct binding) hidden;
    value_vec bindings; /* by variable */
    u32_vec chains;     /* stores that wait, the outermost first, and how many, one chain after the
                           other */
    VEC(struct memo) terms;
    VEC(struct memo) calls; /* by node */
    uint64_t stamps;        /* the last one given */
    uint64_t assignment, round, frame;
    uint32_t depth; /* machines inside machines */
    VEC(struct instances) instances;
    VEC(struct tries) tries;
    value_vec candidates;
    VEC(struct generic *)
    generics;              /* those that are bound, the youngest last: see eval/generic.c */
    VEC(uint8_t) failures; /* by quantifier: how often it was tried by cases in vain */

    /* where candidates come from */
    u32_vec roots;
    VEC(struct known_value) known; /* sorted by sort, then value */
    bool is_known;
    VEC(uint64_t) counts; /* by sort: how many values it has, see eval/domain.c; 0: not counted */
    VEC(uint8_t) open_indices; /* by sort: see eval/universe.c */
};

/* ---- eval.c ---- */

/* Everything that is known of terms and calls is forgotten. */
void eval_new_assignment(struct eval *eval);
/* What is evaluated next: where candidates come from. */
void eval_set_roots(struct eval *eval, const term *roots, size_t n);

/* ---- machine.c ---- */

enum { DEPTH_MAX = 200 }; /* machines inside machines: each takes some of the C stack */

/* The value of a term in the present frame. */
value machine_run(struct eval *eval, term t);
/* The value of a body in the youngest frame, which ends with it. */
value machine_run_body(struct eval *eval, term body);
void machine_push(struct eval *eval, value v, sort s);
/* Goes on with this term: its value will be pushed. */
void machine_visit(struct eval *eval, term t);
/* Hides what the variable was until the frame ends. */
void machine_bind(struct eval *eval, term variable, value v);
void machine_bind_id(struct eval *eval, uint32_t variable, value v);
/* A new frame; bindings follow. */
void machine_enter(struct eval *eval, term body, value key);
/* Ends the youngest frame. */
void machine_leave(struct eval *eval);

/* ---- logic.c ---- */

/*
 * The arguments that have values lie on the stack from `base` on. Returns the
 * value if they decide; else 0, and *next is the argument to evaluate.
 */
value logic_step(struct eval *eval, term t, uint32_t base, uint32_t *next);
value logic_not(struct eval *eval, value v);
/* The conjunction, or disjunction, of some; `args` is sorted in place. */
value logic_junction(struct eval *eval, bool is_and, value *args, uint32_t n);

/* ---- binder.c ---- */

/* Begins with the instances of a quantifier; the value if there is nothing to try, else 0. */
value binder_begin(struct eval *eval, term t);
/* The last instance is on the stack: the value of the quantifier, or 0 and the next is begun. */
value binder_next(struct eval *eval, term t, uint32_t base);
/* The quantifier is given up in the middle of an instance, or before the first. */
void binder_end(struct eval *eval);
/* The case of a match for this value: its body, its variables bound in a new frame; 0 if it waits. */
term binder_case(struct eval *eval, term match, value v);
/* (choice ((x S)) p): the one value with the property, or a choice, the term's number being its argument. */
value binder_choice(struct eval *eval, term t);
/* Whether the value has the property of the closed choice term. */
value binder_has_property(struct eval *eval, term choice, value v);

/* ---- generic.c ---- */

/* The value of a quantifier, found by cases; 0 if these are too many, or not all are decided. */
value generic_decide(struct eval *eval, term quantifier);
/* a = b where a generic value is in one of them; 0 if that is not known. */
value generic_equal(struct eval *eval, value a, value b, sort s);
/* An application that is stuck, but perhaps only for generic values; 0 if not. */
value generic_apply(struct eval *eval, const struct application *a);

/* ---- apply.c ---- */

/* The operator on values; what is no value among them makes it stuck. */
value apply_op(struct eval *eval, uint32_t op, list indices, sort result, const value *args,
               const sort *sorts, uint32_t n);
/* = on anything. */
value apply_equal(struct eval *eval, value a, value b, sort s);
/* The constructor of a value, also of one whose arguments are not known; else 0. */
fun datatype_constructor(struct eval *eval, value v);
const value *datatype_args(struct eval *eval, value v, uint32_t *n);
value apply_is(struct eval *eval, fun constructor, value v, sort s);
value apply_update(struct eval *eval, fun selector, value v, value field, sort s, sort field_sort);

/* ---- function.c ---- */

/*
 * A function of the script at these arguments: its value, or 0 and its body is
 * to be evaluated: the frame is entered, and *body says which.
 */
value function_apply(struct eval *eval, fun f, sort result, const value *args, const sort *sorts,
                     uint32_t n, term *body);
/* The same for a function value. */
value function_call(struct eval *eval, value f, const value *args, uint32_t n, sort result,
                    term *body);
/* What a call at this node came to when it was made before; else 0. */
value function_known_call(const struct eval *eval, value key);
value function_of_lambda(struct eval *eval, term lambda);
value function_as_array(struct eval *eval, fun f, sort array);
value function_map_array(struct eval *eval, term t, const value *args, const sort *sorts,
                         uint32_t n);

/* ---- leaf.c ---- */

value leaf_value(struct eval *eval, term t);

/* ---- choice.c ---- */

value stuck_make(struct eval *eval, uint32_t head, list indices, sort result, const value *args,
                 const sort *sorts, uint32_t n);
/* The term, with its variables bound as they are, waits for the value `on`. */
value stuck_term(struct eval *eval, term t, value on);
bool stuck_is_op(struct eval *eval, value v, enum op op);
const value *stuck_args(struct eval *eval, value v, uint32_t *n);
sort stuck_arg_sort(const struct eval *eval, value v, uint32_t i);
sort stuck_sort(const struct eval *eval, value v);
/* UNSUPPORTED, then LIMIT, if one of them is; else 0. */
value stuck_worst(const value *args, uint32_t n);
/* Appends the stuck applications in these values, each once. `out` is empty. */
void stuck_below(struct eval *eval, const value *from, size_t n_from, value_vec *out);
bool choice_is(const struct eval *eval, value v);
/* The value of a choice by the table, the model, or fixed mode; else the choice itself. */
value choice_resolve(struct eval *eval, value choice);
void choice_set(struct eval *eval, value choice, value v);
void choice_unset(struct eval *eval, value choice);
/* Is every value of its sort possible? fp.min of two zeros is a zero. */
bool choice_is_free(struct eval *eval, value choice);
/* Is that one of its values? False also where it cannot be found out. */
bool choice_may_be(struct eval *eval, value choice, value v);
/*
 * Appends values that the choice may take; returns whether these are all. The
 * first is what fixed mode takes. Values near those in `hints` come first.
 */
bool choice_candidates(struct eval *eval, value choice, const value *hints, size_t n_hints,
                       value_vec *out);

/* ---- solve.c ---- */

/* Appends values near which the choice may matter to the stuck applications. */
void solve_hints(struct eval *eval, value choice, const value_vec *stuck, value_vec *hints);

/* A polynomial with the sign that left - right has when the choice is a number; false if none is found. */
struct poly;
bool solve_difference(struct eval *eval, value left, value right, value choice, struct poly *out);
/*
 * left - right = a x + b, where a is a rational, and b is anything that does not depend on x; s
 * is the sort of left and right. False if no such is found.
 */
bool solve_linear(struct eval *eval, value left, value right, value x, sort s, value *a, value *b);
/* A rational between two reals, a < b; 0 if they are too near. */
value solve_between(struct eval *eval, value a, value b);

/* ---- universe.c ---- */

/* Has the sort functions in it from one that may have more elements than are known? */
bool universe_has_open_index(struct eval *eval, sort s);

/* ---- domain.c, candidate.c ---- */

/* The sort of a constructor's i-th argument in this datatype. */
sort domain_field(struct eval *eval, sort datatype, fun constructor, uint32_t i);
/* The i-th value of any sort that can be counted up; 0 if there are no more, or none are known. */
value domain_sample(struct eval *eval, sort s, uint64_t i);
/* A value of the sort that is none of these; 0 if none is found. */
value domain_fresh(struct eval *eval, sort s, const value *others, size_t n);
bool domain_is_uninterpreted(const struct eval *eval, sort s);
/* Does the element of an uninterpreted sort exist in every universe that the assignment allows? */
bool domain_has(struct eval *eval, sort s, value element);
/* Values that the formulas and the model speak of, and their neighbours; appends at most `most`. */
void domain_candidates(struct eval *eval, sort s, size_t most, value_vec *out);

#endif
