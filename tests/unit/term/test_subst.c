#include "terms.h"

#include "term/subst.h"

static term replace(struct term_table *table, term root, term from, term to) {
    return term_substitute(table, root, &from, &to, 1);
}

/* Bool variables x, y, z and constants p, q, which most tests need. */
struct bench {
    struct term_table *table;
    term x, y, z, p, q;
};

static struct bench setup(void) {
    struct term_table *table = term_table_new();
    return (struct bench){table,
                          make_variable(table, "x", SORT_BOOL),
                          make_variable(table, "y", SORT_BOOL),
                          make_variable(table, "z", SORT_BOOL),
                          make_constant(table, "p", SORT_BOOL),
                          make_constant(table, "q", SORT_BOOL)};
}

static void variables_and_terms_are_replaced_wherever_they_stand(void **state) {
    struct bench b = setup();
    term nx = make_not(b.table, b.x);
    term t = make_and(b.table, nx, make_and(b.table, b.x, b.y));
    assert_int_equal(replace(b.table, t, b.x, b.p),
                     make_and(b.table, make_not(b.table, b.p), make_and(b.table, b.p, b.y)));
    assert_int_equal(replace(b.table, t, nx, b.q),
                     make_and(b.table, b.q, make_and(b.table, b.x, b.y)));
    assert_int_equal(replace(b.table, t, t, b.q), b.q);
    assert_int_equal(replace(b.table, t, b.p, b.q), t);
    assert_int_equal(replace(b.table, t, b.z, b.q), t);
    term_table_free(b.table);
}

static void all_is_replaced_at_the_same_time(void **state) {
    struct bench b = setup();
    term t = make_and(b.table, b.x, make_not(b.table, b.y));
    term from[] = {b.x, b.y}, to[] = {b.y, b.x};
    assert_int_equal(term_substitute(b.table, t, from, to, 2),
                     make_and(b.table, b.y, make_not(b.table, b.x)));
    /* what was put in is not looked at again */
    assert_int_equal(replace(b.table, t, b.x, make_not(b.table, b.x)),
                     make_and(b.table, make_not(b.table, b.x), make_not(b.table, b.y)));
    assert_int_equal(term_substitute(b.table, t, from, to, 0), t);
    term_table_free(b.table);
}

static void of_nested_targets_the_outer_one_counts(void **state) {
    struct bench b = setup();
    term np = make_not(b.table, b.p);
    term t = make_and(b.table, np, b.p);
    term from[] = {b.p, np}, to[] = {b.q, b.x};
    assert_int_equal(term_substitute(b.table, t, from, to, 2), make_and(b.table, b.x, b.q));
    term_table_free(b.table);
}

static void a_bound_variable_is_not_replaced(void **state) {
    struct bench b = setup();
    term bound = make_forall(b.table, b.x, b.x);
    term both = make_and(b.table, b.x, bound); /* free and bound in one term */
    assert_int_equal(replace(b.table, bound, b.x, b.p), bound);
    assert_int_equal(replace(b.table, both, b.x, b.p), make_and(b.table, b.p, bound));
    /* nor is a term with a free variable that is another one there */
    term nx = make_not(b.table, b.x);
    term under = make_forall(b.table, b.x, nx);
    assert_int_equal(replace(b.table, make_and(b.table, nx, under), nx, b.p),
                     make_and(b.table, b.p, under));
    /* the body itself is another matter */
    assert_int_equal(replace(b.table, nx, b.x, b.p), make_not(b.table, b.p));
    term_table_free(b.table);
}

static void a_binder_that_would_capture_is_renamed(void **state) {
    struct bench b = setup();
    /* forall y. x and y, with x := not y */
    term t = make_forall(b.table, b.y, make_and(b.table, b.x, b.y));
    term ny = make_not(b.table, b.y);
    term result = replace(b.table, t, b.x, ny);
    term fresh = term_arg(b.table, result, 0);
    assert_int_not_equal(fresh, b.y);
    assert_int_equal(term_variable_of(b.table, fresh)->name, term_variable_of(b.table, b.y)->name);
    assert_int_equal(term_sort(b.table, fresh), SORT_BOOL);
    assert_int_equal(result, make_forall(b.table, fresh, make_and(b.table, ny, fresh)));
    assert_int_equal(term_at(b.table, result)->free, term_at(b.table, b.y)->free);
    /* the same for a term that is no variable */
    term u = make_forall(b.table, b.y, make_and(b.table, b.p, b.y));
    result = replace(b.table, u, b.p, ny);
    assert_int_equal(term_at(b.table, result)->free, term_at(b.table, b.y)->free);
    term_table_free(b.table);
}

