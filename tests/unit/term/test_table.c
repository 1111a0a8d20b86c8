#include "terms.h"

#include "base/hash.h"
#include "term/make.h"

static void equal_structure_has_an_equal_handle(void **state) {
    struct term_table *table = term_table_new();
    term p = make_constant(table, "p", SORT_BOOL), q = make_constant(table, "q", SORT_BOOL);
    term both = make_and(table, p, q);
    assert_int_equal(make_and(table, p, q), both);
    assert_int_not_equal(make_and(table, q, p), both);
    assert_int_not_equal(make_both(table, OP_OR, p, q), both);
    assert_int_not_equal(make_and(table, p, make_and(table, p, q)), both);
    assert_int_not_equal(term_make(table, OP_AND, 0, SORT_BOOL, (term[]){p, q, q}, 3), both);
    assert_int_not_equal(term_make(table, OP_AND, 1, SORT_BOOL, (term[]){p, q}, 2), both);
    assert_int_not_equal(term_make(table, OP_AND, 0, SORT_INT, (term[]){p, q}, 2), both);
    assert_int_equal(term_with_args(table, both, (term[]){q, p}, 2), make_and(table, q, p));
    assert_int_equal(term_true(table), term_true(table));
    assert_int_not_equal(term_true(table), term_false(table));
    term_table_free(table);
}

/* Hangs as many terms on each as can hang there: what follows goes into the index. */
static void crowd(struct term_table *table, const term *on, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (uint32_t payload = 1000; !term_is_full(table->nodes.at[on[i]].hook); payload++)
            term_make(table, OP_NOT, payload, SORT_BOOL, &on[i], 1);
}

/* Makes a term once, and again where another one is found under its hash. */
static void expect_other(struct term_table *table, uint32_t op, uint32_t payload, sort s,
                         const term *args, uint32_t n_args, term other, bool is_indexed) {
    struct term_mark mark = term_table_mark(table);
    term made = term_make(table, op, payload, s, args, n_args);
    assert_int_not_equal(made, other);
    assert_int_equal(term_make(table, op, payload, s, args, n_args), made);
    uint32_t hash = term_hash(op, payload, args, n_args);
    term_table_rewind(table, mark);
    struct term_hook *hook = &table->nodes.at[term_youngest(args, n_args)].hook;
    uint64_t signs = hook->signs;
    if (is_indexed)
        index_insert(&table->index, hash, other);
    else {
        assert_int_equal(hook->first, other);
        hook->signs = term_sign(hash);
    }
    assert_int_not_equal(term_make(table, op, payload, s, args, n_args), other);
    if (is_indexed)
        index_remove(&table->index, hash, other);
    term_table_rewind(table, mark);
    if (!is_indexed)
        table->nodes.at[term_youngest(args, n_args)].hook.signs = signs;
}

static void equal_hashes_are_not_equal_terms(void **state) {
    for (int is_indexed = 0; is_indexed < 2; is_indexed++) {
        struct term_table *table = term_table_new();
        term p = make_constant(table, "p", SORT_BOOL), q = make_constant(table, "q", SORT_BOOL);
        term args[] = {p, q, q}, swapped[] = {q, p};
        if (is_indexed)
            crowd(table, args, 2);
        uint32_t n_indexed = table->index.n;
        term both = make_and(table, p, q);
        assert_int_equal(table->index.n - n_indexed, is_indexed);
        expect_other(table, OP_OR, 0, SORT_BOOL, args, 2, both, is_indexed);
        expect_other(table, OP_AND, 1, SORT_BOOL, args, 2, both, is_indexed);
        expect_other(table, OP_AND, 0, SORT_INT, args, 2, both, is_indexed);
        expect_other(table, OP_AND, 0, SORT_BOOL, swapped, 2, both, is_indexed);
        expect_other(table, OP_AND, 0, SORT_BOOL, swapped, 1, both, is_indexed);
        expect_other(table, OP_AND, 0, SORT_BOOL, args, 3, both, is_indexed);
        assert_int_equal(make_and(table, p, q), both);
        term_table_free(table);
    }
}

