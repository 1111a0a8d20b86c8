/*
 * fusion_function.h - ways of fusing values, and of getting them back.
 *
 * A fusion function z = f(x, y) comes with inversions x = r_x(y, z) and
 * y = r_y(x, z). They are data, in .fuse files (docs/fusion.md):
 *
 *     #begin int-shift
 *     (declare-const x Int)(declare-const y Int)
 *     (declare-const z Int)(declare-const c Int)
 *     (assert (= z (+ (+ x y) c)))
 *     (assert (= x (- (- z y) c)))
 *     (assert (= y (- (- z x) c)))
 *     #end
 *
 * z is the fused value, what has an inversion is an input, and everything else
 * is a constant, drawn anew for each fusion. A function may be meant for many
 * sorts: the widths in the sorts of its inputs may be names, and sorts may be
 * declared as parameters. So a function is kept as text. Once it is bound to
 * sorts, it is read into the table: an instance.
 *
 * No function is used that was not tried: when a file is read, the evaluator
 * looks for values that do not come back.
 */
#ifndef MOMUS_GEN_FUSION_FUNCTION_H
#define MOMUS_GEN_FUSION_FUNCTION_H

#include "base/rng.h"
#include "base/sexpr.h"
#include "eval/eval.h"
#include "lang/parser.h"

enum {
    FUSION_INPUTS_MAX = 4,
    FUSION_CONSTANTS_MAX = 24,
    FUSION_PARAMS_MAX = 4,
    FUSION_NUMERALS_MAX = 8,
    FUSION_CONDITIONS_MAX = 8,
};

/* Something that a block declares; all point into the text of its file. */
struct fusion_symbol {
    struct token name;
    const struct sexpr *sort;
    const struct sexpr *value; /* of an input: its inversion; of a constant: NULL if it is drawn */
};

/* A width in the sort of an input, or an index that is drawn. */
struct fusion_numeral {
    struct token name;
    bool is_drawn;
    uint32_t least;
};

struct fusion_condition {
    const struct sexpr *at;
    bool is_static; /* speaks of numerals only */
};

struct fusion_file;
struct fusion_function {
    char *name;
    const struct fusion_file *file;
    size_t start;  /* of its block in the file: offsets of tokens count from here */
    size_t offset; /* of the word #begin */
    uint32_t n_inputs, n_constants, n_params, n_numerals, n_conditions;
    struct fusion_symbol inputs[FUSION_INPUTS_MAX];
    struct fusion_symbol output;
    struct fusion_symbol constants[FUSION_CONSTANTS_MAX];
    struct token params[FUSION_PARAMS_MAX]; /* names of sorts */
    struct fusion_numeral numerals[FUSION_NUMERALS_MAX];
    struct fusion_condition conditions[FUSION_CONDITIONS_MAX];
    bool is_total; /* claims that every value comes back, whatever the inputs are */
};

/* What the names of a function stand for: 0 and NUMERAL_UNBOUND where that is not known. */
struct fusion_binding {
    sort params[FUSION_PARAMS_MAX];
    uint32_t numerals[FUSION_NUMERALS_MAX];
};
void fusion_binding_clear(struct fusion_binding *binding);
/* Can the input be of this sort? Binds names. */
bool fusion_match(const struct term_table *table, const struct fusion_function *function,
                  uint32_t input, sort s, struct fusion_binding *binding);
/*
 * Once the inputs are matched: draws the indices, so that the conditions on numerals
 * hold. False if that cannot be.
 */
bool fusion_draw_indices(const struct fusion_function *function, struct rng *rng,
                         struct fusion_binding *binding);

