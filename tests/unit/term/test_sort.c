#include "testing.h"

#include "term/table.h"

/* The names of sorts are looked up as a parser would. */
static sort named(struct sort_table *sorts, const char *name, const uint32_t *indices,
                  const sort *args, uint32_t n_args) {
    const struct sort_name *found = sort_name_find(name, strlen(name));
    assert_non_null(found);
    return sort_make_named(sorts, found, indices, args, n_args);
}

static void expect_print(const struct sort_table *sorts, sort s, const char *expected) {
    struct strbuf out = {0};
    sort_print(sorts, s, &out);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_free(&out);
}

static struct sort_table *setup(struct term_table **table) {
    *table = term_table_new();
    return &(*table)->sorts;
}

static void equal_sorts_have_equal_handles(void **state) {
    struct term_table *table;
    struct sort_table *sorts = setup(&table);
    sort bv8 = sort_bitvec(sorts, 8);
    assert_int_equal(sort_bitvec(sorts, 8), bv8);
    assert_int_not_equal(sort_bitvec(sorts, 9), bv8);
    assert_int_not_equal(sort_float(sorts, 8, 24), sort_float(sorts, 24, 8));
    sort array = sort_array(sorts, SORT_INT, bv8);
    assert_int_equal(sort_array(sorts, SORT_INT, bv8), array);
    assert_int_not_equal(sort_array(sorts, bv8, SORT_INT), array);
    assert_int_not_equal(sort_map(sorts, SORT_INT, bv8), array);
    assert_int_equal(sort_kind(sorts, array), SORT_ARRAY);
    assert_int_equal(sort_n_args(sorts, array), 2);
    assert_int_equal(sort_arg(sorts, array, 0), SORT_INT);
    assert_int_equal(sort_arg(sorts, array, 1), bv8);
    term_table_free(table);
}

static void equal_hashes_are_not_equal_sorts(void **state) {
    struct term_table *table;
    struct sort_table *sorts = setup(&table);
    sort f = sort_float(sorts, 3, 4);
    sort others[] = {sort_float(sorts, 3, 5), sort_float(sorts, 2, 4),
                     sort_make(sorts, SORT_BITVEC, 3, 4, NULL, 0),
                     sort_make(sorts, SORT_FLOAT, 3, 4, (sort[]){SORT_INT}, 1)};
    for (size_t i = 0; i < LENGTH(others); i++)
        testing_collide(&sorts->index, others[i], f);
    assert_int_not_equal(sort_float(sorts, 3, 5), f);
    assert_int_not_equal(sort_float(sorts, 2, 4), f);
    assert_int_not_equal(sort_make(sorts, SORT_BITVEC, 3, 4, NULL, 0), f);
    assert_int_not_equal(sort_make(sorts, SORT_FLOAT, 3, 4, (sort[]){SORT_INT}, 1), f);
    term_table_free(table);
}

static void sorts_without_parts_have_their_kind_as_handle(void **state) {
    struct term_table *table;
    struct sort_table *sorts = setup(&table);
    static const char *const names[] = {"Bool", "Int", "Real", "String", "RegLan", "RoundingMode"};
    for (uint32_t i = 0; i < LENGTH(names); i++) {
        assert_int_equal(named(sorts, names[i], NULL, NULL, 0), SORT_BOOL + i);
        assert_int_equal(sort_kind(sorts, SORT_BOOL + i), SORT_BOOL + i);
        assert_false(sort_is_pattern(sorts, SORT_BOOL + i));
    }
    assert_null(sort_name_find("int", 3));
    assert_null(sort_name_find("Integer", 7));
    assert_null(sort_name_find("", 0));
    term_table_free(table);
}

