#include "eval/judging.h"

#include "eval/array.h"
#include "eval/eval_int.h"

static const char prelude[] =
    "(set-logic ALL)"
    "(declare-sort U 0)"
    "(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))"
    "(declare-datatype Color ((red) (mix (of Int) (with Bool))))"
    "(declare-const x Int)"
    "(declare-const c Color)"
    "(declare-fun f (Int Int) Int)"
    "(declare-fun g (Int) Int)"
    "(define-fun plus ((m Int) (n Int)) Int (+ m n))"
    "(define-fun twice ((n Int)) Int (* 2 n))";

static char *written(struct judging *j, const char *text) {
    term t = read_term(&j->r, text);
    term out = eval_value_term(j->eval, eval_term(j->eval, t), term_sort(j->r.table, t));
    if (out == 0)
        fail_msg("%s cannot be written", text);
    if (term_sort(j->r.table, out) != term_sort(j->r.table, t))
        fail_msg("%s is written as a term of another sort", text);
    return print_term(&j->r, out);
}

/* The value is written like this, and has the same handle when that is read and evaluated. */
static void check(struct judging *j, const char *text, const char *expected) {
    char *found = written(j, text);
    if (strcmp(found, expected) != 0)
        fail_msg("%s is written as\n%s, not\n%s", text, found, expected);
    mem_free(found);
    assert_worth(j, text, expected);
}

static void check_all(const char *const (*cases)[2], size_t n) {
    struct judging j = judging_of(prelude);
    for (size_t i = 0; i < n; i++)
        check(&j, cases[i][0], cases[i][1] != NULL ? cases[i][1] : cases[i][0]);
    judging_free(&j);
}
#define CHECK(cases) check_all(cases, LENGTH(cases))

static void test_literals(void **state) {
    static const char *const cases[][2] = {
        {"true", NULL},
        {"(not true)", "false"},
        {"0", NULL},
        {"(+ 2 3)", "5"},
        {"(- 5)", NULL},
        {"(- 4611686018427387904)", NULL},
        {"(* 100000000000000000000 100000000000000000000)",
         "10000000000000000000000000000000000000000"},
        {"(- 100000000000000000000)", NULL},
        {"2.0", NULL},
        {"2.5", "(/ 5.0 2.0)"},
        {"(- 2.5)", "(- (/ 5.0 2.0))"},
        {"(- 2.0)", NULL},
        {"(/ 1.0 3.0)", NULL},
        {"(/ 100000000000000000000.0 300000000000000000001.0)", NULL},
        {"(bvadd #x0f #x01)", "#x10"},
        {"#b101", NULL},
        {"(_ bv3 200)", NULL},
        {"(bvnot (_ bv0 8))", "#xff"},
        {"\"a\"", NULL},
        {"(str.++ \"a\" \"\"\"\" \"\\u{0}\" \"\\\" \"u{61}\")", "\"a\"\"\\u{0}\\u{5c}u{61}\""},
        {"RNE", NULL},
        {"RNA", NULL},
        {"RTP", NULL},
        {"RTN", NULL},
        {"roundTowardZero", "RTZ"},
        {"(ff.add (as ff3 (_ FiniteField 5)) (as ff4 (_ FiniteField 5)))",
         "(as ff2 (_ FiniteField 5))"},
    };
    CHECK(cases);
}

static void test_floats(void **state) {
    static const char *const cases[][2] = {
        {"(fp #b0 #x7f #b00000000000000000000000)", NULL},
        {"(fp #b1 #b01 #b11)", NULL},
        {"(fp #b0 #b00 #b01)", NULL},
        {"(fp #b1 #b00 #b00)", "(_ -zero 2 3)"},
        {"(fp #b0 #b00 #b00)", "(_ +zero 2 3)"},
        {"(fp #b1 #b11 #b00)", "(_ -oo 2 3)"},
        {"(fp #b0 #b11 #b00)", "(_ +oo 2 3)"},
        {"(fp #b1 #b11 #b01)", "(_ NaN 2 3)"},
        {"(fp #b0 #b11 #b10)", "(_ NaN 2 3)"},
        {"(fp.neg (fp #b0 #b10000000000 #x0000000000001))",
         "(fp #b1 #b10000000000 #x0000000000001)"},
        {"(fp #b1 #b100000000000001 (bvnot (_ bv1 112)))",
         "(fp #b1 #b100000000000001 #xfffffffffffffffffffffffffffe)"},
    };
    CHECK(cases);
}