/* A function of sorts, in the table: all names of its block are constants there. */
struct fusion_instance {
    const struct fusion_function *function;
    struct fusion_binding binding;
    term inputs[FUSION_INPUTS_MAX];
    term output;
    term constants[FUSION_CONSTANTS_MAX];
    term definitions[FUSION_CONSTANTS_MAX]; /* 0: drawn */
    term forward;
    term inverses[FUSION_INPUTS_MAX];
    term equations[FUSION_INPUTS_MAX]; /* (= x r_x) */
    uint32_t n_conditions;
    term conditions[FUSION_CONDITIONS_MAX];
    bool of_inputs[FUSION_CONDITIONS_MAX]; /* speaks of inputs, not of constants alone */
};

/* False, with a place in the file, if the text makes no sense for these sorts. */
bool fusion_instantiate(struct term_table *table, const struct fusion_function *function,
                        const struct fusion_binding *binding, struct fusion_instance *instance,
                        struct parse_error *error);

/*
 * Draws the constants: the evaluator's assignment becomes these, and nothing else. The
 * conditions on them hold, and what they make of the function was tried. False if no
 * constants were found with which values come back: then these are constants with which
 * they do not; the first is 0 if there are none that fulfil the conditions.
 */
bool fusion_draw_constants(struct eval *eval, const struct fusion_instance *instance,
                           struct rng *rng, value *constants);

enum fusion_trial {
    FUSION_RECOVERED, /* all inputs came back */
    FUSION_OPEN,      /* something is open: x / 0 */
    FUSION_OUTSIDE,   /* a condition on inputs does not hold */
    FUSION_LOST,      /* an input did not come back */
};
/*
 * Tries the function on values; the constants are the evaluator's assignment, to which
 * inputs and output are added. *which is the input that did not come back, or the first that is
 * open.
 */
enum fusion_trial fusion_try(struct eval *eval, const struct fusion_instance *instance,
                             const value *inputs, uint32_t *which);

/* ---- all functions ---- */

struct fusion_scratch; /* gen/fusion.c: memory that is kept from trail to trail */

struct fusion_set {
    VEC(struct fusion_file *) files;
    VEC(struct fusion_function *) functions;
    struct fusion_scratch *scratch;
    void (*release_scratch)(struct fusion_scratch *scratch);
};

struct fusion_set *fusion_set_new(void);
void fusion_set_free(struct fusion_set *set);
/* The functions of momus itself, data/fusion. */
void fusion_set_add_built_in(struct fusion_set *set, struct eval *eval);
/*
 * Reads a file and tries its functions, more often if `thorough`. A function with the
 * name of another replaces it. False, with FILE:LINE:COL: error: ... in `error`, if
 * something is wrong; then nothing is added.
 */
bool fusion_set_add(struct fusion_set *set, struct eval *eval, const char *file, const char *text,
                    size_t n, bool thorough, struct strbuf *error);
/* Without trying the functions: for who wants to say more about those that fail. */
bool fusion_set_read(struct fusion_set *set, const char *file, const char *text, size_t n,
                     struct strbuf *error);
/* Tries one function on so many values. Adds the message if it fails. */
bool fusion_check(struct eval *eval, const struct fusion_function *function, uint32_t n_tries,
                  struct strbuf *error);

/* The i-th set of sorts to try the function on; false if the function does not take it. */
bool fusion_example(struct term_table *table, const struct fusion_function *function, uint32_t i,
                    struct rng *rng, struct fusion_binding *binding);
enum { FUSION_EXAMPLES = 12 };
/* "n = 8, A = Int", nothing for a function of fixed sorts. */
void fusion_binding_print(const struct term_table *table, const struct fusion_function *function,
                          const struct fusion_binding *binding, struct strbuf *out);
/* The sort of an input, as the block has it. */
void fusion_print_sort(const struct fusion_function *function, uint32_t input, struct strbuf *out);
/* Adds a message about a place of the block. */
void fusion_complain(const struct fusion_function *function, size_t offset, const char *severity,
                     const char *message, struct strbuf *out);
/* The text of the i-th built-in file, NULL behind the last. */
const char *fusion_built_in(size_t i, const char **name, size_t *n);

#endif
