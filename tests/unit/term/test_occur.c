#include "terms.h"

#include "term/occur.h"

/* ---- the tree, unfolded: what everything is compared with ------------------ */

enum { PLACES = 4096, PATH = 16 };

struct place {
    uint32_t path[PATH];
    uint32_t n;
    term at;
    varset scope;
};

static struct place places[PLACES];
static size_t n_places;

static void unfold(struct term_table *table, struct place here) {
    enum op op = term_op(table, here.at);
    uint32_t n = term_n_args(table, here.at);
    assert_true(n_places < PLACES && here.n < PATH);
    if (op != OP_CASE)
        places[n_places++] = here;
    for (uint32_t i = 0; i < n; i++) {
        struct place below = here;
        if (op_is_binder(op) && i + 1 < n)
            continue;
        if (op == OP_ANNOTATED && i > 0)
            continue;
        for (uint32_t v = 0; op_is_binder(op) && v + 1 < n; v++)
            below.scope = varset_union(&table->varsets, below.scope,
                                       term_at(table, term_arg(table, here.at, v))->free);
        below.path[below.n++] = i;
        below.at = term_arg(table, here.at, i);
        unfold(table, below);
    }
}

static void unfold_root(struct term_table *table, term root) {
    n_places = 0;
    unfold(table, (struct place){.at = root});
}

static term replaced(struct term_table *table, term t, const uint32_t *path, uint32_t n, term by) {
    term args[8];
    if (n == 0)
        return by;
    for (uint32_t i = 0; i < term_n_args(table, t); i++)
        args[i] = term_arg(table, t, i);
    args[path[0]] = replaced(table, args[path[0]], path + 1, n - 1, by);
    return term_with_args(table, t, args, term_n_args(table, t));
}

/* Terms with all that is not an ordinary argument in them. */
static term random_term(struct term_table *table, struct rng *rng, int level) {
    if (level == 0 || rng_chance(rng, 1, 8))
        return rng_chance(rng, 1, 2) ? make_constant(table, "c", SORT_BOOL) : term_true(table);
    term a = random_term(table, rng, level - 1);
    term b = rng_chance(rng, 1, 2) ? a : random_term(table, rng, level - 1);
    term v = make_variable(table, "v", SORT_BOOL), w = make_variable(table, "w", SORT_BOOL);
    switch (rng_below(rng, 7)) {
    case 0:
        return make_not(table, a);
    case 1:
        return term_make(table, OP_FORALL, 0, SORT_BOOL, (term[]){v, w, a}, 3);
    case 2:
        return make_binder(table, OP_EXISTS, v, make_both(table, OP_OR, v, a));
    case 3:
        return term_make(table, OP_ANNOTATED, 0, SORT_BOOL, (term[]){a, b}, 2);
    case 4: {
        term first = make_binder(table, OP_CASE, v, a), second = make_binder(table, OP_CASE, w, b);
        return term_make(table, OP_MATCH, 0, SORT_BOOL, (term[]){b, first, second}, 3);
    }
    default:
        return make_and(table, a, b);
    }
}

static void expect_place(const struct occurrence *occurrence, const struct place *place) {
    assert_int_equal(occurrence->at, place->at);
    assert_int_equal(occurrence->path.n, place->n);
    if (place->n > 0)
        assert_memory_equal(occurrence->path.at, place->path, place->n * sizeof *place->path);
}

static bool is_constant(const struct term_table *table, term t, void *context) {
    (*(int *)context)++;
    return term_op(table, t) == OP_APPLY;
}