static void names_mean_what_they_abbreviate(void **state) {
    struct term_table *table;
    struct sort_table *sorts = setup(&table);
    sort two[] = {SORT_INT, SORT_BOOL}, three[] = {SORT_INT, SORT_BOOL, SORT_REAL};
    assert_int_equal(named(sorts, "Float16", NULL, NULL, 0), sort_float(sorts, 5, 11));
    assert_int_equal(named(sorts, "Float32", NULL, NULL, 0), sort_float(sorts, 8, 24));
    assert_int_equal(named(sorts, "Float64", NULL, NULL, 0), sort_float(sorts, 11, 53));
    assert_int_equal(named(sorts, "Float128", NULL, NULL, 0), sort_float(sorts, 15, 113));
    assert_int_equal(named(sorts, "FloatingPoint", (uint32_t[]){8, 24}, NULL, 0),
                     sort_float(sorts, 8, 24));
    assert_int_equal(named(sorts, "BitVec", (uint32_t[]){8, 0}, NULL, 0), sort_bitvec(sorts, 8));
    sort tuple = named(sorts, "Tuple", NULL, two, 2);
    assert_int_equal(named(sorts, "Relation", NULL, two, 2),
                     sort_make(sorts, SORT_SET, 0, 0, &tuple, 1));
    assert_int_equal(named(sorts, "Table", NULL, two, 2),
                     sort_make(sorts, SORT_BAG, 0, 0, &tuple, 1));
    assert_int_equal(named(sorts, "->", NULL, three, 3),
                     sort_map(sorts, SORT_INT, sort_map(sorts, SORT_BOOL, SORT_REAL)));
    term_table_free(table);
}

static void sorts_are_printed_as_smtlib_writes_them(void **state) {
    struct term_table *table;
    struct sort_table *sorts = setup(&table);
    sort two[] = {SORT_INT, sort_bitvec(sorts, 8)};
    expect_print(sorts, SORT_ROUNDING_MODE, "RoundingMode");
    expect_print(sorts, sort_bitvec(sorts, 64), "(_ BitVec 64)");
    expect_print(sorts, sort_float(sorts, 8, 24), "Float32");
    expect_print(sorts, sort_float(sorts, 3, 5), "(_ FloatingPoint 3 5)");
    expect_print(sorts, sort_array(sorts, SORT_INT, two[1]), "(Array Int (_ BitVec 8))");
    expect_print(sorts, named(sorts, "Relation", NULL, two, 2), "(Set (Tuple Int (_ BitVec 8)))");
    expect_print(sorts, named(sorts, "UnitTuple", NULL, NULL, 0), "UnitTuple");
    expect_print(sorts, sort_map(sorts, SORT_INT, SORT_BOOL), "(-> Int Bool)");
    symbol order = symbol_intern(&table->symbols, "340282366920938463463374607431768211507", 39);
    expect_print(sorts, sort_make(sorts, SORT_FIELD, order, 0, NULL, 0),
                 "(_ FiniteField 340282366920938463463374607431768211507)");

    symbol list_name = symbol_intern(&table->symbols, "my list", 7);
    uint32_t decl = sort_declare(sorts, DECL_DATATYPE, list_name, 1);
    sort of_int = sort_make(sorts, SORT_DECLARED, decl, 0, two, 1);
    expect_print(sorts, of_int, "(|my list| Int)");
    assert_int_equal(sort_datatype(sorts, of_int)->name, list_name);
    uint32_t plain = sort_declare(sorts, DECL_UNINTERPRETED, list_name, 0);
    sort u = sort_make(sorts, SORT_DECLARED, plain, 0, NULL, 0);
    expect_print(sorts, u, "|my list|");
    assert_null(sort_datatype(sorts, u));
    assert_null(sort_datatype(sorts, SORT_INT));
    term_table_free(table);
}

static void too_deep_and_too_large_sorts_are_refused(void **state) {
    struct term_table *table;
    struct sort_table *sorts = setup(&table);
    sort deep = SORT_INT;
    for (int i = 0; i < SORT_DEPTH_MAX; i++) {
        deep = sort_make(sorts, SORT_SEQ, 0, 0, &deep, 1);
        assert_int_not_equal(deep, 0);
    }
    assert_int_equal(sort_make(sorts, SORT_SEQ, 0, 0, &deep, 1), 0);

    sort wide = SORT_INT; /* doubles: 2^13 - 1 nodes are allowed, 2^14 - 1 are not */
    for (int i = 0; i < 12; i++) {
        wide = sort_array(sorts, wide, wide);
        assert_int_not_equal(wide, 0);
    }
    assert_int_equal(sort_array(sorts, wide, wide), 0);
    term_table_free(table);
}

