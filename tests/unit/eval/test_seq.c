#include "eval/judging.h"

static const char prelude[] =
    "(set-logic ALL)"
    "(declare-const x Int)"
    "(declare-fun f (Int) Int)"
    "(define-fun E () (Seq Int) (as seq.empty (Seq Int)))"
    "(define-fun S () (Seq Int) (seq.++ (seq.unit 1) (seq.unit 2) (seq.unit 1) (seq.unit 2)))"
    "(define-fun U () (Seq Int) (seq.unit 7))"
    "(define-fun V () (Seq Int) (seq.++ (seq.unit 7) (seq.unit 8)))";

#define CHECK(cases) check_terms(prelude, cases, LENGTH(cases))

static void test_making_and_taking_apart(void **state) {
    static const struct term_worth cases[] = {
        {"(seq.len E)", "0"},
        {"(seq.len S)", "4"},
        {"(seq.++ E U)", "U"},
        {"(seq.++ U E E (seq.unit 8))", "V"},
        {"(seq.at S 1)", "(seq.unit 2)"},
        {"(seq.at S 4)", "E"},
        {"(seq.at S (- 1))", "E"},
        {"(seq.at S 100000000000000000000)", "E"},
        {"(seq.nth S 2)", "1"},
        {"(seq.nth_i S 2)", "1"},
        {"(seq.extract S 1 2)", "(seq.++ (seq.unit 2) (seq.unit 1))"},
        {"(seq.extract S 1 (- 2))", "E"},
        {"(seq.extract S 1 0)", "E"},
        {"(seq.extract S 3 9)", "(seq.unit 2)"},
        {"(seq.extract S 3 100000000000000000000)", "(seq.unit 2)"},
        {"(seq.extract S 4 1)", "E"},
        {"(seq.extract S (- 1) 3)", "E"},
        {"(seq.extract S 0 4)", "S"},
        {"(seq.update S 1 V)", "(seq.++ (seq.unit 1) V (seq.unit 2))"},
        {"(seq.update S 3 V)", "(seq.++ (seq.extract S 0 3) (seq.unit 7))"},
        {"(seq.update S 4 V)", "S"},
        {"(seq.update S (- 1) V)", "S"},
        {"(seq.update S 1 E)", "S"},
        {"(seq.update S 0 (seq.++ V V V))", "(seq.++ V V)"},
        {"(seq.update E 0 V)", "E"},
        {"(seq.update (seq.++ S S S S) 15 (seq.++ S S S S))",
         "(seq.++ S S S (seq.extract S 0 3) (seq.unit 1))"},
        {"(seq.rev S)", "(seq.++ (seq.unit 2) (seq.unit 1) (seq.unit 2) (seq.unit 1))"},
        {"(seq.rev E)", "E"},
        {"(seq.len (seq.unit E))", "1"},
        {"(seq.nth (seq.++ (seq.unit E) (seq.unit S)) 1)", "S"},
    };
    CHECK(cases);
}

static void test_searching(void **state) {
    static const struct term_worth cases[] = {
        {"(seq.contains S E)", "true"},
        {"(seq.contains E E)", "true"},
        {"(seq.contains E U)", "false"},
        {"(seq.contains S (seq.++ (seq.unit 2) (seq.unit 1)))", "true"},
        {"(seq.contains S (seq.++ (seq.unit 2) (seq.unit 2)))", "false"},
        {"(seq.contains (seq.unit 2) S)", "false"},
        {"(seq.prefixof E S)", "true"},
        {"(seq.prefixof E E)", "true"},
        {"(seq.prefixof (seq.unit 1) S)", "true"},
        {"(seq.prefixof (seq.unit 2) S)", "false"},
        {"(seq.prefixof S (seq.unit 1))", "false"},
        {"(seq.suffixof (seq.unit 2) S)", "true"},
        {"(seq.suffixof (seq.unit 1) S)", "false"},
        {"(seq.suffixof S S)", "true"},
        {"(seq.indexof S E 0)", "0"},
        {"(seq.indexof S E 4)", "4"},
        {"(seq.indexof S E 5)", "(- 1)"},
        {"(seq.indexof S E (- 1))", "(- 1)"},
        {"(seq.indexof E E 0)", "0"},
        {"(seq.indexof S (seq.unit 2) 2)", "3"},
        {"(seq.indexof S (seq.unit 1) 4)", "(- 1)"},
        {"(seq.indexof S (seq.unit 1) 100000000000000000000)", "(- 1)"},
        {"(seq.indexof S (seq.unit 2))", "1"},
        {"(seq.last_indexof S (seq.unit 1))", "2"},
        {"(seq.last_indexof S U)", "(- 1)"},
        {"(seq.last_indexof S E)", "4"},
        {"(seq.replace S E U)", "(seq.++ U S)"},
        {"(seq.replace S U V)", "S"},
        {"(seq.replace S (seq.unit 2) V)", "(seq.++ (seq.unit 1) V (seq.unit 1) (seq.unit 2))"},
        {"(seq.replace_all S E U)", "S"},
        {"(seq.replace_all S (seq.unit 2) V)", "(seq.++ (seq.unit 1) V (seq.unit 1) V)"},
        {"(seq.replace_all S (seq.unit 2) E)", "(seq.++ (seq.unit 1) (seq.unit 1))"},
        {"(seq.replace_all (seq.++ U U U) (seq.++ U U) (seq.unit 1))", "(seq.++ (seq.unit 1) U)"},
        {"(seq.replace_all U U E)", "E"},
    };
    CHECK(cases);
}

