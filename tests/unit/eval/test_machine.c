#include "judging.h"

/* (store ... ) n times over a constant array, at i * 7 mod 1013. */
static void add_chain(struct strbuf *out, const char *base, int n) {
    for (int i = 0; i < n; i++)
        strbuf_add_text(out, "(store ");
    strbuf_add_text(out, base);
    for (int i = 0; i < n; i++)
        strbuf_printf(out, " %d %d)", i * 7 % 1013, i);
}

static void long_chains_of_stores_take_little_memory(void **state) {
    struct judging j = judging_of("");
    struct strbuf text = {0};
    strbuf_add_text(&text, "(select ");
    add_chain(&text, "((as const (Array Int Int)) 0)", 20000);
    strbuf_add_text(&text, " 7)");
    value v = judge_term(&j, strbuf_text(&text));
    /* the last i with i * 7 = 7 modulo 1013 */
    assert_int_equal(v, value_of_small(19 * 1013 + 1));
    assert_true(eval_values(j.eval)->n_words < 1u << 20);
    strbuf_free(&text);
    judging_free(&j);
}

static void later_stores_win_and_defaults_vanish(void **state) {
    struct judging j = judging_of("");
    assert_worth(&j, "(store (store (store ((as const (Array Int Int)) 0) 1 2) 1 3) 2 4)",
                 "(store (store ((as const (Array Int Int)) 0) 2 4) 1 3)");
    assert_worth(&j, "(store (store (store ((as const (Array Int Int)) 0) 1 2) 2 4) 1 0)",
                 "(store ((as const (Array Int Int)) 0) 2 4)");
    assert_worth(&j, "(store (store ((as const (Array Bool Int)) 0) true 1) false 1)",
                 "((as const (Array Bool Int)) 1)");
    judging_free(&j);
}

static void chains_may_have_open_parts(void **state) {
    struct judging j = judging_of("(declare-const a (Array Int Int))(declare-const x Int)");
    assert_worth(&j, "(select (store (store (store a 1 2) 2 x) 3 4) 3)", "4");
    assert_worth(&j, "(select (store (store (store a 1 2) 2 x) 3 4) 1)", "2");
    assert_undecided(&j, "(select (store (store (store a 1 2) 2 x) 3 4) 2)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(store (store (store a 1 2) 2 x) 3 4)", EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

/* The memory of a chain is given back also when the budget ends in the middle of it. */
static void a_chain_can_be_given_up(void **state) {
    struct judging j = judging_of("");
    struct strbuf text = {0};
    struct eval_limits limits = eval_default_limits;
    limits.steps = 50;
    eval_set_limits(j.eval, &limits);
    add_chain(&text, "((as const (Array Int Int)) 0)", 200);
    for (int i = 0; i < 3; i++)
        assert_undecided(&j, strbuf_text(&text), EVAL_LIMIT);
    eval_set_limits(j.eval, &eval_default_limits);
    assert_int_equal(eval_result(j.eval, judge_term(&j, strbuf_text(&text))), EVAL_VALUE);
    strbuf_free(&text);
    judging_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(long_chains_of_stores_take_little_memory),
        TEST(later_stores_win_and_defaults_vanish),
        TEST(chains_may_have_open_parts),
        TEST(a_chain_can_be_given_up),
    };
    return RUN(tests);
}
