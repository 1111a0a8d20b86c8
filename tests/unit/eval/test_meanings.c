/* The tables of meanings against ops.def. */
#include "testing.h"

#include "eval/meaning.h"
#include "eval/value.h"

static const struct meaning *const theories[] = {
    theory_arrays, theory_bags,    theory_bv,        theory_core,  theory_ff,
    theory_fp,     theory_ints,    theory_reals,     theory_sep,   theory_seq,
    theory_sets,   theory_strings, theory_relations, theory_trans, theory_tuples,
};

/* Operators that momus knows, but cannot judge by. */
static const struct {
    enum op op;
    const char *why;
} without_meaning[] = {
    {OP_SET_UNIVERSE, "a set that all others are in, but which is nowhere said"},
    {OP_SET_COMPLEMENT, "within the universe"},
    {OP_SEP_EMP, "speaks of a heap that no argument shows"},
    {OP_SEP_NIL, "its value has to be kept out of every heap"},
    {OP_SEP_PTO, "speaks of a heap that no argument shows"},
    {OP_SEP_STAR, "asks for all ways to split the heap"},
    {OP_SEP_WAND, "asks for all heaps"},
};

static size_t count_rows(enum op op) {
    size_t n = 0;
    for (size_t i = 0; i < LENGTH(theories); i++)
        for (const struct meaning *row = theories[i]; row->op != 0; row++)
            n += row->op == (uint16_t)op;
    return n;
}

static void test_every_canonical_operator_has_one_row(void **state) {
    for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++) {
        const struct op_row *info = op_row((enum op)op);
        if (info->canonical != (enum op)op)
            continue;
        size_t n = count_rows((enum op)op);
        if (n != 1)
            fail_msg("operator %u, %s, has %zu rows", op, info->symbol, n);
        assert_non_null(meaning_of((enum op)op));
        assert_int_equal(meaning_of((enum op)op)->op, op);
    }
}

static void test_rows_name_canonical_operators_only(void **state) {
    for (size_t i = 0; i < LENGTH(theories); i++)
        for (const struct meaning *row = theories[i]; row->op != 0; row++) {
            assert_in_range(row->op, OP_FIRST_THEORY, OP_COUNT - 1);
            const struct op_row *info = op_row((enum op)row->op);
            if (info->canonical != (enum op)row->op)
                fail_msg("%s is another spelling, and has a row of its own", info->symbol);
        }
}

static void test_other_spellings_have_no_row(void **state) {
    for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++)
        if (op_row((enum op)op)->canonical != (enum op)op)
            assert_null(meaning_of((enum op)op));
    for (uint32_t op = OP_NONE; op < OP_FIRST_THEORY; op++)
        assert_null(meaning_of((enum op)op));
}

static void test_what_has_no_meaning_is_listed_with_a_reason(void **state) {
    for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++) {
        const struct op_row *info = op_row((enum op)op);
        if (info->canonical != (enum op)op)
            continue;
        bool listed = false;
        for (size_t i = 0; i < LENGTH(without_meaning); i++)
            listed = listed || (without_meaning[i].op == op && without_meaning[i].why[0] != '\0');
        const struct meaning *row = meaning_of((enum op)op);
        if (listed != (row->apply == NULL))
            fail_msg("%s %s", info->symbol, listed ? "has a meaning" : "has no meaning");
    }
}

static void test_flags_are_known_ones(void **state) {
    for (size_t i = 0; i < LENGTH(theories); i++)
        for (const struct meaning *row = theories[i]; row->op != 0; row++)
            assert_int_equal(row->flags & ~(MEANING_LAZY | MEANING_CALLS | MEANING_WHOLE), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_every_canonical_operator_has_one_row),
        TEST(test_rows_name_canonical_operators_only),
        TEST(test_other_spellings_have_no_row),
        TEST(test_what_has_no_meaning_is_listed_with_a_reason),
        TEST(test_flags_are_known_ones),
    };
    return RUN(tests);
}