/* ---- against a search that tries every place ---- */

struct sample {
    uint32_t n;
    int at[12];
};

static struct sample random_sample(struct rng *rng, uint32_t most) {
    struct sample s = {.n = (uint32_t)rng_below(rng, most + 1)};
    for (uint32_t i = 0; i < s.n; i++)
        s.at[i] = (int)rng_below(rng, 2);
    return s;
}

static bool occurs(const struct sample *s, const struct sample *t, uint32_t at) {
    for (uint32_t i = 0; i < t->n; i++)
        if (at + i >= s->n || s->at[at + i] != t->at[i])
            return false;
    return at + t->n <= s->n;
}

static value seq_of(struct judging *j, const struct sample *s) {
    value items[12];
    for (uint32_t i = 0; i < s->n; i++)
        items[i] = value_of_small(s->at[i]);
    return value_make(eval_values(j->eval), VALUE_SEQ, 0, items, s->n);
}

/* What the operator's row in the theory says. */
static value apply(struct judging *j, enum op op, const value *args, uint32_t n) {
    for (const struct meaning *m = theory_seq; m->op != 0; m++)
        if (m->op == op) {
            sort sorts[4] = {0};
            struct application a = {.op = op, .n = n, .args = args, .sorts = sorts};
            return m->apply(j->eval, &a);
        }
    fail_msg("no row for operator %d", op);
    return 0;
}

static void compare_with_naive(struct judging *j, const struct sample *s, const struct sample *t) {
    struct sample all = {0};
    int64_t first = -1, last = -1;
    for (uint32_t i = 0; i <= s->n; i++)
        if (occurs(s, t, i)) {
            first = first < 0 ? i : first;
            last = i;
        }
    for (uint32_t i = 0; i < s->n;)
        if (t->n > 0 && occurs(s, t, i)) {
            all.at[all.n++] = 5;
            i += t->n;
        } else
            all.at[all.n++] = s->at[i++];
    struct sample five = {1, {5}};
    value args[3] = {seq_of(j, s), seq_of(j, t), seq_of(j, &five)};
    assert_int_equal(apply(j, OP_SEQ_CONTAINS, args, 2), value_of_bool(first >= 0));
    assert_int_equal(apply(j, OP_SEQ_INDEXOF_0, args, 2), value_of_small(first));
    assert_int_equal(apply(j, OP_SEQ_LAST_INDEXOF, args, 2), value_of_small(last));
    assert_int_equal(apply(j, OP_SEQ_REPLACE_ALL, args, 3), seq_of(j, &all));
    assert_int_equal(apply(j, OP_SEQ_PREFIXOF, (value[]){args[1], args[0]}, 2),
                     value_of_bool(first == 0));
    assert_int_equal(apply(j, OP_SEQ_SUFFIXOF, (value[]){args[1], args[0]}, 2),
                     value_of_bool(last >= 0 && (uint32_t)last + t->n == s->n));
    for (int64_t from = -1; from <= (int64_t)s->n + 1; from++) {
        int64_t found = -1;
        for (int64_t i = from; i >= 0 && i <= s->n && found < 0; i++)
            found = occurs(s, t, (uint32_t)i) ? i : -1;
        value more[3] = {args[0], args[1], value_of_small(from)};
        assert_int_equal(apply(j, OP_SEQ_INDEXOF, more, 3), value_of_small(found));
    }
}

static void test_search_finds_what_there_is(void **state) {
    struct judging j = judging_of(prelude);
    struct rng rng = testing_rng(3);
    for (int i = 0; i < 3000; i++) {
        struct sample s = random_sample(&rng, 10), t = random_sample(&rng, 5);
        compare_with_naive(&j, &s, &t);
    }
    judging_free(&j);
}