/* x := a and y, y := p in: forall a. x and forall y. a xor y */
static void a_binder_inside_a_renamed_one_is_kept_consistent(void **state) {
    struct bench b = setup();
    term a = make_variable(b.table, "a", SORT_BOOL);
    term inner = make_forall(b.table, b.y, make_both(b.table, OP_XOR, a, b.y));
    term root = make_forall(b.table, a, make_and(b.table, b.x, inner));
    term from[] = {b.x, b.y}, to[] = {make_and(b.table, a, b.y), b.p};
    term result = term_substitute(b.table, root, from, to, 2);
    term a1 = term_arg(b.table, result, 0), both = term_arg(b.table, result, 1);
    assert_int_not_equal(a1, a);
    assert_int_equal(term_arg(b.table, both, 0), to[0]);
    inner = term_arg(b.table, both, 1);
    term y1 = term_arg(b.table, inner, 0);
    assert_int_equal(inner, make_forall(b.table, y1, make_both(b.table, OP_XOR, a1, y1)));
    term_table_free(b.table);
}

static void a_binder_that_nothing_enters_stays_as_it_is(void **state) {
    struct bench b = setup();
    struct term_subst subst = {0};
    term ny = make_not(b.table, b.y);
    term closed = make_forall(b.table, b.y, make_and(b.table, b.q, ny));
    size_t variables = b.table->variables.n;
    term from[] = {b.q, b.x, b.p}; /* only the first enters it, and leaves no trace */
    for (size_t i = 0; i < LENGTH(from); i++) {
        term_subst_begin(&subst, b.table);
        term_subst_add(&subst, from[i], i == 0 ? b.p : ny);
        term result = term_subst_apply(&subst, make_and(b.table, closed, from[i]));
        if (i > 0)
            assert_int_equal(result, make_and(b.table, closed, ny));
    }
    assert_int_equal(b.table->variables.n, variables);
    term_subst_release(&subst);
    term_table_free(b.table);
}

static void what_lacks_the_variables_is_not_even_looked_at(void **state) {
    struct bench b = setup();
    struct term_subst subst = {0};
    term inside = make_not(b.table, b.y), without = make_deep(b.table, inside, 100);
    term_subst_begin(&subst, b.table);
    term_subst_add(&subst, b.x, b.p);
    assert_int_equal(term_subst_apply(&subst, make_and(b.table, b.x, without)),
                     make_and(b.table, b.p, without));
    assert_int_equal(term_map_get(&subst.images, without), without);
    assert_int_equal(term_map_get(&subst.images, inside), 0);
    term_subst_release(&subst);
    term_table_free(b.table);
}

/* (forall y. x and y) with itself, opened, in the place of x, again and again. */
static void a_term_can_be_put_inside_itself(void **state) {
    struct bench b = setup();
    term body = make_and(b.table, b.x, b.y);
    term t = make_forall(b.table, b.y, body);
    for (int i = 0; i < 5; i++)
        t = replace(b.table, t, b.x, body);
    varset expected =
        varset_union(&b.table->varsets, term_at(b.table, b.x)->free, term_at(b.table, b.y)->free);
    assert_int_equal(term_at(b.table, t)->free, expected);
    term_table_free(b.table);
}

static void variables_of_cases_are_bound_too(void **state) {
    struct bench b = setup();
    term body = make_and(b.table, b.x, b.y);
    term first = make_binder(b.table, OP_CASE, b.y, body);
    term match = term_make(b.table, OP_MATCH, 0, SORT_BOOL, (term[]){b.y, first}, 2);
    term result = replace(b.table, match, b.y, b.p);
    assert_int_equal(result, term_make(b.table, OP_MATCH, 0, SORT_BOOL, (term[]){b.p, first}, 2));
    result = replace(b.table, match, b.x, b.y);
    assert_int_equal(term_at(b.table, result)->free, term_at(b.table, b.y)->free);
    assert_int_not_equal(term_arg(b.table, term_arg(b.table, result, 1), 0), b.y);
    term_table_free(b.table);
}