static void test_containers(void **state) {
    static const char *const cases[][2] = {
        {"((as const (Array Int Int)) 0)", NULL},
        {"(store (store (store ((as const (Array Int Int)) 0) 5 1) (- 3) 2) 2 3)",
         "(store (store (store ((as const (Array Int Int)) 0) (- 3) 2) 2 3) 5 1)"},
        {"(store (store ((as const (Array Real Int)) 0) 2.0 1) (/ 1.0 3.0) 2)",
         "(store (store ((as const (Array Real Int)) 0) (/ 1.0 3.0) 2) 2.0 1)"},
        {"(store ((as const (Array Int (Array Int Real))) ((as const (Array Int Real)) 1.0)) 1"
         " (store ((as const (Array Int Real)) 1.0) 1 2.0))",
         NULL},
        {"(as nil (List Int))", NULL},
        {"(cons 1 (as nil (List Int)))", NULL},
        {"(cons 1.0 (as nil (List Real)))", NULL},
        {"(cons (as nil (List Bool)) (as nil (List (List Bool))))", NULL},
        {"red", NULL},
        {"(mix 3 true)", NULL},
        {"(tuple 1 2.0 #b1)", NULL},
        {"tuple.unit", NULL},
        {"(as seq.empty (Seq Int))", NULL},
        {"(seq.unit 1.0)", NULL},
        {"(seq.++ (seq.unit 3) (seq.unit 1) (seq.unit 2))", NULL},
        {"(as set.empty (Set Int))", NULL},
        {"(set.singleton 1)", NULL},
        {"(set.insert 3 (- 1) (set.singleton 2))", "(set.insert (- 1) 2 (set.singleton 3))"},
        {"(as bag.empty (Bag Int))", NULL},
        {"(bag 1 3)", NULL},
        {"(bag.union_disjoint (bag 2 3) (bag 1 1))", "(bag.union_disjoint (bag 1 1) (bag 2 3))"},
        {"(set.singleton (seq.unit (tuple 1 1.0)))", NULL},
    };
    CHECK(cases);
}