/* Variables m, n, … as indices of patterns. */
static uint32_t variable(struct sort_table *sorts, uint32_t number) {
    return NUMERAL_EXPR(numeral_expr(sorts, 'v', number, 0));
}

static uint32_t computed(struct sort_table *sorts, char op, uint32_t a, uint32_t b) {
    return NUMERAL_EXPR(numeral_expr(sorts, op, a & SORT_INDEX_MAX, b & SORT_INDEX_MAX));
}

static void matching_binds_variables_and_instantiating_uses_them(void **state) {
    struct term_table *table;
    struct sort_table *sorts = setup(&table);
    struct sort_binding binding;
    uint32_t m = variable(sorts, 0), n = variable(sorts, 1);
    sort a = sort_param(sorts, 0), b = sort_param(sorts, 1);
    sort array = sort_array(sorts, a, sort_array(sorts, b, a));
    assert_true(sort_is_pattern(sorts, array));
    expect_print(sorts, array, "(Array A (Array B A))");

    sort actual = sort_array(sorts, SORT_INT, sort_array(sorts, SORT_BOOL, SORT_INT));
    sort_binding_clear(&binding, 2);
    assert_true(sort_match(sorts, array, actual, &binding));
    assert_int_equal(binding.params[0], SORT_INT);
    assert_int_equal(binding.params[1], SORT_BOOL);
    assert_int_equal(sort_instantiate(sorts, array, &binding), actual);

    sort other = sort_array(sorts, SORT_INT, sort_array(sorts, SORT_BOOL, SORT_REAL));
    sort_binding_clear(&binding, 2);
    assert_false(sort_match(sorts, array, other, &binding)); /* A is Int and Real */
    sort_binding_clear(&binding, 2);
    assert_false(sort_match(sorts, array, sort_map(sorts, SORT_INT, SORT_INT), &binding));

    sort bv_m = sort_bitvec(sorts, m), bv_n = sort_bitvec(sorts, n);
    sort_binding_clear(&binding, 0);
    assert_true(sort_match(sorts, bv_m, sort_bitvec(sorts, 8), &binding));
    assert_true(sort_match(sorts, bv_m, sort_bitvec(sorts, 8), &binding));
    assert_false(sort_match(sorts, bv_m, sort_bitvec(sorts, 9), &binding));
    assert_false(sort_match(sorts, bv_n, SORT_INT, &binding));
    assert_true(sort_match(sorts, bv_n, sort_bitvec(sorts, 3), &binding));
    sort sum = sort_bitvec(sorts, computed(sorts, '+', m, n));
    expect_print(sorts, sum, "(_ BitVec (+ m n))");
    assert_int_equal(sort_instantiate(sorts, sum, &binding), sort_bitvec(sorts, 11));
    assert_true(sort_match(sorts, sum, sort_bitvec(sorts, 11), &binding));
    assert_false(sort_match(sorts, sum, sort_bitvec(sorts, 12), &binding));
    term_table_free(table);
}

static void instantiating_refuses_what_is_no_sort(void **state) {
    struct term_table *table;
    struct sort_table *sorts = setup(&table);
    struct sort_binding binding;
    uint32_t m = variable(sorts, 0), n = variable(sorts, 1);
    sort_binding_clear(&binding, 1);
    assert_int_equal(sort_instantiate(sorts, sort_param(sorts, 0), &binding), 0);
    assert_int_equal(sort_instantiate(sorts, sort_bitvec(sorts, m), &binding), 0);
    sort seq = sort_make(sorts, SORT_SEQ, 0, 0, (sort[]){sort_param(sorts, 0)}, 1);
    assert_int_equal(sort_instantiate(sorts, seq, &binding), 0);

    sort difference = sort_bitvec(sorts, computed(sorts, '-', m, n));
    sort product = sort_bitvec(sorts, computed(sorts, '*', m, n));
    sort shape = sort_float(sorts, m, n);
    static const struct {
        uint32_t m, n;
        bool difference, product, shape;
    } cases[] = {
        {8, 3, true, true, true},           {3, 3, false, true, true},
        {3, 8, false, true, true},          {2, 1, true, true, false},
        {1, 2, false, true, false},         {0, 5, false, false, false},
        {65536, 65536, false, false, true}, {65536, 32768, true, false, true},
        {65536, 32767, true, true, true},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        binding.numerals[0] = cases[i].m;
        binding.numerals[1] = cases[i].n;
        assert_int_equal(sort_instantiate(sorts, difference, &binding) != 0, cases[i].difference);
        assert_int_equal(sort_instantiate(sorts, product, &binding) != 0, cases[i].product);
        assert_int_equal(sort_instantiate(sorts, shape, &binding) != 0, cases[i].shape);
    }
    term_table_free(table);
}