/* One text, function or variable may be in several leaves; it keeps one, the index the rest. */
static void leaves_with_one_name_are_different(void **state) {
    struct term_table *table = term_table_new();
    symbol one = make_symbol(table, "1");
    fun f = fun_declare(table, FUN_DECLARED, one, NULL, 0, SORT_INT);
    const struct {
        enum op op;
        uint32_t payload;
        sort sort;
    } leaves[] = {
        {OP_NUMERAL, one, SORT_INT}, {OP_ABSTRACT, one, SORT_INT}, {OP_FIELD, one, SORT_INT},
        {OP_FIELD, one, SORT_BOOL},  {OP_APPLY, f, SORT_INT},      {OP_APPLY, f, SORT_BOOL},
        {OP_FUN_REF, f, SORT_INT},   {OP_TRUE, 0, SORT_BOOL},      {OP_FALSE, 0, SORT_BOOL},
    };
    struct term_mark mark = term_table_mark(table);
    for (int times = 0; times < 3; times++) {
        term made[LENGTH(leaves)];
        for (size_t i = 0; i < LENGTH(leaves); i++) { /* in another order each time */
            size_t at = (i * 2 + (size_t)times) % LENGTH(leaves);
            made[at] =
                term_make(table, leaves[at].op, leaves[at].payload, leaves[at].sort, NULL, 0);
        }
        for (size_t i = 0; i < LENGTH(leaves); i++) {
            assert_int_equal(
                term_make(table, leaves[i].op, leaves[i].payload, leaves[i].sort, NULL, 0),
                made[i]);
            for (size_t j = 0; j < i; j++)
                assert_int_not_equal(made[i], made[j]);
        }
        term_table_rewind(table, mark);
    }
    term_table_free(table);
}

static void a_term_gives_back_what_it_was_made_of(void **state) {
    struct term_table *table = term_table_new();
    term x = make_variable(table, "x", SORT_INT);
    term two = make_numeral(table, "2");
    term sum = term_make(table, OP_INT_ADD, 0, SORT_INT, (term[]){x, two, x}, 3);
    assert_int_equal(term_op(table, sum), OP_INT_ADD);
    assert_int_equal(term_sort(table, sum), SORT_INT);
    assert_int_equal(term_n_args(table, sum), 3);
    assert_int_equal(term_arg(table, sum, 0), x);
    assert_int_equal(term_arg(table, sum, 1), two);
    assert_int_equal(term_arg(table, sum, 2), x);
    assert_true(x < sum && two < sum);
    assert_string_equal(symbol_at(&table->symbols, term_variable_of(table, x)->name)->at, "x");
    term_table_free(table);
}

static void variables_are_all_different(void **state) {
    struct term_table *table = term_table_new();
    term x = make_variable(table, "x", SORT_INT), same_name = make_variable(table, "x", SORT_INT);
    assert_int_not_equal(x, same_name);
    assert_int_equal(term_variable_of(table, x)->name, term_variable_of(table, same_name)->name);
    term_table_free(table);
}

static void functions_remember_their_rank(void **state) {
    struct term_table *table = term_table_new();
    sort params[] = {SORT_INT, SORT_REAL};
    fun f = fun_declare(table, FUN_DECLARED, make_symbol(table, "f"), params, 2, SORT_BOOL);
    assert_int_equal(fun_arity(table, f), 2);
    assert_int_equal(fun_at(table, f)->result, SORT_BOOL);
    assert_int_equal(list_items(&table->lists, fun_at(table, f)->params)[1], SORT_REAL);
    assert_int_not_equal(
        fun_declare(table, FUN_DECLARED, make_symbol(table, "f"), params, 2, SORT_BOOL), f);
    term_table_free(table);
}

static void size_counts_the_tree_and_depth_its_longest_path(void **state) {
    struct term_table *table = term_table_new();
    term p = make_constant(table, "p", SORT_BOOL);
    term twice = make_and(table, p, make_not(table, p));
    term t = make_and(table, twice, twice);
    assert_int_equal(term_size(table, p), 1);
    assert_int_equal(term_depth(table, p), 1);
    assert_int_equal(term_size(table, twice), 4);
    assert_int_equal(term_depth(table, twice), 3);
    assert_int_equal(term_size(table, t), 9);
    assert_int_equal(term_depth(table, t), 4);
    term_table_free(table);
}

