/* What labels, solvers and the evaluator say, and what is made of it. */
#include "testing.h"

#include "gen/label.h"

static char *copy(const char *text) {
    return mem_copy_text(text, strlen(text));
}

static void add_answer(struct label_facts *facts, const char *solver, const char *answer,
                       const char *fault) {
    vec_push(&facts->answers,
             ((struct label_answer){copy(solver), copy("run"), copy("1.0"), 10, copy(answer),
                                    copy(""), copy(fault), copy("")}));
}

/* One row: folder, status and expect; three solvers; the judge alone; is there a witness? */
struct row {
    enum truth said[3];
    const char *answers[3]; /* NULL: not asked */
    const char *judged;
    bool has_witness;
    enum truth truth;
    enum basis basis;
    enum label label;
    bool is_disputed;
};

static void test_what_is_made_of_it(void **state) {
#define NO TRUTH_UNKNOWN
#define SAT TRUTH_SAT
#define UNSAT TRUTH_UNSAT
    static const struct row rows[] = {
        {{NO, NO, NO}, {NULL}, NULL, false, NO, BASIS_NONE, LABEL_NONE, false},
        {{SAT, NO, NO}, {NULL}, NULL, false, SAT, BASIS_LABEL, LABEL_FOLDER, false},
        {{NO, UNSAT, NO}, {NULL}, NULL, false, UNSAT, BASIS_LABEL, LABEL_STATUS, false},
        {{NO, NO, SAT}, {NULL}, NULL, false, SAT, BASIS_LABEL, LABEL_EXPECT, false},
        {{SAT, UNSAT, NO}, {NULL}, NULL, false, NO, BASIS_NONE, LABEL_NONE, true},
        /* one solver alone is not enough */
        {{NO, NO, NO}, {"sat"}, NULL, false, NO, BASIS_NONE, LABEL_NONE, false},
        {{NO, NO, NO},
         {"sat", "timeout", "sat"},
         NULL,
         false,
         SAT,
         BASIS_LABEL,
         LABEL_SOLVERS,
         false},
        {{UNSAT, NO, NO}, {"unsat"}, NULL, false, UNSAT, BASIS_LABEL, LABEL_FOLDER, false},
        {{UNSAT, NO, NO},
         {"unsat", "unsat"},
         NULL,
         false,
         UNSAT,
         BASIS_LABEL,
         LABEL_SOLVERS,
         false},
        {{SAT, NO, NO},
         {"unknown", "timeout", "error"},
         NULL,
         false,
         SAT,
         BASIS_LABEL,
         LABEL_FOLDER,
         false},
        {{SAT, NO, NO}, {"unsat"}, NULL, false, NO, BASIS_NONE, LABEL_NONE, true},
        {{NO, NO, NO}, {"sat", "unsat"}, NULL, false, NO, BASIS_NONE, LABEL_NONE, true},
        /* several checks: nothing that could be the truth of the seed */
        {{NO, NO, NO}, {"sat unsat", "sat unsat"}, NULL, false, NO, BASIS_NONE, LABEL_NONE, false},
        /* what is proven */
        {{NO, NO, NO}, {NULL}, "true", true, SAT, BASIS_WITNESS, LABEL_JUDGE, false},
        {{SAT, SAT, NO}, {"sat", "sat"}, "limit", true, SAT, BASIS_WITNESS, LABEL_JUDGE, false},
        {{UNSAT, NO, NO}, {NULL}, "true", true, NO, BASIS_NONE, LABEL_NONE, true},
        {{NO, NO, NO},
         {"unsat", "unsat", "unsat"},
         "limit",
         true,
         NO,
         BASIS_NONE,
         LABEL_NONE,
         true},
        {{NO, NO, NO}, {NULL}, "false", false, UNSAT, BASIS_EXHAUSTION, LABEL_JUDGE, false},
        {{SAT, NO, NO}, {NULL}, "false", false, NO, BASIS_NONE, LABEL_NONE, true},
        {{NO, NO, NO}, {NULL}, "needs-choice", false, NO, BASIS_NONE, LABEL_NONE, false},
    };
    static const char *const names[] = {"z3", "cvc5", "cvc4"};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct label_said said = {.by = {[LABEL_FOLDER] = rows[i].said[0],
                                         [LABEL_STATUS] = rows[i].said[1],
                                         [LABEL_EXPECT] = rows[i].said[2]}};
        struct label_facts facts = {0};
        for (size_t k = 0; k < 3; k++)
            if (rows[i].answers[k] != NULL)
                add_answer(&facts, names[k], rows[i].answers[k], "");
        facts.judged = rows[i].judged != NULL ? copy(rows[i].judged) : NULL;
        facts.witness = rows[i].has_witness ? copy("()\n()\n") : NULL;
        facts.witness_of = rows[i].has_witness ? copy("momus") : NULL;
        struct label_verdict verdict = label_decide(&said, &facts);
        if (verdict.truth != rows[i].truth || verdict.basis != rows[i].basis ||
            verdict.label != rows[i].label || verdict.is_disputed != rows[i].is_disputed)
            fail_msg("row %zu: %s, %s, %s%s", i, truth_name(verdict.truth),
                     basis_name(verdict.basis), label_name(verdict.label),
                     verdict.is_disputed ? ", disputed" : "");
        assert_null(verdict.fault);
        label_facts_release(&facts);
    }
}

static void test_nothing_need_be_known(void **state) {
    struct label_said said = {0};
    struct label_verdict verdict = label_decide(&said, NULL);
    assert_int_equal(verdict.truth, TRUTH_UNKNOWN);
    assert_false(verdict.is_disputed);
    said.by[LABEL_STATUS] = TRUTH_SAT;
    assert_int_equal(label_decide(&said, NULL).truth, TRUTH_SAT);
}

static void test_a_fault_is_found_whoever_answered_well(void **state) {
    struct label_said said = {0};
    struct label_facts facts = {0};
    add_answer(&facts, "z3", "sat", "");
    add_answer(&facts, "cvc5", "sat", "wrong-model");
    struct label_verdict verdict = label_decide(&said, &facts);
    assert_int_equal(verdict.truth, TRUTH_SAT);
    assert_non_null(verdict.fault);
    assert_string_equal(verdict.fault->solver, "cvc5");
    assert_ptr_equal(label_facts_answer(&facts, "cvc5"), verdict.fault);
    assert_null(label_facts_answer(&facts, "cvc4"));
    label_facts_release(&facts);
}

static void test_everybody_is_named(void **state) {
    struct label_said said = {.by = {[LABEL_FOLDER] = TRUTH_UNSAT, [LABEL_EXPECT] = TRUTH_SAT}};
    struct label_facts facts = {.witness = copy(""), .witness_of = copy("z3")};
    struct strbuf out = {0};
    add_answer(&facts, "z3", "sat", "");
    add_answer(&facts, "cvc4", "timeout", "");
    add_answer(&facts, "cvc5", "unsat", "");
    label_add_voices(&said, &facts, &out);
    assert_string_equal(strbuf_text(&out), "the model of z3 is true; folder says unsat; "
                                           "expect says sat; z3 says sat; cvc5 says unsat");
    strbuf_free(&out);
    label_facts_release(&facts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_what_is_made_of_it),
        TEST(test_nothing_need_be_known),
        TEST(test_a_fault_is_found_whoever_answered_well),
        TEST(test_everybody_is_named),
    };
    return RUN(tests);
}
