#include "oracle/fingerprint.h"

#include "oracle/version.h"
#include "testing.h"

static void expect_place(const char *message, const char *place) {
    struct strbuf out = {0};
    assert_int_equal(fingerprint_place(message, strlen(message), &out), place != NULL);
    assert_string_equal(strbuf_text(&out), place != NULL ? place : "");
    strbuf_free(&out);
}

static void places_of_assertions(void **state) {
    expect_place("ASSERTION VIOLATION\nFile: theory_seq.cpp\nLine: 42\n", "theory_seq.cpp:42");
    expect_place("Fatal failure within void f(int) at check_models.cpp:144",
                 "check_models.cpp:144");
    expect_place("a.out: util.c:7: f: Assertion `x' failed.", "util.c:7");
    expect_place("cvc5 suffered a segfault.", NULL);
    expect_place("query.smt2:12: what is this", NULL);
    expect_place("see util.c", NULL);
    expect_place("", NULL);
}

static void expect_placed(enum bug bug, const char *message, const char *stack,
                          const char *expected) {
    uint32_t ops[] = {OP_INT_ADD, OP_INT_GT, OP_FORALL};
    struct features features = {
        .theories = 1u << THEORY_INTS | 1u << THEORY_CORE,
        .ops = {.at = ops, .n = 3},
    };
    struct answers answers = {0};
    struct oracle_solver solver = {.name = "mine", .family = "z3", .version = "4.8.12"};
    struct strbuf out = {0};
    strbuf_add_text(&answers.message, message);
    bool is_placed = fingerprint_finding(&solver, &features, &answers, stack, bug, &out);
    assert_string_equal(strbuf_text(&out), expected);
    /* of the script it says something, or of the place */
    assert_int_equal(is_placed, strstr(expected, "Ints") == NULL);
    strbuf_free(&out);
    strbuf_free(&answers.message);
}

static void expect_fingerprint(enum bug bug, const char *message, const char *expected) {
    expect_placed(bug, message, NULL, expected);
}

static void crashes_go_by_place_then_by_message(void **state) {
    expect_placed(BUG_CRASH, "Failure at a.cpp:12", "z3+0x1", "crash:z3:a.cpp:12");
    expect_placed(BUG_CRASH, "SIGSEGV\nmore", "z3+0x1 < z3+0x2",
                  "crash:z3:SIGSEGV:z3+0x1 < z3+0x2");
    expect_fingerprint(BUG_CRASH, "Failure at a.cpp:12", "crash:z3:a.cpp:12");
    expect_fingerprint(BUG_CRASH, "SIGSEGV\nmore", "crash:z3:SIGSEGV:Ints");
    expect_fingerprint(BUG_SELF_CHECK, "an invalid model was generated",
                       "self-check:z3:an invalid model was generated:Ints");
}

static void answers_go_by_class_family_theories_and_operators(void **state) {
    expect_fingerprint(BUG_REFUTATION_SOUNDNESS, "Failure at a.cpp:12",
                       "refutation-soundness:z3:Ints:forall,+,<=");
    expect_fingerprint(BUG_CRASH, "", "crash:z3:Ints:forall,+,<=");
}

/* What differs by a rounding mode, a comparison, what holds it together or `true` is the same. */
static void kin_has_one_fingerprint(void **state) {
    static const uint32_t ops[][5] = {
        {OP_TRUE, OP_EQ, OP_RNE, OP_FP_ADD, OP_FP_LT},
        {OP_FALSE, OP_DISTINCT, OP_RTZ, OP_FP_ADD, OP_FP_GEQ},
        {OP_NOT, OP_RNE, OP_RNA, OP_FP_ADD, OP_FP_LT},
        {OP_TRUE, OP_EQ, OP_RNE, OP_FP_SUB, OP_FP_LT}, /* another */
    };
    struct oracle_solver solver = {.name = "mine", .family = "z3"};
    struct strbuf prints[4] = {{0}};
    for (size_t i = 0; i < 4; i++) {
        struct features features = {.theories = 1u << THEORY_FP,
                                    .ops = {.at = (uint32_t *)ops[i], .n = 5}};
        fingerprint_finding(&solver, &features, NULL, NULL, BUG_INVALID_MODEL, &prints[i]);
    }
    assert_string_equal(strbuf_text(&prints[0]),
                        "invalid-model:z3:FloatingPoint:RNE,fp.add,fp.leq");
    assert_string_equal(strbuf_text(&prints[0]), strbuf_text(&prints[1]));
    assert_string_equal(strbuf_text(&prints[0]), strbuf_text(&prints[2]));
    assert_string_not_equal(strbuf_text(&prints[0]), strbuf_text(&prints[3]));
    for (size_t i = 0; i < 4; i++)
        strbuf_free(&prints[i]);
}

static void refusals_go_by_their_words(void **state) {
    static const char *const errors[] = {
        "(error \"Parse Error: query.smt2:28.61: expecting less in `re.range' of 3\")",
        "(error \"Parse Error: query.smt2:7.1: expecting less in `re.loop' of 14\")",
    };
    struct strbuf prints[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        struct features features = {.theories = 1u << (THEORY_INTS + i)};
        struct answers answers = {0};
        struct oracle_solver solver = {.name = "mine", .family = "cvc4"};
        vec_push(&answers.errors, ((struct text_span){errors[i], strlen(errors[i])}));
        fingerprint_finding(&solver, &features, &answers, NULL, BUG_REJECTS_VALID, &prints[i]);
        vec_free(&answers.errors);
    }
    testing_assert_contains(strbuf_text(&prints[0]), "rejects-valid:cvc4:");
    testing_assert_contains(strbuf_text(&prints[0]), "expecting less in  of ");
    assert_string_equal(strbuf_text(&prints[0]), strbuf_text(&prints[1]));
    strbuf_free(&prints[0]);
    strbuf_free(&prints[1]);
}

static void versions_are_compared_by_number(void **state) {
    static const struct {
        const char *a, *b;
        bool good;
        int order;
    } cases[] = {
        {"Z3 version 4.8.12 - 64 bit", "Z3 version 4.12.2", true, -1},
        {"5.2.0", "Z3 version 4.8.12 - 64 bit", true, 1},
        {"This is cvc5 version 1.0.3", "1.0.3", true, 0},
        {"1.0", "1.0.1", true, -1},
        {"2 1.0.1", "1.0", true, 1},
        {"no number 7", "1.0", false, 0},
        {NULL, "1.0", false, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        int order;
        assert_int_equal(version_compare(cases[i].a, cases[i].b, &order), cases[i].good);
        assert_int_equal(order, cases[i].order);
    }
}

static void connectives_count_where_there_is_nothing_else(void **state) {
    uint32_t ops[] = {OP_NOT, OP_XOR, OP_TRUE};
    struct features features = {.theories = 1u << THEORY_CORE, .ops = {.at = ops, .n = 3}};
    struct oracle_solver solver = {.name = "mine", .family = "z3"};
    struct strbuf print = {0};
    fingerprint_finding(&solver, &features, NULL, NULL, BUG_INVALID_MODEL, &print);
    assert_string_equal(strbuf_text(&print), "invalid-model:z3:core:not,xor");
    strbuf_free(&print);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(places_of_assertions),
        TEST(crashes_go_by_place_then_by_message),
        TEST(answers_go_by_class_family_theories_and_operators),
        TEST(kin_has_one_fingerprint),
        TEST(connectives_count_where_there_is_nothing_else),
        TEST(refusals_go_by_their_words),
        TEST(versions_are_compared_by_number),
    };
    return RUN(tests);
}
