#include "testing.h"

#include "term/signature.h"

/* The rank of an operator, as text: indices, arguments, result, :assoc. */
static char *rank(const struct term_table *table, uint32_t op) {
    static const char *const assocs[] = {"", " :left", " :right", " :chain", " :pairwise"};
    const struct op_info *info = op_info(table, op);
    struct strbuf out = {0};
    strbuf_printf(&out, "%u", info->n_indices);
    for (uint32_t i = 0; i <= info->n_args; i++) {
        strbuf_add_char(&out, ' ');
        sort_print(&table->sorts,
                   i < info->n_args ? list_items(&table->lists, info->args)[i] : info->result,
                   &out);
    }
    strbuf_add_text(&out, assocs[info->assoc]);
    return strbuf_detach(&out);
}

static void expect_rank(const struct term_table *table, uint32_t op, const char *expected) {
    char *found = rank(table, op);
    assert_string_equal(found, expected);
    mem_free(found);
}

static bool load(struct term_table *table, const char *text, struct sexpr_error *error) {
    return signature_load(table, text, strlen(text), error);
}

/* The last operator with this spelling. */
static uint32_t last_op(const struct term_table *table, const char *name) {
    symbol s = symbol_find(&table->symbols, name, strlen(name));
    uint32_t op = s == 0 ? 0 : symbol_at(&table->symbols, s)->op;
    while (op != 0 && op_info(table, op)->next != 0)
        op = op_info(table, op)->next;
    return op;
}

static void the_builtin_table_is_loaded(void **state) {
    struct term_table *table = term_table_new();
    assert_int_equal(table->ops.n, OP_COUNT);
    expect_rank(table, OP_AND, "0 Bool Bool Bool :left");
    expect_rank(table, OP_ITE, "0 Bool A A A");
    expect_rank(table, OP_EQ, "0 A A Bool :chain");
    expect_rank(table, OP_SELECT, "0 (Array A B) A B");
    /* m, n, o, … are the numerals in the order in which they come: i, j, then m */
    expect_rank(table, OP_BV_EXTRACT, "2 (_ BitVec o) (_ BitVec (+ 1 (- m n)))");
    expect_rank(table, OP_BV_CONCAT, "0 (_ BitVec m) (_ BitVec n) (_ BitVec (+ m n))");
    expect_rank(table, OP_INT_TO_BV, "1 Int (_ BitVec m)");
    expect_rank(table, OP_FP_POS_INF, "2 (_ FloatingPoint m n)");
    expect_rank(table, OP_SET_FOLD, "0 (-> A (-> B B)) B (Set A) B");
    expect_rank(table, last_op(table, "implies"), "0 Bool Bool Bool :right"); /* a synonym */
    assert_int_not_equal(op_info(table, OP_BV_EXTRACT)->condition, 0);
    assert_int_equal(op_info(table, OP_AND)->condition, 0);
    term_table_free(table);
}

static void conditions_are_compiled(void **state) {
    struct term_table *table = term_table_new();
    uint32_t condition = op_info(table, OP_BV_EXTRACT)->condition - 1; /* m > i and i >= j */
    struct sort_binding binding;
    sort_binding_clear(&binding, 0);
    static const struct {
        uint32_t i, j, m;
        int64_t holds;
    } cases[] = {{7, 0, 8, 1}, {8, 0, 8, 0}, {3, 3, 8, 1}, {2, 3, 8, 0}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        int64_t value;
        binding.numerals[0] = cases[i].i;
        binding.numerals[1] = cases[i].j;
        binding.numerals[2] = cases[i].m;
        assert_true(numeral_value(&table->sorts, condition, &binding, &value));
        assert_int_equal(value, cases[i].holds);
    }
    term_table_free(table);
}