static void everything_agrees_with_the_unfolded_tree(void **state) {
    struct term_table *table = term_table_new();
    struct term_mark mark = term_table_mark(table);
    struct rng rng = testing_rng(1);
    struct occurrence occurrence = {0};
    struct occurrence_counts all = {0}, constants = {0};
    for (int round = 0; round < 100; round++) {
        term root = random_term(table, &rng, 6);
        term other = make_constant(table, "other", SORT_BOOL);
        int asked = 0;
        uint64_t n_constants = 0;
        unfold_root(table, root);
        occurrence_counts_begin(&all, table, NULL, NULL);
        occurrence_counts_begin(&constants, table, is_constant, &asked);
        assert_int_equal(occurrence_counts_add(&all, root), n_places);
        uint64_t total = occurrence_counts_add(&constants, root);
        for (size_t k = 0; k < n_places; k++) {
            const struct place *place = &places[k];
            occurrence_counts_find(&all, root, k, &occurrence);
            expect_place(&occurrence, place);
            if (term_op(table, place->at) == OP_APPLY) {
                occurrence_counts_find(&constants, root, n_constants++, &occurrence);
                expect_place(&occurrence, place);
            }
            assert_true(occurrence_follow(table, root, place->path, place->n, &occurrence));
            expect_place(&occurrence, place);
            assert_int_equal(occurrence_scope(table, &occurrence), place->scope);
            assert_int_equal(occurrence_replace(table, &occurrence, other),
                             replaced(table, root, place->path, place->n, other));
            assert_int_equal(occurrence_replace(table, &occurrence, place->at), root);
        }
        assert_int_equal(total, n_constants);
        assert_true(asked > 0);
        term_table_rewind(table, mark);
    }
    occurrence_release(&occurrence);
    occurrence_counts_release(&all);
    occurrence_counts_release(&constants);
    term_table_free(table);
}

/* ---- single facts ----------------------------------------------------------- */

static void replacing_changes_one_place_only(void **state) {
    struct term_table *table = term_table_new();
    struct occurrence occurrence = {0};
    term p = make_constant(table, "p", SORT_BOOL), q = make_constant(table, "q", SORT_BOOL);
    term shared = make_not(table, p);
    term root = make_and(table, shared, shared);
    assert_true(occurrence_follow(table, root, (uint32_t[]){1, 0}, 2, &occurrence));
    assert_int_equal(occurrence.at, p);
    term expected = make_and(table, shared, make_not(table, q));
    assert_int_equal(occurrence_replace(table, &occurrence, q), expected);
    /* It is still a place in the old root, for another try. */
    assert_int_equal(occurrence_replace(table, &occurrence, root),
                     make_and(table, shared, make_not(table, root)));
    assert_true(occurrence_follow(table, root, NULL, 0, &occurrence));
    assert_int_equal(occurrence_replace(table, &occurrence, q), q);
    occurrence_release(&occurrence);
    term_table_free(table);
}