static void test_functions(void **state) {
    struct judging j = judging_of(prelude);
    static const char *const cases[][2] = {
        {"g", "g"},
        {"(plus 3)", "(lambda ((x Int)) (plus 3 x))"},
        {"(lambda ((y Int)) (+ y 1))", "(lambda ((y Int)) (+ y 1))"},
        {"((lambda ((z Int)) (lambda ((y Int)) (+ y z))) 4)", "(lambda ((y Int)) (+ y 4))"},
        {"((lambda ((z Int) (y Int)) (+ y z)) 4)", "(lambda ((y Int)) (+ y 4))"},
        {"(lambda ((y Int)) (ite (= y 1) 2 3))", "(lambda ((x Int)) (ite (= x 1) 2 3))"},
        {"(_ as-array twice)", "(_ as-array twice)"},
        {"(store (_ as-array twice) 1 5)", "(store (_ as-array twice) 1 5)"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *found = written(&j, cases[i][0]);
        assert_string_equal(found, cases[i][1]);
        mem_free(found);
    }
    judging_free(&j);
}

static void test_what_waits_is_written_as_it_is(void **state) {
    struct judging j = judging_of(prelude);
    static const char *const cases[][2] = {
        {"x", "x"},
        {"(+ x (* 2 3))", "(+ x 6)"},
        {"(f (+ 1 1) x)", "(f 2 x)"},
        {"(div (+ 1 1) 0)", "(div 2 0)"},
        {"(/ 1.0 0.0)", "(/ 1.0 0.0)"},
        {"((_ is mix) c)", "((_ is mix) c)"},
        {"((_ update of) c (+ 1 2))", "((_ update of) c 3)"},
        {"(of c)", "(of c)"},
        {"(cons x (as nil (List Int)))", "(cons x (as nil (List Int)))"},
        {"(set.choose (set.insert 1 (set.singleton 2)))",
         "(set.choose (set.insert 1 (set.singleton 2)))"},
        {"((lambda ((y Int)) (seq.map (lambda ((z Int)) (f y z)) (seq.unit 1))) (+ 1 1))",
         "(seq.map (lambda ((z Int)) (f 2 z)) (seq.unit 1))"},
        {"((lambda ((k Int)) (match c ((red k) ((mix a b) (+ a k))))) 5)",
         "(match c ((red 5) ((mix a b) (+ a 5))))"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *found = written(&j, cases[i][0]);
        if (strcmp(found, cases[i][1]) != 0)
            fail_msg("%s is written as\n%s, not\n%s", cases[i][0], found, cases[i][1]);
        mem_free(found);
    }
    judging_free(&j);
}

static void test_no_value_has_no_term(void **state) {
    struct judging j = judging_of(prelude);
    assert_int_equal(eval_value_term(j.eval, VALUE_LIMIT, SORT_INT), 0);
    assert_int_equal(eval_value_term(j.eval, VALUE_UNSUPPORTED, SORT_INT), 0);
    judging_free(&j);
}

static void test_elements_keep_their_names(void **state) {
    struct judging j = judging_of(prelude);
    sort u = read_sort(&j.r, "U");
    uint64_t name = symbol_intern(&j.r.table->symbols, "@U_3", 4);
    value v = value_make(eval_values(j.eval), VALUE_ELEMENT, 0, &name, 1);
    term t = eval_value_term(j.eval, v, u);
    assert_int_equal(term_op(j.r.table, t), OP_ABSTRACT);
    assert_int_equal(term_sort(j.r.table, t), u);
    assert_int_equal(eval_term(j.eval, t), v);
    assert_text(print_term(&j.r, t), "(as @U_3 U)");
    judging_free(&j);
}

static void test_algebraic_numbers(void **state) {
    struct judging j = judging_of(prelude);
    term t = read_term(&j.r, "(root-obj (+ (^ x 2) (- 2)) 2)");
    value v = eval_term(j.eval, t);
    assert_int_equal(eval_result(j.eval, v), EVAL_VALUE);
    term out = eval_value_term(j.eval, v, SORT_REAL);
    assert_int_equal(term_op(j.r.table, out), OP_ALGEBRAIC);
    assert_int_equal(eval_term(j.eval, out), v);
    judging_free(&j);
}

static void test_languages(void **state) {
    struct judging j = judging_of(prelude);
    term t = read_term(&j.r, "(re.* (str.to_re \"ab\"))");
    value v = eval_term(j.eval, t);
    term out = eval_value_term(j.eval, v, SORT_REGLAN);
    assert_int_equal(eval_equal(j.eval, v, eval_term(j.eval, out), SORT_REGLAN), VALUE_TRUE);
    judging_free(&j);
}

/* ---- random values of random sorts ---- */

static sort random_sort(struct reading *r, struct rng *rng, int depth) {
    static const char *const leaves[] = {"Bool",
                                         "Int",
                                         "Real",
                                         "(_ BitVec 2)",
                                         "String",
                                         "RoundingMode",
                                         "(_ FloatingPoint 2 3)",
                                         "Color",
                                         "(_ FiniteField 3)"};
    struct sort_table *sorts = &r->table->sorts;
    if (depth == 0 || rng_chance(rng, 1, 3))
        return read_sort(r, leaves[rng_below(rng, LENGTH(leaves))]);
    sort parts[2] = {random_sort(r, rng, depth - 1), random_sort(r, rng, depth - 1)};
    static const enum sort_kind kinds[] = {SORT_SEQ,   SORT_SET,   SORT_BAG,
                                           SORT_TUPLE, SORT_ARRAY, SORT_ARRAY};
    enum sort_kind kind = kinds[rng_below(rng, LENGTH(kinds))];
    return sort_make(sorts, kind, 0, 0, parts, kind == SORT_TUPLE || kind == SORT_ARRAY ? 2 : 1);
}

static value random_value(struct judging *j, struct rng *rng, sort s);

static value random_container(struct judging *j, struct rng *rng, sort s, uint64_t n) {
    const struct sort_table *sorts = &j->r.table->sorts;
    sort first = sort_arg(sorts, s, 0);
    value items[4];
    struct pair pairs[4];
    for (uint64_t i = 0; i < n; i++) {
        items[i] = random_value(j, rng, first);
        pairs[i] = (struct pair){items[i], value_of_small((int64_t)rng_below(rng, 3) + 1)};
    }
    switch (sort_kind(sorts, s)) {
    case SORT_SEQ:
        return container_seq(j->eval, items, n);
    case SORT_SET:
        return container_set(j->eval, items, n);
    case SORT_BAG:
        return container_bag(j->eval, pairs, n);
    default:
        break;
    }
    value a = array_const(j->eval, random_value(j, rng, sort_arg(sorts, s, 1)));
    for (uint64_t i = 0; i < n; i++)
        a = array_store(j->eval, s, a, items[i], random_value(j, rng, sort_arg(sorts, s, 1)));
    return a;
}

static value random_value(struct judging *j, struct rng *rng, sort s) {
    const struct sort_table *sorts = &j->r.table->sorts;
    uint64_t n;
    switch (sort_kind(sorts, s)) {
    case SORT_SEQ:
    case SORT_SET:
    case SORT_BAG:
    case SORT_ARRAY:
        return random_container(j, rng, s, rng_below(rng, 5));
    case SORT_TUPLE: {
        value parts[2] = {random_value(j, rng, sort_arg(sorts, s, 0)),
                          random_value(j, rng, sort_arg(sorts, s, 1))};
        return container_tuple(j->eval, parts, 2);
    }
    default:
        break;
    }
    n = rng_below(rng, 12);
    uint64_t all;
    if (domain_is_finite(j->eval, s, 100, &all))
        return domain_value(j->eval, s, rng_below(rng, all));
    value v = domain_sample(j->eval, s, n);
    return v != 0 ? v : domain_default(j->eval, s);
}

static void test_random_values_come_back(void **state) {
    struct judging j = judging_of(prelude);
    struct rng rng = testing_rng(17);
    for (int i = 0; i < 1500; i++) {
        sort s = random_sort(&j.r, &rng, 3);
        value v = random_value(&j, &rng, s);
        term t = eval_value_term(j.eval, v, s);
        assert_int_not_equal(t, 0);
        assert_int_equal(term_sort(j.r.table, t), s);
        assert_int_equal(eval_term(j.eval, t), v);
        char *text = print_term(&j.r, t);
        if (judge_term(&j, text) != v)
            fail_msg("%s does not come back", text);
        mem_free(text);
    }
    judging_free(&j);
}

/* A list as long as no stack of C would take. */
static void test_depth_is_no_problem(void **state) {
    enum { N = 300000 };
    struct judging j = judging_of(prelude);
    sort s = read_sort(&j.r, "(List Int)");
    value v = judge_term(&j, "(as nil (List Int))");
    fun cons = value_at(eval_values(j.eval), judge_term(&j, "(cons 1 (as nil (List Int)))"))->aux;
    for (int i = 0; i < N; i++) {
        value args[2] = {value_of_small(i % 7), v};
        v = value_make(eval_values(j.eval), VALUE_CONSTRUCTED, cons, args, 2);
    }
    term t = eval_value_term(j.eval, v, s);
    assert_int_equal(term_depth(j.r.table, t), N + 1);
    assert_int_equal(eval_term(j.eval, t), v);
    judging_free(&j);
}

/* Containers of many elements can be read back: what is written copies little. */
static void test_width_is_no_problem(void **state) {
    enum { N = 20000 };
    struct judging j = judging_of(prelude);
    static const char *const sorts[] = {"(Seq Int)", "(Set Int)", "(Bag Int)"};
    static const enum value_kind kinds[] = {VALUE_SEQ, VALUE_SET, VALUE_BAG};
    value *items = mem_alloc(N * sizeof *items);
    for (size_t k = 0; k < LENGTH(sorts); k++) {
        for (int i = 0; i < N; i++)
            items[i] = value_of_small(kinds[k] == VALUE_BAG && i % 2 == 1 ? 3 : i);
        value v = value_make(eval_values(j.eval), kinds[k], 0, items, N);
        size_t before = eval_values(j.eval)->n_words;
        term t = eval_value_term(j.eval, v, read_sort(&j.r, sorts[k]));
        assert_int_equal(eval_term(j.eval, t), v);
        assert_true(eval_values(j.eval)->n_words - before < 200 * N);
    }
    mem_free(items);
    judging_free(&j);
}

/* A pair of a pair of ... a thing: 2^60 parts as a tree, 60 as they are. */
static void test_shared_parts_are_written_once(void **state) {
    struct judging j = judging_of(prelude);
    value v = value_of_small(1);
    sort s = SORT_INT;
    for (int i = 0; i < 10; i++) {
        value pair[2] = {v, v};
        sort sorts[2] = {s, s};
        v = value_make(eval_values(j.eval), VALUE_TUPLE, 0, pair, 2);
        s = sort_make(&j.r.table->sorts, SORT_TUPLE, 0, 0, sorts, 2);
    }
    size_t before = j.r.table->nodes.n;
    assert_int_not_equal(eval_value_term(j.eval, v, s), 0);
    assert_true(j.r.table->nodes.n - before < 20);
    judging_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_literals),
        TEST(test_floats),
        TEST(test_containers),
        TEST(test_functions),
        TEST(test_what_waits_is_written_as_it_is),
        TEST(test_no_value_has_no_term),
        TEST(test_elements_keep_their_names),
        TEST(test_algebraic_numbers),
        TEST(test_languages),
        TEST(test_random_values_come_back),
        TEST(test_depth_is_no_problem),
        TEST(test_width_is_no_problem),
        TEST(test_shared_parts_are_written_once),
    };
    return RUN(tests);
}