static void size_stops_growing_at_its_maximum(void **state) {
    struct term_table *table = term_table_new();
    term t = make_constant(table, "p", SORT_BOOL);
    for (uint32_t doublings = 0; doublings <= 100; doublings++) {
        uint64_t expected = doublings <= 31 ? (UINT64_C(2) << doublings) - 1 : TERM_SIZE_MAX;
        assert_true(term_size(table, t) == expected);
        assert_int_equal(term_depth(table, t), doublings + 1);
        t = make_and(table, t, t);
    }
    /* also where many saturated arguments are added up */
    term many[] = {t, t, t, t, t, t, t, t};
    term wide = term_make(table, OP_AND, 0, SORT_BOOL, many, LENGTH(many));
    assert_true(term_size(table, wide) == TERM_SIZE_MAX);
    term_table_free(table);
}

static void expect_free(struct term_table *table, term t, const term *variables, uint32_t n) {
    varset expected = 0;
    for (uint32_t i = 0; i < n; i++)
        expected = varset_union(&table->varsets, expected,
                                varset_single(variable_number(table, variables[i])));
    assert_int_equal(term_at(table, t)->free, expected);
}

static void binders_take_their_variables_from_the_free_ones(void **state) {
    struct term_table *table = term_table_new();
    term x = make_variable(table, "x", SORT_BOOL), y = make_variable(table, "y", SORT_BOOL);
    term p = make_constant(table, "p", SORT_BOOL);
    term both = make_and(table, x, y);
    expect_free(table, p, NULL, 0);
    expect_free(table, x, (term[]){x}, 1);
    expect_free(table, both, (term[]){x, y}, 2);
    expect_free(table, make_forall(table, x, both), (term[]){y}, 1);
    expect_free(table, make_forall(table, y, make_forall(table, x, both)), NULL, 0);
    expect_free(table, make_forall(table, x, p), NULL, 0); /* does not occur in the body */
    /* bound in one place, free in another */
    expect_free(table, make_and(table, x, make_forall(table, x, both)), (term[]){x, y}, 2);
    static const enum op binders[] = {OP_FORALL, OP_EXISTS, OP_LAMBDA, OP_CHOICE, OP_CASE};
    for (size_t i = 0; i < LENGTH(binders); i++) {
        term args[] = {x, y, both};
        expect_free(table, term_make(table, binders[i], 0, SORT_BOOL, args, 3), NULL, 0);
    }
    term_table_free(table);
}

static void a_million_levels_are_ordinary(void **state) {
    enum { DEPTH = 1000000 };
    struct term_table *table = term_table_new();
    term t = make_deep(table, make_variable(table, "x", SORT_BOOL), DEPTH);
    assert_int_equal(term_depth(table, t), DEPTH + 1);
    assert_int_equal(term_size(table, t), DEPTH + 1);
    expect_free(table, t, (term[]){t - DEPTH}, 1);
    term_table_free(table);
}

/* A fingerprint of all that a rewind must bring back. */
static uint64_t fingerprint(const struct term_table *table) {
    uint64_t h = 0;
#define ADD(vec) \
    h = hash_mix(h ^ (vec).n, hash_bytes((const char *)(vec).at, (vec).n * sizeof *(vec).at))
    ADD(table->nodes);
    ADD(table->args);
    ADD(table->funs);
    ADD(table->variables);
    ADD(table->varsets.nodes);
    ADD(table->lists.starts);
    ADD(table->lists.items);
    ADD(table->sorts.nodes);
    ADD(table->sorts.decls);
    ADD(table->sorts.exprs);
#undef ADD
    h = hash_mix(h, table->symbols.entries.n);
    for (size_t i = 0; i < table->symbols.entries.n; i++)
        h = hash_mix(h ^ table->symbols.entries.at[i].leaf,
                     hash_bytes(table->symbols.entries.at[i].at, table->symbols.entries.at[i].n));
    h = hash_mix(h, table->index.n ^ (uint64_t)table->symbols.index.n << 32);
    h = hash_mix(h, table->lists.index.n ^ (uint64_t)table->sorts.index.n << 32);
    return hash_mix(h, table->varsets.nodes.n);
}