static void paths_that_lead_to_no_occurrence_are_refused(void **state) {
    struct term_table *table = term_table_new();
    struct occurrence occurrence = {0};
    term p = make_constant(table, "p", SORT_BOOL), x = make_variable(table, "x", SORT_BOOL);
    term binder = make_forall(table, x, x);
    term annotated = term_make(table, OP_ANNOTATED, 0, SORT_BOOL, (term[]){binder, p}, 2);
    term one_case = make_binder(table, OP_CASE, x, x);
    term match = term_make(table, OP_MATCH, 0, SORT_BOOL, (term[]){p, one_case}, 2);
    term root = make_and(table, annotated, match);
    static const struct {
        uint32_t path[3];
        size_t n;
        bool good;
    } cases[] = {
        {{0}, 1, true},     {{1}, 1, true},       {{2}, 1, false},       {{0, 0}, 2, true},
        {{0, 1}, 2, false}, {{0, 0, 1}, 3, true}, {{0, 0, 0}, 3, false}, {{1, 0}, 2, true},
        {{1, 1}, 2, false}, {{1, 1, 1}, 3, true}, {{1, 1, 0}, 3, false}, {{1, 0, 0}, 3, false},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_int_equal(occurrence_follow(table, root, cases[i].path, cases[i].n, &occurrence),
                         cases[i].good);
    occurrence_release(&occurrence);
    term_table_free(table);
}

static void a_filter_is_asked_once_per_term(void **state) {
    struct term_table *table = term_table_new();
    struct occurrence_counts counts = {0};
    int asked = 0;
    term p = make_constant(table, "p", SORT_BOOL);
    term root = make_doubled(table, p, 20);
    occurrence_counts_begin(&counts, table, is_constant, &asked);
    assert_int_equal(occurrence_counts_add(&counts, root), 1 << 20);
    assert_int_equal(asked, 21);
    /* a second root shares what was counted */
    assert_int_equal(occurrence_counts_add(&counts, make_and(table, root, p)), (1 << 20) + 1);
    assert_int_equal(asked, 22);
    occurrence_counts_release(&counts);
    term_table_free(table);
}

static bool is_numeral(const struct term_table *table, term t, void *context) {
    return term_op(table, t) == OP_NUMERAL;
}

static void nothing_is_picked_where_nothing_matches(void **state) {
    struct term_table *table = term_table_new();
    struct occurrence_counts counts = {0};
    struct occurrence occurrence = {0};
    struct rng rng = testing_rng(1);
    term root = make_not(table, term_true(table));
    occurrence_counts_begin(&counts, table, is_numeral, NULL);
    assert_int_equal(occurrence_counts_add(&counts, root), 0);
    assert_false(occurrence_counts_pick(&counts, root, &rng, &occurrence));
    occurrence_counts_release(&counts);
    occurrence_release(&occurrence);
    term_table_free(table);
}

/* ---- random choice ----------------------------------------------------------- */

static size_t place_of(const struct occurrence *occurrence) {
    for (size_t i = 0; i < n_places; i++)
        if (occurrence->path.n == places[i].n &&
            (places[i].n == 0 || memcmp(occurrence->path.at, places[i].path,
                                        places[i].n * sizeof *places[i].path) == 0))
            return i;
    fail_msg("picked what is no occurrence");
    return 0;
}

/* Draws often enough that six standard deviations are a third of what is expected. */
static void expect_uniform(struct term_table *table, term root, bool by_counts) {
    enum { PER_PLACE = 400 };
    struct occurrence_counts counts = {0};
    struct occurrence occurrence = {0};
    struct rng rng = testing_rng(7);
    uint32_t drawn[PLACES] = {0};
    unfold_root(table, root);
    occurrence_counts_begin(&counts, table, NULL, NULL);
    occurrence_counts_add(&counts, root);
    for (size_t i = 0; i < n_places * PER_PLACE; i++) {
        if (by_counts)
            assert_true(occurrence_counts_pick(&counts, root, &rng, &occurrence));
        else
            occurrence_pick(table, root, &rng, &occurrence);
        drawn[place_of(&occurrence)]++;
    }
    for (size_t i = 0; i < n_places; i++)
        assert_in_range(drawn[i], PER_PLACE * 2 / 3, PER_PLACE * 4 / 3);
    occurrence_counts_release(&counts);
    occurrence_release(&occurrence);
}

static void every_occurrence_is_picked_equally_often(void **state) {
    struct term_table *table = term_table_new();
    struct rng rng = testing_rng(3);
    for (int round = 0; round < 6; round++) {
        term root = random_term(table, &rng, 3);
        expect_uniform(table, root, false);
        expect_uniform(table, root, true);
    }
    expect_uniform(table, make_doubled(table, make_constant(table, "p", SORT_BOOL), 5), false);
    term_table_free(table);
}

/* Nearly all of the tree is a list of variables, and must not be tried again and again. */
static void a_binder_with_many_variables_is_no_trouble(void **state) {
    enum { VARIABLES = 20000 };
    struct term_table *table = term_table_new();
    u32_vec args = {0};
    for (int i = 0; i < VARIABLES; i++)
        vec_push(&args, make_variable(table, "v", SORT_BOOL));
    vec_push(&args, make_not(table, args.at[7]));
    term root = term_make(table, OP_FORALL, 0, SORT_BOOL, args.at, (uint32_t)args.n);
    struct occurrence occurrence = {0};
    struct rng rng = testing_rng(4);
    uint32_t drawn[3] = {0};
    for (int i = 0; i < 30; i++) {
        occurrence_pick(table, root, &rng, &occurrence);
        assert_true(occurrence.path.n <= 2);
        drawn[occurrence.path.n]++;
    }
    assert_true(drawn[0] > 0 && drawn[1] > 0 && drawn[2] > 0);
    occurrence_release(&occurrence);
    vec_free(&args);
    term_table_free(table);
}

/* The tree has 2^101 nodes: paths must stay valid, and go left and right. */
static void a_tree_beyond_counting_is_no_trouble(void **state) {
    enum { DOUBLINGS = 100, DRAWS = 2000 };
    struct term_table *table = term_table_new();
    struct occurrence occurrence = {0}, again = {0};
    struct occurrence_counts counts = {0};
    struct rng rng = testing_rng(5);
    int asked = 0;
    uint32_t rights[DOUBLINGS] = {0}, deep = 0;
    term p = make_constant(table, "p", SORT_BOOL);
    term root = make_doubled(table, p, DOUBLINGS);
    occurrence_counts_begin(&counts, table, is_constant, &asked);
    assert_true(occurrence_counts_add(&counts, root) == OCCURRENCES_MAX);
    for (int i = 0; i < DRAWS; i++) {
        if (i % 2 == 0)
            occurrence_pick(table, root, &rng, &occurrence);
        else {
            assert_true(occurrence_counts_pick(&counts, root, &rng, &occurrence));
            assert_int_equal(occurrence.at, p);
        }
        assert_true(occurrence_follow(table, root, occurrence.path.at, occurrence.path.n, &again));
        assert_int_equal(again.at, occurrence.at);
        deep += occurrence.path.n >= DOUBLINGS - 10;
        for (size_t j = 0; j < occurrence.path.n; j++)
            rights[j] += occurrence.path.at[j];
    }
    assert_true(deep > DRAWS * 99 / 100); /* nearly all nodes are near the leaves */
    for (int j = 0; j < DOUBLINGS - 10; j++)
        assert_in_range(rights[j], DRAWS / 2 - 150, DRAWS / 2 + 150);
    /* Enumeration stays exact: the last k that there is is 62 times right, after going left. */
    occurrence_counts_find(&counts, root, OCCURRENCES_MAX - 1, &occurrence);
    assert_int_equal(occurrence.at, p);
    for (uint32_t j = 0; j < DOUBLINGS; j++)
        assert_int_equal(occurrence.path.at[j], j >= DOUBLINGS - 62);
    occurrence_release(&occurrence);
    occurrence_release(&again);
    occurrence_counts_release(&counts);
    term_table_free(table);
}

/* ---- size --------------------------------------------------------------------- */

static void a_million_levels_are_ordinary(void **state) {
    enum { DEPTH = 1000000 };
    struct term_table *table = term_table_new();
    struct occurrence occurrence = {0}, again = {0};
    struct occurrence_counts counts = {0};
    struct rng rng = testing_rng(6);
    int asked = 0;
    term p = make_constant(table, "p", SORT_BOOL), q = make_constant(table, "q", SORT_BOOL);
    term root = make_deep(table, p, DEPTH);
    occurrence_counts_begin(&counts, table, is_constant, &asked);
    assert_int_equal(occurrence_counts_add(&counts, root), 1);
    assert_true(occurrence_counts_pick(&counts, root, &rng, &occurrence));
    assert_int_equal(occurrence.path.n, DEPTH);
    assert_int_equal(occurrence_replace(table, &occurrence, q), make_deep(table, q, DEPTH));
    assert_true(occurrence_follow(table, root, occurrence.path.at, DEPTH, &again));
    assert_int_equal(again.at, p);
    for (int i = 0; i < 3; i++) {
        occurrence_pick(table, root, &rng, &occurrence);
        term changed = occurrence_replace(table, &occurrence, q);
        assert_int_equal(term_depth(table, changed), occurrence.path.n + 1);
    }
    occurrence_release(&occurrence);
    occurrence_release(&again);
    occurrence_counts_release(&counts);
    term_table_free(table);
}

static void the_scope_below_many_binders_is_found_quickly(void **state) {
    enum { BINDERS = 100000 };
    struct term_table *table = term_table_new();
    struct occurrence occurrence = {0};
    struct occurrence_counts counts = {0};
    int asked = 0;
    u32_vec variables = {0}, members = {0};
    term root = make_constant(table, "p", SORT_BOOL);
    for (int i = 0; i < BINDERS; i++) {
        vec_push(&variables, make_variable(table, "v", SORT_BOOL));
        root = make_forall(table, vec_top(&variables), root);
    }
    occurrence_counts_begin(&counts, table, is_constant, &asked);
    assert_int_equal(occurrence_counts_add(&counts, root), 1);
    occurrence_counts_find(&counts, root, 0, &occurrence);
    varset_members(&table->varsets, occurrence_scope(table, &occurrence), &members);
    assert_int_equal(members.n, BINDERS);
    for (size_t i = 0; i < BINDERS; i++)
        assert_int_equal(members.at[i], variable_number(table, variables.at[i]));
    occurrence_release(&occurrence);
    occurrence_counts_release(&counts);
    vec_free(&variables);
    vec_free(&members);
    term_table_free(table);
}

static void picking_again_allocates_nothing(void **state) {
    struct term_table *table = term_table_new();
    struct occurrence occurrence = {0};
    struct occurrence_counts counts = {0};
    struct rng rng = testing_rng(8);
    uint64_t calls = 0;
    term root = make_deep(table, make_constant(table, "p", SORT_BOOL), 100);
    for (int round = 0; round < 3; round++) {
        occurrence_counts_begin(&counts, table, NULL, NULL);
        occurrence_counts_add(&counts, root);
        for (int i = 0; i < 1000; i++) {
            assert_true(occurrence_counts_pick(&counts, root, &rng, &occurrence));
            occurrence_pick(table, root, &rng, &occurrence);
        }
        if (round > 0)
            assert_int_equal(mem_calls(), calls);
        calls = mem_calls();
    }
    occurrence_release(&occurrence);
    occurrence_counts_release(&counts);
    term_table_free(table);
}

static void replace_by_another_sort(void *ignored) {
    struct term_table *table = term_table_new();
    struct occurrence occurrence = {0};
    occurrence_follow(table, term_true(table), NULL, 0, &occurrence);
    occurrence_replace(table, &occurrence, make_numeral(table, "1"));
}

static void sorts_must_agree(void **state) {
    assert_int_equal(testing_in_child(replace_by_another_sort, NULL, NULL), EXIT_OWN_BUG);
}

static void find_below_a_root_that_was_not_added(void *ignored) {
    struct term_table *table = term_table_new();
    struct occurrence occurrence = {0};
    struct occurrence_counts counts = {0};
    occurrence_counts_begin(&counts, table, NULL, NULL);
    occurrence_counts_add(&counts, term_true(table));
    occurrence_counts_begin(&counts, table, NULL, NULL);
    occurrence_counts_add(&counts, term_false(table));
    occurrence_counts_find(&counts, term_true(table), 0, &occurrence);
}

static void only_roots_that_were_added_have_counts(void **state) {
    assert_int_equal(testing_in_child(find_below_a_root_that_was_not_added, NULL, NULL),
                     EXIT_OWN_BUG);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(everything_agrees_with_the_unfolded_tree),
        TEST(replacing_changes_one_place_only),
        TEST(paths_that_lead_to_no_occurrence_are_refused),
        TEST(a_filter_is_asked_once_per_term),
        TEST(nothing_is_picked_where_nothing_matches),
        TEST(every_occurrence_is_picked_equally_often),
        TEST(a_binder_with_many_variables_is_no_trouble),
        TEST(a_tree_beyond_counting_is_no_trouble),
        TEST(a_million_levels_are_ordinary),
        TEST(the_scope_below_many_binders_is_found_quickly),
        TEST(picking_again_allocates_nothing),
        TEST(sorts_must_agree),
        TEST(only_roots_that_were_added_have_counts),
    };
    return RUN(tests);
}
