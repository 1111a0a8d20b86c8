#include "testing.h"

#include "term/varset.h"

enum { UNIVERSE = 70 };

/* Members are spread over all 31 bits, to meet branches on high and low ones. */
static uint32_t variable(uint32_t i) {
    return i % 3 == 0 ? i : i % 3 == 1 ? i << 12 : i << 24 | 1;
}

/* The same set, naively. */
struct model {
    bool has[UNIVERSE];
};

static varset build(struct varset_table *table, const struct model *model) {
    varset set = 0;
    for (uint32_t i = 0; i < UNIVERSE; i++)
        if (model->has[i])
            set = varset_union(table, set, varset_single(variable(i)));
    return set;
}

static struct model random_model(struct rng *rng) {
    struct model model;
    uint64_t density = rng_below(rng, 8);
    for (uint32_t i = 0; i < UNIVERSE; i++)
        model.has[i] = rng_chance(rng, density, 8);
    return model;
}

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* The set has exactly the members of the model, by every way of asking. */
static void expect(struct varset_table *table, varset set, const struct model *model) {
    uint32_t expected[UNIVERSE], n = 0;
    u32_vec members = {0};
    for (uint32_t i = 0; i < UNIVERSE; i++) {
        assert_int_equal(varset_has(table, set, variable(i)), model->has[i]);
        if (model->has[i])
            expected[n++] = variable(i);
    }
    qsort(expected, n, sizeof *expected, compare_numbers);
    varset_members(table, set, &members);
    assert_int_equal(members.n, n);
    if (n > 0)
        assert_memory_equal(members.at, expected, n * sizeof *expected);
    vec_free(&members);
    assert_int_equal(build(table, model), set); /* equal sets, equal handles */
}

static void operations_agree_with_naive_sets(void **state) {
    struct varset_table table;
    struct rng rng = testing_rng(1);
    varset_table_init(&table);
    for (int round = 0; round < 500; round++) {
        struct model a = random_model(&rng), b = random_model(&rng), c;
        varset sa = build(&table, &a), sb = build(&table, &b);
        expect(&table, sa, &a);

        bool meets = false, within = true;
        for (uint32_t i = 0; i < UNIVERSE; i++) {
            meets |= a.has[i] && b.has[i];
            within &= !a.has[i] || b.has[i];
        }
        assert_int_equal(varset_meets(&table, sa, sb), meets);
        assert_int_equal(varset_within(&table, sa, sb), within);

        for (uint32_t i = 0; i < UNIVERSE; i++)
            c.has[i] = a.has[i] || b.has[i];
        varset both = varset_union(&table, sa, sb);
        expect(&table, both, &c);
        assert_true(varset_within(&table, sa, both) && varset_within(&table, sb, both));

        for (uint32_t i = 0; i < UNIVERSE; i++)
            c.has[i] = a.has[i] && b.has[i];
        varset common = varset_intersection(&table, sa, sb);
        expect(&table, common, &c);
        assert_true(varset_within(&table, common, sa) && varset_within(&table, common, sb));

        uint32_t victim = (uint32_t)rng_below(&rng, UNIVERSE);
        c = a;
        c.has[victim] = false;
        expect(&table, varset_without(&table, sa, variable(victim)), &c);
    }
    varset_table_release(&table);
}

static void the_empty_set_is_zero(void **state) {
    struct varset_table table;
    u32_vec members = {0};
    varset_table_init(&table);
    varset seven = varset_single(7);
    assert_int_equal(varset_without(&table, seven, 7), 0);
    assert_int_equal(varset_without(&table, 0, 7), 0);
    assert_int_equal(varset_intersection(&table, seven, varset_single(8)), 0);
    assert_int_equal(varset_union(&table, 0, 0), 0);
    assert_false(varset_has(&table, 0, 7));
    assert_true(varset_within(&table, 0, seven));
    assert_false(varset_within(&table, seven, 0));
    assert_false(varset_meets(&table, 0, 0));
    varset_members(&table, 0, &members);
    assert_int_equal(members.n, 0);
    varset_table_release(&table);
}

static void a_set_that_grows_by_one_costs_little(void **state) {
    enum { N = 100000 };
    struct varset_table table;
    varset_table_init(&table);
    varset set = 0;
    for (uint32_t i = 1; i <= N; i++)
        set = varset_union(&table, set, varset_single(i));
    /* A leaf, and a new node for each level above it. */
    assert_true(table.nodes.n < N * 18);
    for (uint32_t i = 1; i <= N; i += 997)
        assert_true(varset_has(&table, set, i));
    assert_false(varset_has(&table, set, N + 1));
    varset_table_release(&table);
}

static uint32_t count_entries(const struct varset_table *table) {
    uint32_t n = 0;
    for (uint32_t i = 0; i <= table->mask; i++)
        n += table->slots[i] != 0;
    return n;
}

/* Sets of few variables: they share lines of slots, which overflow, and slots are made anew. */
static void sets_are_found_again_however_many_share_a_line(void **state) {
    enum { VARIABLES = 12, SETS = 1 << VARIABLES };
    struct varset_table table;
    varset sets[SETS];
    varset_table_init(&table);
    for (uint32_t i = 0; i < SETS; i++) {
        sets[i] = 0;
        for (uint32_t v = 0; v < VARIABLES; v++)
            if (i >> v & 1)
                sets[i] = varset_union(&table, sets[i], varset_single(v));
    }
    uint32_t n = (uint32_t)table.nodes.n;
    assert_int_equal(count_entries(&table), n - 1);
    varset_expect(&table, 100000);
    assert_int_equal(count_entries(&table), n - 1);
    for (uint32_t i = 0; i < SETS; i++)
        for (uint32_t v = 0; v < VARIABLES; v++) {
            assert_int_equal(varset_union(&table, sets[i], varset_single(v)),
                             sets[i | UINT32_C(1) << v]);
            assert_int_equal(varset_has(&table, sets[i], v), i >> v & 1);
        }
    assert_int_equal(table.nodes.n, n);
    varset_rewind(&table, 1);
    assert_int_equal(count_entries(&table), 0);
    varset_table_release(&table);
}

static void rewinding_forgets_younger_sets(void **state) {
    struct varset_table table;
    struct rng rng = testing_rng(2);
    varset_table_init(&table);
    struct model old = random_model(&rng);
    varset kept = build(&table, &old);
    uint32_t mark = varset_mark(&table);
    uint32_t entries = count_entries(&table);
    for (int round = 0; round < 50; round++) {
        for (int i = 0; i < 20; i++) {
            struct model model = random_model(&rng);
            expect(&table, build(&table, &model), &model);
        }
        varset_rewind(&table, mark);
        assert_int_equal(table.nodes.n, mark);
        assert_int_equal(count_entries(&table), entries);
        for (uint32_t i = 0; i < UNIVERSE; i++)
            assert_int_equal(varset_has(&table, kept, variable(i)), old.has[i]);
    }
    varset_table_release(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(operations_agree_with_naive_sets),
        TEST(the_empty_set_is_zero),
        TEST(a_set_that_grows_by_one_costs_little),
        TEST(sets_are_found_again_however_many_share_a_line),
        TEST(rewinding_forgets_younger_sets),
    };
    return RUN(tests);
}