/* ---- the substitution lemma, on random formulas --------------------------- */

enum { NAMES = 3 }; /* variables and constants, so many of each */

struct world {
    struct term_table *table;
    term variables[NAMES], constants[NAMES];
    uint32_t first_variable; /* its number */
    fun first_constant;
};

static struct world make_world(void) {
    struct world w = {.table = term_table_new()};
    for (int i = 0; i < NAMES; i++) {
        w.variables[i] = make_variable(w.table, "v", SORT_BOOL);
        w.constants[i] = make_constant(w.table, "c", SORT_BOOL);
    }
    w.first_variable = variable_number(w.table, w.variables[0]);
    w.first_constant = term_at(w.table, w.constants[0])->payload;
    return w;
}

/* Few variables, so that binders shadow each other and much is shared. */
static term random_term(struct world *w, struct rng *rng, int level) {
    uint64_t dice = rng_below(rng, level > 0 ? 10 : 2);
    if (dice == 0)
        return w->constants[rng_below(rng, NAMES)];
    if (dice == 1)
        return w->variables[rng_below(rng, NAMES)];
    term a = random_term(w, rng, level - 1);
    if (dice == 2)
        return make_not(w->table, a);
    if (dice <= 5)
        return make_binder(w->table, rng_chance(rng, 1, 2) ? OP_FORALL : OP_EXISTS,
                           w->variables[rng_below(rng, NAMES)], a);
    term b = rng_chance(rng, 1, 3) ? a : random_term(w, rng, level - 1);
    return make_both(w->table, rng_chance(rng, 1, 2) ? OP_AND : OP_XOR, a, b);
}

/* The truth of a formula; bits of `values` for variables by number, of `constants` by name. */
static bool eval(const struct world *w, term t, uint64_t values, uint32_t constants) {
    const struct term_table *table = w->table;
    uint64_t bit;
    switch (term_op(table, t)) {
    case OP_VAR:
        assert_true(term_at(table, t)->payload - w->first_variable < 64);
        return values >> (term_at(table, t)->payload - w->first_variable) & 1;
    case OP_APPLY:
        return constants >> (term_at(table, t)->payload - w->first_constant) & 1;
    case OP_NOT:
        return !eval(w, term_arg(table, t, 0), values, constants);
    case OP_AND:
        return eval(w, term_arg(table, t, 0), values, constants) &&
               eval(w, term_arg(table, t, 1), values, constants);
    case OP_XOR:
        return eval(w, term_arg(table, t, 0), values, constants) !=
               eval(w, term_arg(table, t, 1), values, constants);
    default:
        break;
    }
    assert_true(op_is_binder(term_op(table, t)));
    bit = UINT64_C(1) << (variable_number(table, term_arg(table, t, 0)) - w->first_variable);
    bool without = eval(w, term_arg(table, t, 1), values & ~bit, constants);
    bool with = eval(w, term_arg(table, t, 1), values | bit, constants);
    return term_op(table, t) == OP_FORALL ? without && with : without || with;
}

/*
 * The result in a world must be the original in the world where the replaced
 * names have the values of what was put in.
 */
static void substituting_is_the_same_as_changing_the_values(void **state) {
    struct term_subst subst = {0};
    struct rng rng = testing_rng(3);
    struct world w = make_world();
    struct term_mark mark = term_table_mark(w.table);
    int renamed = 0;
    for (int round = 0; round < 3000; round++) {
        size_t variables = w.table->variables.n;
        term root = random_term(&w, &rng, 6);
        term to[2 * NAMES] = {0};
        term_subst_begin(&subst, w.table);
        for (int i = 0; i < 2 * NAMES; i++)
            if (rng_chance(&rng, 1, 4)) {
                to[i] = random_term(&w, &rng, 2);
                term_subst_add(&subst, i < NAMES ? w.variables[i] : w.constants[i - NAMES], to[i]);
            }
        if (rng_chance(&rng, 1, 8))
            term_subst_freshen(&subst);
        term result = term_subst_apply(&subst, root);
        for (int i = 0; i < 16; i++) {
            uint64_t values = rng_next(&rng), new_values = values;
            uint32_t constants = (uint32_t)rng_next(&rng), new_constants = constants;
            for (int j = 0; j < 2 * NAMES; j++) {
                if (to[j] == 0)
                    continue;
                uint32_t bit = 1u << j % NAMES;
                bool value = eval(&w, to[j], values, constants);
                if (j < NAMES)
                    new_values = value ? new_values | bit : new_values & ~(uint64_t)bit;
                else
                    new_constants = value ? new_constants | bit : new_constants & ~bit;
            }
            assert_int_equal(eval(&w, result, values, constants),
                             eval(&w, root, new_values, new_constants));
        }
        renamed += w.table->variables.n > variables;
        term_table_rewind(w.table, mark);
    }
    term_subst_release(&subst);
    term_table_free(w.table);
    assert_true(renamed > 500); /* or the test does not test much */
}