/* Adds something at random; terms are made of earlier ones. */
static void grow(struct term_table *table, struct rng *rng) {
    char name[24];
    snprintf(name, sizeof name, "s%llu", (unsigned long long)rng_below(rng, 300));
    term a = (term)rng_below(rng, table->nodes.n - 1) + 1;
    term b = (term)rng_below(rng, table->nodes.n - 1) + 1;
    switch (rng_below(rng, 8)) {
    case 0:
        make_symbol(table, name);
        break;
    case 1:
        sort_array(&table->sorts, sort_bitvec(&table->sorts, (uint32_t)rng_below(rng, 1000) + 1),
                   SORT_INT);
        break;
    case 2:
        make_variable(table, name, SORT_BOOL);
        break;
    case 3:
        make_constant(table, name, SORT_BOOL);
        break;
    case 4:
        make_not(table, a);
        break;
    case 5:
        if (term_op(table, a) == OP_VAR) {
            make_forall(table, a, b);
            break;
        }
        /* fall through */
    default:
        make_and(table, a, b);
    }
}

/* Every term must be found again under its handle. */
static void expect_consistent(struct term_table *table) {
    size_t n = table->nodes.n;
    for (term t = 1; t < n; t++) {
        term args[2];
        uint32_t n_args = term_n_args(table, t);
        assert_true(n_args <= 2);
        for (uint32_t i = 0; i < n_args; i++)
            args[i] = term_arg(table, t, i);
        assert_int_equal(term_with_args(table, t, args, n_args), t);
    }
    assert_int_equal(table->nodes.n, n);
}

static void rewinding_restores_everything(void **state) {
    struct rng rng = testing_rng(4);
    struct term_table *table = term_table_new();
    struct level {
        struct term_mark mark;
        uint64_t fingerprint;
    };
    VEC(struct level) levels = {0};
    term_true(table);
    make_variable(table, "v", SORT_BOOL);
    vec_push(&levels, ((struct level){term_table_mark(table), fingerprint(table)}));
    for (int round = 0; round < 400; round++) {
        for (uint64_t i = rng_below(&rng, 100); i > 0; i--)
            grow(table, &rng);
        if (rng_chance(&rng, 1, 2))
            vec_push(&levels, ((struct level){term_table_mark(table), fingerprint(table)}));
        else {
            levels.n = rng_below(&rng, levels.n) + 1; /* one level down, or many */
            term_table_rewind(table, vec_top(&levels).mark);
            assert_true(fingerprint(table) == vec_top(&levels).fingerprint);
            if (round % 8 == 0)
                expect_consistent(table);
        }
    }
    vec_free(&levels);
    term_table_free(table);
}

static void what_was_dropped_can_be_made_again(void **state) {
    struct term_table *table = term_table_new();
    term p = make_constant(table, "p", SORT_BOOL);
    struct term_mark mark = term_table_mark(table);
    for (int round = 0; round < 3; round++) {
        term t = make_and(table, p, make_not(table, p));
        assert_int_equal(t, p + 2);
        assert_int_equal(term_arg(table, t, 0), p);
        assert_int_equal(term_size(table, t), 4);
        term_table_rewind(table, mark);
        assert_int_equal(table->nodes.n, p + 1);
    }
    term_table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(equal_structure_has_an_equal_handle),
        TEST(equal_hashes_are_not_equal_terms),
        TEST(leaves_with_one_name_are_different),
        TEST(a_term_gives_back_what_it_was_made_of),
        TEST(variables_are_all_different),
        TEST(functions_remember_their_rank),
        TEST(size_counts_the_tree_and_depth_its_longest_path),
        TEST(size_stops_growing_at_its_maximum),
        TEST(binders_take_their_variables_from_the_free_ones),
        TEST(a_million_levels_are_ordinary),
        TEST(rewinding_restores_everything),
        TEST(what_was_dropped_can_be_made_again),
    };
    return RUN(tests);
}