/* a^n in which a^(n/2) b is looked for: quadratic if done place by place */
static void test_search_is_linear(void **state) {
    enum { N = 1 << 18 };
    struct judging j = judging_of(prelude);
    value *items = mem_alloc(N * sizeof *items);
    for (int i = 0; i < N; i++)
        items[i] = value_of_small(0);
    value args[2] = {value_make(eval_values(j.eval), VALUE_SEQ, 0, items, N)};
    items[N / 2] = value_of_small(1);
    args[1] = value_make(eval_values(j.eval), VALUE_SEQ, 0, items, N / 2 + 1);
    assert_int_equal(apply(&j, OP_SEQ_CONTAINS, args, 2), VALUE_FALSE);
    mem_free(items);
    judging_free(&j);
}

static void test_functions(void **state) {
    static const struct term_worth cases[] = {
        {"(seq.map (lambda ((n Int)) (* n n)) V)", "(seq.++ (seq.unit 49) (seq.unit 64))"},
        {"(seq.map (lambda ((n Int)) (> n 1)) S)",
         "(seq.++ (seq.unit false) (seq.unit true) (seq.unit false) (seq.unit true))"},
        {"(seq.map (lambda ((n Int)) n) E)", "E"},
        {"(seq.map (store ((as const (Array Int Bool)) false) 7 true) V)",
         "(seq.++ (seq.unit true) (seq.unit false))"},
        {"(seq.mapi (lambda ((i Int) (n Int)) (+ (* 10 i) n)) 3 V)",
         "(seq.++ (seq.unit 37) (seq.unit 48))"},
        {"(seq.foldl (lambda ((b Int) (n Int)) (+ (* 10 b) n)) 5 V)", "578"},
        {"(seq.foldl (lambda ((b Int) (n Int)) (+ (* 10 b) n)) 5 E)", "5"},
        {"(seq.foldli (lambda ((i Int) (b Int) (n Int)) (+ b (* i n))) 2 1 V)", "39"},
        {"(seq.fold_left (lambda ((b (Seq Int)) (n Int)) (seq.++ (seq.unit n) b)) E V)",
         "(seq.rev V)"},
    };
    CHECK(cases);
}

static void test_what_is_open(void **state) {
    struct judging j = judging_of(prelude);
    assert_undecided(&j, "(seq.nth S 9)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(seq.nth S (- 1))", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(seq.nth E 0)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(seq.map f V)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(seq.foldl (lambda ((b Int) (n Int)) (f n)) 0 V)", EVAL_NEEDS_CHOICE);
    /* z3 has a name of its own for where seq.nth is open */
    assert_int_equal(judge_term(&j, "(seq.nth S 9)"), judge_term(&j, "(seq.nth_u S 9)"));
    assert_worth(&j, "(= (seq.nth S 9) (seq.nth_u S 9))", "true");
    eval_set_choice(j.eval, read_term(&j.r, "(seq.nth S 9)"), value_of_small(4));
    assert_worth(&j, "(seq.nth_u S 9)", "4");
    judging_free(&j);
}

static void test_elements_that_cannot_be_compared(void **state) {
    struct judging j = judging_of(prelude);
    assert_worth(&j, "(seq.len (seq.++ (seq.unit re.all) (seq.unit re.none)))", "2");
    assert_worth(&j, "(seq.contains (seq.unit re.all) (as seq.empty (Seq RegLan)))", "true");
    assert_undecided(&j, "(seq.contains (seq.unit re.all) (seq.unit re.none))", EVAL_UNSUPPORTED);
    judging_free(&j);
}

static void test_memory_is_bounded(void **state) {
    struct judging j = judging_of(prelude);
    struct eval_limits limits = eval_default_limits;
    limits.words = 5000;
    eval_set_limits(j.eval, &limits);
    struct strbuf text = {0};
    strbuf_add_text(&text, "(let ((a (seq.++ S S)))");
    for (char c = 'a'; c < 'p'; c++)
        strbuf_printf(&text, "(let ((%c (seq.++ %c %c)))", c + 1, c, c);
    strbuf_add_text(&text, "(seq.len p)");
    strbuf_add_repeat(&text, ')', 16);
    assert_undecided(&j, strbuf_text(&text), EVAL_LIMIT);
    strbuf_free(&text);
    judging_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_making_and_taking_apart),
        TEST(test_searching),
        TEST(test_search_finds_what_there_is),
        TEST(test_search_is_linear),
        TEST(test_functions),
        TEST(test_what_is_open),
        TEST(test_elements_that_cannot_be_compared),
        TEST(test_memory_is_bounded),
    };
    return RUN(tests);
}