/* ---- fresh copies ---------------------------------------------------------- */

/* Collects the numbers of all variables that binders below a term list. */
static varset bound_below(struct term_table *table, term root) {
    struct term_walk walk = {0};
    varset bound = 0;
    term t;
    term_walk_begin(&walk, table);
    term_walk_add(&walk, root);
    while ((t = term_walk_next(&walk)) != 0)
        for (uint32_t i = 0; op_is_binder(term_op(table, t)) && i + 1 < term_n_args(table, t); i++)
            bound =
                varset_union(&table->varsets, bound, term_at(table, term_arg(table, t, i))->free);
    term_walk_release(&walk);
    return bound;
}

static void a_fresh_copy_shares_no_bound_variable_and_means_the_same(void **state) {
    struct rng rng = testing_rng(4);
    struct world w = make_world();
    struct term_mark mark = term_table_mark(w.table);
    for (int round = 0; round < 1000; round++) {
        term root = random_term(&w, &rng, 6);
        varset before = bound_below(w.table, root);
        term copy = term_rename_bound(w.table, root);
        assert_false(varset_meets(&w.table->varsets, bound_below(w.table, copy), before));
        assert_int_equal(copy == root, before == 0);
        assert_int_equal(term_at(w.table, copy)->free, term_at(w.table, root)->free);
        assert_int_equal(term_size(w.table, copy), term_size(w.table, root));
        for (int i = 0; i < 8; i++) {
            uint64_t values = rng_next(&rng);
            uint32_t constants = (uint32_t)rng_next(&rng);
            assert_int_equal(eval(&w, copy, values, constants), eval(&w, root, values, constants));
        }
        term_table_rewind(w.table, mark);
    }
    term_table_free(w.table);
}

static void variables_that_do_not_occur_are_fresh_too(void **state) {
    struct bench b = setup();
    term copy = term_rename_bound(b.table, make_forall(b.table, b.x, b.p));
    assert_int_not_equal(term_arg(b.table, copy, 0), b.x);
    assert_int_equal(term_arg(b.table, copy, 1), b.p);
    term_table_free(b.table);
}

/* ---- size ------------------------------------------------------------------ */

static void sharing_is_kept(void **state) {
    struct bench b = setup();
    term root = make_doubled(b.table, b.x, 100);
    size_t terms = b.table->nodes.n;
    assert_int_equal(replace(b.table, root, b.x, b.p), make_doubled(b.table, b.p, 100));
    assert_int_equal(b.table->nodes.n, terms + 100);
    term_table_free(b.table);
}

static void a_million_levels_are_ordinary(void **state) {
    enum { DEPTH = 1000000 };
    struct bench b = setup();
    term deep = make_deep(b.table, make_and(b.table, b.x, b.p), DEPTH);
    assert_int_equal(replace(b.table, deep, b.x, b.q),
                     make_deep(b.table, make_and(b.table, b.q, b.p), DEPTH));
    assert_int_equal(replace(b.table, deep, b.p, b.q),
                     make_deep(b.table, make_and(b.table, b.x, b.q), DEPTH));
    term_table_free(b.table);
}

/*
 * forall y0. s and y0 and forall y1. s and y1 and ..., where x is in the
 * shared s. All binders must be renamed, but s is to be worked on once.
 */