static void users_signatures_are_read(void **state) {
    static const struct {
        const char *text, *name, *rank;
    } cases[] = {
        {"(str.from_int Int String)", "str.from_int", "0 Int String"},
        {"(and Bool Bool Bool :left-assoc)", "and", "0 Bool Bool Bool :left"},
        {"(par (A) (ite Bool A A A))", "ite", "0 Bool A A A"},
        {"((_ extract i j) (_ BitVec m) (_ BitVec (+ 1 (- i j))))", "extract",
         "2 (_ BitVec o) (_ BitVec (+ 1 (- m n)))"},
        {"(f Int Int Int :right-assoc)", "f", "0 Int Int Int :right"},
        {"(f Int Int Bool :chainable)", "f", "0 Int Int Bool :chain"},
        {"(f Int Int Bool :pairwise)", "f", "0 Int Int Bool :pairwise"},
        {"(c Int)", "c", "0 Int"},
        {"(|two words| Real)", "two words", "0 Real"},
        {"(par (X Y) (g (Array X Y) (Seq X) Y))", "g", "0 (Array A B) (Seq A) B"},
        {"(h Float32 (_ FloatingPoint 3 5) (-> Int Int Bool))", "h",
         "0 Float32 (_ FloatingPoint 3 5) (-> Int (-> Int Bool))"},
        {"; comment\n(a Int)\n\n(b Int)", "b", "0 Int"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct term_table *table = term_table_new();
        struct sexpr_error error = {0};
        assert_true(load(table, cases[i].text, &error));
        uint32_t op = last_op(table, cases[i].name);
        assert_true(op >= OP_COUNT);
        expect_rank(table, op, cases[i].rank);
        assert_int_equal(op_info(table, op)->theory, THEORY_USER);
        assert_int_equal(op_info(table, op)->origin, ORIGIN_EXT);
        assert_int_equal(op_info(table, op)->canonical, op);
        term_table_free(table);
    }
}

static void a_known_symbol_gets_one_more_rank_behind_its_own(void **state) {
    struct term_table *table = term_table_new();
    struct sexpr_error error;
    assert_true(load(table, "(and Int Int Int)\n(and Real Real)", &error));
    uint32_t op = symbol_at(&table->symbols, symbol_find(&table->symbols, "and", 3))->op;
    assert_int_equal(op, OP_AND);
    op = op_info(table, op)->next;
    expect_rank(table, op, "0 Int Int Int");
    op = op_info(table, op)->next;
    expect_rank(table, op, "0 Real Real");
    assert_int_equal(op_info(table, op)->next, 0);
    term_table_free(table);
}

static void a_rank_that_contradicts_another_is_refused(void **state) {
    static const struct {
        const char *text;
        uint32_t offset;
    } cases[] = {
        {"(+ Int Int Bool)", 0},
        {"(bvadd (_ BitVec 8) (_ BitVec 8) Int)", 0},
        {"((_ extract i j) (_ BitVec m) (_ BitVec m))", 0},
        {"(concat (_ BitVec m) (_ BitVec m) (_ BitVec m))", 0},
        {"(par (A) (= A A A))", 0},
        {"(par (X Y) (select (Array X Y) X X))", 0},
        {"(re.none String)", 0},
        {"(str.len String Real)", 0},
        {"((_ to_fp e s) RoundingMode Real Real)", 0},
        {"(f Int Int)\n(g Int Int)\n(f Int Bool)", 24},
        {"(f Int Int)\n(par (A) (f A Bool))", 12},
    };
    struct term_table *table = term_table_new();
    size_t n_ops = table->ops.n;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct sexpr_error error = {0};
        assert_false(load(table, cases[i].text, &error));
        assert_string_equal(error.message, "known with another result for the same arguments");
        assert_int_equal(error.offset, cases[i].offset);
        assert_int_equal(table->ops.n, n_ops);
    }
    /* Nothing of what was refused is left. */
    struct sexpr_error error = {0};
    assert_true(load(table, "(f Int String)\n(g Bool)", &error));
    expect_rank(table, last_op(table, "f"), "0 Int String");
    expect_rank(table, last_op(table, "g"), "0 Bool");
    assert_int_equal(table->ops.n, n_ops + 2);
    term_table_free(table);
}

/* Arguments that only a tolerance makes fit are no contradiction. */
static void a_rank_for_other_arguments_is_taken(void **state) {
    static const char *const texts[] = {"(+ Int Int Int)", "(+ Bool Bool Bool)", "(is_int Int Int)",
                                        "(par (A) (str.len (Array A A) Bool))",
                                        "((_ extract i) (_ BitVec m) Int)"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        struct term_table *table = term_table_new();
        struct sexpr_error error = {0};
        if (!load(table, texts[i], &error))
            fail_msg("%s: %s", texts[i], error.message);
        term_table_free(table);
    }
}

