#include "eval/judging.h"

static const char prelude[] =
    "(set-logic ALL)"
    "(declare-fun f ((Tuple Int Int) Int) Int)"
    "(define-fun E () (Relation Int Int) (as set.empty (Relation Int Int)))"
    "(define-fun R () (Relation Int Int)"
    " (set.insert (tuple 1 2) (tuple 2 3) (tuple 1 1) (set.singleton (tuple 5 6))))"
    "(define-fun T () (Table Int Int)"
    " (bag.union_disjoint (bag (tuple 1 2) 2) (bag (tuple 1 3) 4) (bag (tuple 2 2) 1)))"
    "(define-fun N () (Table Int Int) (as bag.empty (Table Int Int)))"
    "(define-fun sum ((t (Tuple Int Int)) (n Int)) Int (+ n ((_ tuple.select 1) t)))"
    "(define-fun digits ((t (Tuple Int Int)) (n Int)) Int (+ (* 10 n) ((_ tuple.select 1) t)))";

#define CHECK(cases) check_terms(prelude, cases, LENGTH(cases))

static void test_relations(void **state) {
    static const struct term_worth cases[] = {
        {"(rel.join R R)", "(set.insert (tuple 1 3) (tuple 1 1) (set.singleton (tuple 1 2)))"},
        {"(rel.join R E)", "E"},
        {"(rel.join (set.singleton (tuple 1 2 3)) (set.singleton (tuple 3 4)))",
         "(set.singleton (tuple 1 2 4))"},
        {"(rel.join (set.singleton (tuple 1)) R)",
         "(set.insert (tuple 1) (set.singleton (tuple 2)))"},
        {"(rel.product R (set.singleton (tuple 8)))",
         "(set.insert (tuple 5 6 8) (tuple 1 1 8) (tuple 2 3 8) (set.singleton (tuple 1 2 8)))"},
        {"(rel.product R E)", "(as set.empty (Relation Int Int Int Int))"},
        {"(rel.transpose R)",
         "(set.insert (tuple 2 1) (tuple 3 2) (tuple 1 1) (set.singleton (tuple 6 5)))"},
        {"(rel.transpose (set.singleton (tuple 1 true \"a\")))",
         "(set.singleton (tuple \"a\" true 1))"},
        {"(rel.iden (set.singleton (tuple 4)))", "(set.singleton (tuple 4 4))"},
        {"(rel.tclosure R)", "(set.insert (tuple 1 3) R)"},
        {"(rel.tclosure E)", "E"},
        {"(rel.tclosure (set.insert (tuple 1 2) (tuple 2 3) (set.singleton (tuple 3 1))))",
         "(rel.product (set.insert (tuple 1) (tuple 2) (set.singleton (tuple 3)))"
         " (set.insert (tuple 1) (tuple 2) (set.singleton (tuple 3))))"},
        {"(rel.join_image R 1)", "(set.insert (tuple 1) (tuple 2) (set.singleton (tuple 5)))"},
        {"(rel.join_image R 2)", "(set.singleton (tuple 1))"},
        {"(rel.join_image R 3)", "(as set.empty (Relation Int))"},
        {"(rel.join_image R 100000000000000000000)", "(as set.empty (Relation Int))"},
        {"((_ rel.project 0) R)", "(set.insert (tuple 1) (tuple 2) (set.singleton (tuple 5)))"},
        {"((_ rel.project 1 0) R)", "(rel.transpose R)"},
        {"(rel.project R)", "(set.singleton tuple.unit)"},
        {"(rel.project E)", "(as set.empty (Set UnitTuple))"},
        {"((_ rel.table_join 0 1) R R)",
         "(set.insert (tuple 1 2 1 1) (tuple 1 1 1 1) (set.singleton (tuple 2 3 1 2)))"},
        {"(rel.table_join R R)", "(rel.product R R)"},
    };
    CHECK(cases);
}

static void test_tables(void **state) {
    static const struct term_worth cases[] = {
        {"(table.product (bag (tuple 1) 2) (bag (tuple 2) 3))", "(bag (tuple 1 2) 6)"},
        {"((_ table.project 0) T)", "(bag.union_disjoint (bag (tuple 1) 6) (bag (tuple 2) 1))"},
        {"(table.project T)", "(bag tuple.unit 7)"},
        {"((_ table.join 0 1) T (bag (tuple 2 1) 3))",
         "(bag.union_disjoint (bag (tuple 1 2 2 1) 6) (bag (tuple 1 3 2 1) 12))"},
        {"((_ table.join 0 1 1 0) T (bag (tuple 2 1) 3))", "(bag (tuple 1 2 2 1) 6)"},
        {"(table.join T T)", "(table.product T T)"},
        {"(table.product T N)", "(as bag.empty (Table Int Int Int Int))"},
        {"(bag.card (table.product T T))", "49"},
    };
    CHECK(cases);
}