static void numeral_expressions_have_the_right_values(void **state) {
    struct term_table *table;
    struct sort_table *sorts = setup(&table);
    struct sort_binding binding;
    sort_binding_clear(&binding, 0);
    uint32_t seven = numeral_expr(sorts, 'c', 7, 0), three = numeral_expr(sorts, 'c', 3, 0);
    static const struct {
        char op;
        int64_t value;
    } cases[] = {{'+', 10}, {'-', 4}, {'*', 21}, {'<', 0}, {'L', 0},
                 {'>', 1},  {'G', 1}, {'=', 0},  {'&', 1}};
    int64_t value;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_true(
            numeral_value(sorts, numeral_expr(sorts, cases[i].op, seven, three), &binding, &value));
        assert_int_equal(value, cases[i].value);
    }
    assert_true(numeral_value(sorts, numeral_expr(sorts, 'L', three, three), &binding, &value));
    assert_int_equal(value, 1);
    assert_true(numeral_value(sorts, numeral_expr(sorts, '-', three, seven), &binding, &value));
    assert_int_equal(value, -4);
    assert_int_equal(numeral_expr(sorts, 'c', 7, 0), seven);

    uint32_t unbound = numeral_expr(sorts, 'v', 2, 0);
    assert_false(numeral_value(sorts, numeral_expr(sorts, '+', seven, unbound), &binding, &value));
    /* Squared again and again, 2^20 leaves the range instead of wrapping around to 0. */
    uint32_t large = numeral_expr(sorts, 'c', 1 << 20, 0);
    large = numeral_expr(sorts, '*', large, large);
    assert_true(numeral_value(sorts, large, &binding, &value));
    large = numeral_expr(sorts, '*', large, large);
    assert_false(numeral_value(sorts, large, &binding, &value));
    term_table_free(table);
}

static void rewinding_forgets_younger_sorts(void **state) {
    struct term_table *table;
    struct sort_table *sorts = setup(&table);
    sort kept = sort_bitvec(sorts, 12345);
    struct term_mark mark = term_table_mark(table);
    for (int round = 0; round < 3; round++) {
        assert_int_equal(sort_bitvec(sorts, 54321), kept + 1);
        assert_int_equal(sort_array(sorts, kept, kept + 1), kept + 2);
        sort_declare(sorts, DECL_UNINTERPRETED, 1, 0);
        term_table_rewind(table, mark);
        assert_int_equal(sorts->nodes.n, mark.sorts.nodes);
        assert_int_equal(sorts->decls.n, mark.sorts.decls);
        assert_int_equal(sort_bitvec(sorts, 12345), kept);
    }
    term_table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(equal_sorts_have_equal_handles),
        TEST(equal_hashes_are_not_equal_sorts),
        TEST(sorts_without_parts_have_their_kind_as_handle),
        TEST(names_mean_what_they_abbreviate),
        TEST(sorts_are_printed_as_smtlib_writes_them),
        TEST(too_deep_and_too_large_sorts_are_refused),
        TEST(matching_binds_variables_and_instantiating_uses_them),
        TEST(instantiating_refuses_what_is_no_sort),
        TEST(numeral_expressions_have_the_right_values),
        TEST(rewinding_forgets_younger_sorts),
    };
    return RUN(tests);
}