static void errors_say_where_and_why(void **state) {
    static const struct {
        const char *text, *message;
        uint32_t offset;
    } cases[] = {
        {"(f Int", "'(' without ')'", 0},
        {"(f Int))", "')' without '('", 7},
        {"(f [)", "stray character", 3},
        {"(f Foo Int)", "unknown sort", 3},
        {"(f Int A)", "unknown sort", 7}, /* A is a variable only inside par */
        {"(f (Seq Foo) Int)", "unknown sort", 8},
        {"(f Array Int)", "wrong number of indices or arguments of a sort", 3},
        {"(f (Array Int) Int)", "wrong number of indices or arguments of a sort", 4},
        {"(f (_ BitVec) Int)", "wrong number of indices or arguments of a sort", 6},
        {"(f (_ BitVec 1 2 3) Int)", "too many indices", 17},
        {"(f (_ BitVec 99999999999) Int)", "index too large", 13},
        {"(f (_ BitVec (% m 1)) Int)", "unknown operator in a numeral expression", 14},
        {"(f (_ BitVec (+ m)) Int)", "malformed numeral expression", 13},
        {"(f () Int)", "malformed sort", 3},
        {"(f \"Int\")", "malformed sort", 3},
        {"Int", "expected (NAME SORT...)", 0},
        {"(a Int) ()", "expected (NAME SORT...)", 8},
        {"(1 Int)", "expected the name of an operator", 1},
        {"((_ f 1) Int)", "an index must be a name here", 6},
        {"((_ f a b c d e g h i j) Int)", "too many numeral variables", 22},
        {"(par (A) (f A A) (g A A))", "expected (par (SORT...) (NAME SORT...))", 0},
        {"(par A (f A A))", "expected (par (SORT...) (NAME SORT...))", 0},
        {"(par (1) (f Int))", "malformed list of sort variables", 6},
        {"(f Int Int Int :assoc)", "unknown attribute", 15},
        {"(f Int Int :left-assoc)", "only an operator of two arguments can have this", 11},
        {"(f :left-assoc)", "operator without a sort", 0},
        {"(g Int Int)\n(f)", "operator without a sort", 12},
        {"(and Bool Bool Bool :left-assoc Garbage)", "unknown attribute", 32},
        {"((_ f i i) Int Int)", "an index stands here twice", 8},
        {"(par (A A) (f A A))", "a sort variable stands here twice", 8},
        {"(f (_ BitVec 0) Int)", "index too small", 13},
        {"(f (_ FloatingPoint 1 4) Int)", "index too small", 20},
        {"(f (-> Int) Int)", "wrong number of indices or arguments of a sort", 4},
        {"(f Int Int Bool :left-assoc)", "the sorts of the operator do not allow this", 16},
        {"(f Int Real Bool :chainable)", "the sorts of the operator do not allow this", 17},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct term_table *table = term_table_new();
        struct sexpr_error error = {0};
        if (load(table, cases[i].text, &error))
            fail_msg("accepted: %s", cases[i].text);
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(error.offset, cases[i].offset);
        term_table_free(table);
    }
}

static void the_order_of_a_finite_field_is_its_text(void **state) {
    struct term_table *table = term_table_new();
    struct sexpr_error error;
    struct strbuf text = {0};
    assert_true(load(table, "(f (_ FiniteField 5) Int)", &error));
    uint32_t op = last_op(table, "f");
    sort_print(&table->sorts, list_items(&table->lists, op_info(table, op)->args)[0], &text);
    assert_string_equal(strbuf_text(&text), "(_ FiniteField 5)");
    strbuf_free(&text);
    term_table_free(table);
}

static void an_error_adds_nothing_of_the_text(void **state) {
    struct term_table *table = term_table_new();
    struct sexpr_error error;
    assert_false(load(table, "(good Int) (and Int Int) (bad Foo)", &error));
    assert_int_equal(error.offset, 30);
    assert_int_equal(table->ops.n, OP_COUNT);
    assert_int_equal(last_op(table, "good"), 0);
    assert_int_equal(op_info(table, last_op(table, "and"))->theory, THEORY_CORE);
    assert_true(load(table, "(good Int)", &error)); /* and the table is still good */
    assert_int_equal(last_op(table, "good"), OP_COUNT);
    term_table_free(table);
}

static void too_many_arguments_and_deep_sorts_are_refused(void **state) {
    struct term_table *table = term_table_new();
    struct sexpr_error error;
    struct strbuf text = {0};
    strbuf_add_text(&text, "(f");
    for (int i = 0; i < 65; i++)
        strbuf_add_text(&text, " Int");
    strbuf_add_text(&text, ")");
    assert_false(load(table, strbuf_text(&text), &error));
    assert_string_equal(error.message, "too many arguments");
    strbuf_clear(&text);
    strbuf_add_text(&text, "(f ");
    for (int i = 0; i < 100000; i++)
        strbuf_add_text(&text, "(Seq ");
    strbuf_add_text(&text, "Int");
    strbuf_add_repeat(&text, ')', 100000);
    strbuf_add_text(&text, ")");
    assert_false(load(table, strbuf_text(&text), &error));
    assert_int_equal(table->ops.n, OP_COUNT);
    strbuf_free(&text);
    term_table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_builtin_table_is_loaded),
        TEST(conditions_are_compiled),
        TEST(users_signatures_are_read),
        TEST(a_rank_that_contradicts_another_is_refused),
        TEST(a_rank_for_other_arguments_is_taken),
        TEST(a_known_symbol_gets_one_more_rank_behind_its_own),
        TEST(errors_say_where_and_why),
        TEST(the_order_of_a_finite_field_is_its_text),
        TEST(an_error_adds_nothing_of_the_text),
        TEST(too_many_arguments_and_deep_sorts_are_refused),
    };
    return RUN(tests);
}