static void binders_around_shared_terms_take_linear_time(void **state) {
    enum { BINDERS = 5000, SHARED = 5000 };
    struct bench b = setup();
    term shared = make_deep(b.table, b.x, SHARED);
    term root = b.p, captured = b.q;
    for (int i = 0; i < BINDERS; i++) {
        term y = make_variable(b.table, "y", SORT_BOOL);
        root = make_forall(b.table, y, make_and(b.table, make_and(b.table, shared, y), root));
        captured = make_and(b.table, captured, y);
    }
    size_t terms = b.table->nodes.n;
    term result = replace(b.table, root, b.x, captured);
    assert_int_equal(term_at(b.table, result)->free, term_at(b.table, captured)->free);
    /* per binder its variable, itself and two conjunctions */
    assert_int_equal(b.table->nodes.n, terms + 4 * BINDERS + SHARED);
    assert_int_equal(term_size(b.table, term_rename_bound(b.table, root)),
                     term_size(b.table, root));
    term_table_free(b.table);
}

static void a_second_use_allocates_nothing_but_terms(void **state) {
    struct bench b = setup();
    struct term_subst subst = {0};
    uint64_t calls = 0;
    term t = make_forall(b.table, b.y, make_and(b.table, b.x, make_and(b.table, b.y, b.p)));
    vec_reserve(&b.table->nodes, 1000);
    vec_reserve(&b.table->args, 1000);
    vec_reserve(&b.table->variables, 1000);
    vec_reserve(&b.table->varsets.nodes, 1000);
    struct term_mark mark = term_table_mark(b.table);
    for (int round = 0; round < 4; round++) {
        term_subst_begin(&subst, b.table);
        term_subst_add(&subst, b.x, b.y);
        term_subst_add(&subst, b.p, b.x);
        term result = term_subst_apply(&subst, t);
        assert_int_equal(term_arg(b.table, term_arg(b.table, result, 1), 0), b.y);
        assert_int_equal(term_subst_apply(&subst, t), result);
        term_table_rewind(b.table, mark);
        if (round > 1)
            assert_int_equal(mem_calls(), calls);
        calls = mem_calls();
    }
    term_subst_release(&subst);
    term_table_free(b.table);
}

static void several_roots_share_their_images(void **state) {
    struct bench b = setup();
    struct term_subst subst = {0};
    term first = make_forall(b.table, b.y, make_and(b.table, b.x, b.y));
    term second = make_not(b.table, first);
    term_subst_begin(&subst, b.table);
    term_subst_add(&subst, b.x, b.y);
    term_subst_add(&subst, b.p, b.q);
    term image = term_subst_apply(&subst, first);
    assert_int_equal(term_subst_apply(&subst, second), make_not(b.table, image));
    assert_int_equal(term_subst_apply(&subst, make_not(b.table, b.p)), make_not(b.table, b.q));
    term_subst_release(&subst);
    term_table_free(b.table);
}

static void mix_sorts(void *ignored) {
    struct bench b = setup();
    replace(b.table, b.x, b.x, make_numeral(b.table, "1"));
}

static void sorts_must_agree(void **state) {
    assert_int_equal(testing_in_child(mix_sorts, NULL, NULL), EXIT_OWN_BUG);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(variables_and_terms_are_replaced_wherever_they_stand),
        TEST(all_is_replaced_at_the_same_time),
        TEST(of_nested_targets_the_outer_one_counts),
        TEST(a_bound_variable_is_not_replaced),
        TEST(a_binder_that_would_capture_is_renamed),
        TEST(a_binder_inside_a_renamed_one_is_kept_consistent),
        TEST(a_binder_that_nothing_enters_stays_as_it_is),
        TEST(what_lacks_the_variables_is_not_even_looked_at),
        TEST(a_term_can_be_put_inside_itself),
        TEST(variables_of_cases_are_bound_too),
        TEST(substituting_is_the_same_as_changing_the_values),
        TEST(a_fresh_copy_shares_no_bound_variable_and_means_the_same),
        TEST(variables_that_do_not_occur_are_fresh_too),
        TEST(sharing_is_kept),
        TEST(a_million_levels_are_ordinary),
        TEST(binders_around_shared_terms_take_linear_time),
        TEST(a_second_use_allocates_nothing_but_terms),
        TEST(several_roots_share_their_images),
        TEST(sorts_must_agree),
    };
    return RUN(tests);
}