static void test_groups(void **state) {
    static const struct term_worth cases[] = {
        {"((_ rel.group 0) R)",
         "(set.insert (set.insert (tuple 1 2) (set.singleton (tuple 1 1)))"
         " (set.singleton (tuple 2 3)) (set.singleton (set.singleton (tuple 5 6))))"},
        {"(rel.group R)", "(set.singleton R)"},
        {"((_ rel.group 0 1) (set.singleton (tuple 1 2)))",
         "(set.singleton (set.singleton (tuple 1 2)))"},
        /* cvc5: a partition is never empty */
        {"((_ rel.group 0) E)", "(set.singleton E)"},
        {"(rel.group E)", "(set.singleton E)"},
        {"((_ table.group 0) T)",
         "(bag.union_disjoint (bag (bag (tuple 2 2) 1) 1)"
         " (bag (bag.union_disjoint (bag (tuple 1 2) 2) (bag (tuple 1 3) 4)) 1))"},
        {"(table.group T)", "(bag T 1)"},
        {"((_ table.group 0) N)", "(bag N 1)"},
        {"((_ rel.aggr 0) sum 0 R)", "(set.insert 6 (set.singleton 3))"},
        {"((_ rel.aggr 0) sum 0 E)", "(set.singleton 0)"},
        {"(rel.aggr sum 0 R)", "(set.singleton 12)"},
        {"((_ table.aggr 0) sum 0 T)", "(bag.union_disjoint (bag 2 1) (bag 16 1))"},
        {"((_ table.aggr 0) sum 9 N)", "(bag 9 1)"},
        {"((_ table.aggr 0) (lambda ((t (Tuple Int Int)) (n Int)) 1) 0 T)", "(bag 1 2)"},
        {"((_ rel.aggr 0 1) digits 0 R)", "(set.insert 1 2 3 (set.singleton 6))"},
    };
    CHECK(cases);
}

static void test_what_is_not_decided(void **state) {
    struct judging j = judging_of(prelude);
    assert_undecided(&j, "((_ rel.aggr 0) digits 0 R)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "((_ rel.aggr 0) f 0 R)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "((_ table.aggr 0) digits 0 T)", EVAL_NEEDS_CHOICE);
    /* cvc5: all elements of the sort */
    assert_undecided(&j, "(rel.join_image R 0)", EVAL_UNSUPPORTED);
    assert_undecided(&j, "(rel.join_image (set.singleton (tuple true false)) 0)", EVAL_UNSUPPORTED);
    judging_free(&j);
}

/* ---- the transitive closure against Warshall's ---- */

enum { NODES = 6 };
typedef bool matrix[NODES][NODES];

static value relation_of(struct judging *j, const matrix edges) {
    struct strbuf text = {0};
    strbuf_add_text(&text, "(set.union E E");
    for (int i = 0; i < NODES; i++)
        for (int k = 0; k < NODES; k++)
            if (edges[i][k])
                strbuf_printf(&text, " (set.singleton (tuple %d %d))", i, k);
    strbuf_add_char(&text, ')');
    value v = judge_term(j, strbuf_text(&text));
    strbuf_free(&text);
    return v;
}

static void test_closure_is_transitive(void **state) {
    struct judging j = judging_of(prelude);
    struct rng rng = testing_rng(11);
    const struct meaning *closure = theory_relations;
    while (closure->op != OP_REL_TCLOSURE)
        closure++;
    for (int round = 0; round < 200; round++) {
        matrix edges = {0};
        for (uint64_t n = rng_below(&rng, 12); n > 0; n--)
            edges[rng_below(&rng, NODES)][rng_below(&rng, NODES)] = true;
        value relation = relation_of(&j, edges);
        for (int m = 0; m < NODES; m++)
            for (int i = 0; i < NODES; i++)
                for (int k = 0; k < NODES; k++)
                    edges[i][k] |= edges[i][m] && edges[m][k];
        struct application a = {.op = OP_REL_TCLOSURE, .n = 1, .args = &relation};
        assert_int_equal(closure->apply(j.eval, &a), relation_of(&j, edges));
    }
    judging_free(&j);
}

/* A path of many nodes has a closure that is too large to be made. */
static void test_memory_is_bounded(void **state) {
    struct judging j = judging_of(prelude);
    struct eval_limits limits = eval_default_limits;
    limits.words = 1000000;
    eval_set_limits(j.eval, &limits);
    struct strbuf text = {0};
    strbuf_add_text(&text, "(rel.tclosure (set.insert");
    for (int i = 0; i < 1000; i++)
        strbuf_printf(&text, " (tuple %d %d)", i, i + 1);
    strbuf_add_text(&text, " E))");
    assert_undecided(&j, strbuf_text(&text), EVAL_LIMIT);
    strbuf_free(&text);
    judging_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_relations),
        TEST(test_tables),
        TEST(test_groups),
        TEST(test_what_is_not_decided),
        TEST(test_closure_is_transitive),
        TEST(test_memory_is_bounded),
    };
    return RUN(tests);
}
