/* The sort rules in C: for each, what it takes and what it does not. */
#include "term/check.h"
#include "term/desk.h"
#include "term/terms.h"

static const char script[] =
    "(set-logic ALL)"
    "(declare-const p Bool) (declare-const q Bool) (declare-const i Int) (declare-const r Real)"
    "(declare-const b (_ BitVec 1)) (declare-const s String)"
    "(declare-const t0 UnitTuple) (declare-const t1 (Tuple Int))"
    "(declare-const t2 (Tuple Int Bool)) (declare-const t3 (Tuple Int Bool String))"
    "(declare-const nested (Tuple (Tuple Int) Bool)) (declare-const set (Set Int))"
    "(declare-const bag (Bag Int))"
    /* relations and tables, by the initials of their columns */
    "(declare-const r0 (Set UnitTuple)) (declare-const rI (Set (Tuple Int)))"
    "(declare-const rB (Relation Bool))"
    "(declare-const rII (Relation Int Int)) (declare-const rIB (Relation Int Bool))"
    "(declare-const rBS (Relation Bool String)) (declare-const rIBS (Relation Int Bool String))"
    "(declare-const tI (Table Int)) (declare-const tIB (Table Int Bool))"
    "(declare-const tBS (Bag (Tuple Bool String)))"
    /* what folds them */
    "(declare-const fIB (-> (Tuple Int Bool) Real Real))"
    "(declare-const fIB2 (-> (Tuple Int Bool) Real Int))"
    "(declare-const fI (-> (Tuple Int) Real Real))"
    "(declare-const x (_ FiniteField 5)) (declare-const y (_ FiniteField 5))"
    "(declare-const z (_ FiniteField 7))";

enum { NONE = 99 }; /* ends a list of indices */

struct example {
    const char *name;
    uint32_t indices[4];
    const char *args[4];
    const char *expected; /* as printed; NULL if it is refused */
};

static void try_examples(const struct example *examples, size_t n) {
    struct desk *d = desk_new(script);
    for (size_t k = 0; k < n; k++) {
        const struct example *e = &examples[k];
        term args[4];
        struct check check;
        uint32_t n_indices = 0, n_args = 0;
        while (e->indices[n_indices] != NONE)
            n_indices++;
        for (; n_args < 4 && e->args[n_args] != NULL; n_args++)
            args[n_args] = desk_term(d, e->args[n_args]);
        term t = check_op(d->table, make_symbol(d->table, e->name), e->indices, n_indices, 0, args,
                          n_args, &check);
        if ((t != 0) != (e->expected != NULL))
            fail_msg("%zu: %s is %s, status %u", k, e->name, t != 0 ? "taken" : "refused",
                     check.status);
        assert_int_equal(check.status == CHECK_OK, t != 0);
        if (t != 0)
            desk_expect(d, t, e->expected);
    }
    desk_free(d);
}

static void formulas_are_counted_and_weighed(void **state) {
    static const struct example examples[] = {
        {"at-most", {1, NONE}, {"p"}, "((_ at-most 1) p) : Bool"},
        {"at-least", {0, NONE}, {"p", "q", "p"}, "((_ at-least 0) p q p) : Bool"},
        {"at-most", {1, NONE}, {"i"}, NULL},
        {"at-most", {1, NONE}, {NULL}, NULL},
        {"at-most", {NONE}, {"p"}, NULL},
        {"at-most", {1, 1, NONE}, {"p"}, NULL},
        {"pbge", {3, 1, 2, NONE}, {"p", "q"}, "((_ pbge 3 1 2) p q) : Bool"},
        {"pbeq", {0, 0, NONE}, {"p"}, "((_ pbeq 0 0) p) : Bool"},
        {"pble", {3, 1, NONE}, {"p", "q"}, NULL},
        {"pble", {3, 1, 2, NONE}, {"p"}, NULL},
        {"pble", {3, 1, NONE}, {"i"}, NULL},
        {"pble", {3, NONE}, {NULL}, NULL},
    };
    try_examples(examples, LENGTH(examples));
}

static void a_bit_vector_has_a_bit_for_each_bool(void **state) {
    static const struct example examples[] = {
        {"mkbv", {NONE}, {"p"}, "(mkbv p) : (_ BitVec 1)"},
        {"mkbv", {NONE}, {"p", "q", "p"}, "(mkbv p q p) : (_ BitVec 3)"},
        {"@from_bools", {NONE}, {"p", "q"}, "(@from_bools p q) : (_ BitVec 2)"},
        {"mkbv", {NONE}, {NULL}, NULL},
        {"mkbv", {NONE}, {"b"}, NULL},
        {"mkbv", {NONE}, {"p", "i"}, NULL},
        {"mkbv", {NONE}, {"i", "p"}, NULL},
        {"mkbv", {1, NONE}, {"p"}, NULL},
    };
    try_examples(examples, LENGTH(examples));
}

static void tuples_are_made_and_taken_apart(void **state) {
    static const struct example examples[] = {
        {"tuple", {NONE}, {"i"}, "(tuple i) : (Tuple Int)"},
        {"tuple", {NONE}, {"i", "p", "t1"}, "(tuple i p t1) : (Tuple Int Bool (Tuple Int))"},
        {"mkTuple", {NONE}, {"i", "i"}, "(mkTuple i i) : (Tuple Int Int)"},
        {"tuple", {NONE}, {NULL}, NULL},
        {"tuple", {0, NONE}, {"i"}, NULL},
        {"tuple.unit", {NONE}, {NULL}, "tuple.unit : UnitTuple"},
        {"tuple.unit", {NONE}, {"i"}, NULL},

        {"tuple.select", {0, NONE}, {"t3"}, "((_ tuple.select 0) t3) : Int"},
        {"tuple.select", {2, NONE}, {"t3"}, "((_ tuple.select 2) t3) : String"},
        {"tuple.select", {0, NONE}, {"nested"}, "((_ tuple.select 0) nested) : (Tuple Int)"},
        {"tuple_select", {1, NONE}, {"t2"}, "((_ tuple_select 1) t2) : Bool"},
        {"tuple.select", {3, NONE}, {"t3"}, NULL},
        {"tuple.select", {0, NONE}, {"t0"}, NULL},
        {"tuple.select", {0, NONE}, {"i"}, NULL},
        {"tuple.select", {0, NONE}, {"rI"}, NULL},
        {"tuple.select", {0, NONE}, {"t3", "t3"}, NULL},
        {"tuple.select", {0, NONE}, {NULL}, NULL},
        {"tuple.select", {0, 1, NONE}, {"t3"}, NULL},
        {"tuple.select", {NONE}, {"t3"}, NULL},

        {"tuple.update", {1, NONE}, {"t2", "q"}, "((_ tuple.update 1) t2 q) : (Tuple Int Bool)"},
        {"tuple.update", {1, NONE}, {"t2", "i"}, NULL},
        {"tuple.update", {2, NONE}, {"t2", "q"}, NULL},
        {"tuple.update", {0, NONE}, {"i", "i"}, NULL},
        {"tuple.update", {1, NONE}, {"t2"}, NULL},
        {"tuple.update", {1, NONE}, {"t2", "q", "q"}, NULL},
        {"tuple.update", {1, NONE}, {NULL}, NULL},

        {"tuple.project", {2, 0, NONE}, {"t3"}, "((_ tuple.project 2 0) t3) : (Tuple String Int)"},
        {"tuple.project",
         {1, 1, 1, NONE},
         {"t2"},
         "((_ tuple.project 1 1 1) t2) : (Tuple Bool Bool Bool)"},
        {"tuple.project", {NONE}, {"t3"}, "(tuple.project t3) : UnitTuple"},
        {"tuple.project", {0, 3, NONE}, {"t3"}, NULL},
        {"tuple.project", {0, NONE}, {"i"}, NULL},
        {"tuple.project", {0, NONE}, {"t3", "t3"}, NULL},
        {"tuple.project", {0, NONE}, {NULL}, NULL},
    };
    try_examples(examples, LENGTH(examples));
}

static void relations_are_sets_of_tuples(void **state) {
    static const struct example examples[] = {
        {"rel.join", {NONE}, {"rIB", "rBS"}, "(rel.join rIB rBS) : (Set (Tuple Int String))"},
        {"rel.join", {NONE}, {"rI", "rIB"}, "(rel.join rI rIB) : (Set (Tuple Bool))"},
        {"rel.join", {NONE}, {"rII", "rI"}, "(rel.join rII rI) : (Set (Tuple Int))"},
        {"join", {NONE}, {"rIB", "rBS"}, "(join rIB rBS) : (Set (Tuple Int String))"},
        {"rel.join", {NONE}, {"rI", "rI"}, NULL}, /* nothing would be left */
        {"rel.join", {NONE}, {"rIB", "rIB"}, NULL},
        {"rel.join", {NONE}, {"r0", "rIB"}, NULL},
        {"rel.join", {NONE}, {"rIB", "r0"}, NULL},
        {"rel.join", {NONE}, {"set", "rIB"}, NULL},
        {"rel.join", {NONE}, {"tIB", "tBS"}, NULL},
        {"rel.join", {NONE}, {"rIB"}, NULL},
        {"rel.join", {NONE}, {"rIB", "rBS", "rIB"}, NULL},

        {"rel.product", {NONE}, {"rIB", "rI"}, "(rel.product rIB rI) : (Set (Tuple Int Bool Int))"},
        {"rel.product", {NONE}, {"r0", "rI"}, "(rel.product r0 rI) : (Set (Tuple Int))"},
        {"rel.product", {NONE}, {"set", "rI"}, NULL},
        {"rel.product", {NONE}, {"rI", "tI"}, NULL},
        {"rel.product", {NONE}, {"rI"}, NULL},
        {"rel.product", {NONE}, {"rI", "rI", "rI"}, NULL},

        {"rel.transpose", {NONE}, {"rIBS"}, "(rel.transpose rIBS) : (Set (Tuple String Bool Int))"},
        {"rel.transpose", {NONE}, {"set"}, NULL},
        {"rel.transpose", {NONE}, {"tIB"}, NULL},
        {"rel.transpose", {NONE}, {"rIB", "rIB"}, NULL},

        {"rel.tclosure", {NONE}, {"rII"}, "(rel.tclosure rII) : (Set (Tuple Int Int))"},
        {"rel.tclosure", {NONE}, {"rIB"}, NULL},
        {"rel.tclosure", {NONE}, {"rI"}, NULL},
        {"rel.tclosure", {NONE}, {"set"}, NULL},
        {"rel.tclosure", {NONE}, {"rII", "rII"}, NULL},

        {"rel.iden", {NONE}, {"rB"}, "(rel.iden rB) : (Set (Tuple Bool Bool))"},
        {"rel.iden", {NONE}, {"rII"}, NULL},
        {"rel.iden", {NONE}, {"r0"}, NULL},
        {"rel.iden", {NONE}, {"set"}, NULL},

        {"rel.join_image", {NONE}, {"rII", "2"}, "(rel.join_image rII 2) : (Set (Tuple Int))"},
        {"rel.join_image", {NONE}, {"rIB", "2"}, NULL},
        {"rel.join_image", {NONE}, {"rII", "2.0"}, NULL},
        {"rel.join_image", {NONE}, {"rII"}, NULL},
    };
    try_examples(examples, LENGTH(examples));
}

static void columns_are_named_by_indices(void **state) {
    static const struct example examples[] = {
        {"rel.group", {0, NONE}, {"rIB"}, "((_ rel.group 0) rIB) : (Set (Set (Tuple Int Bool)))"},
        {"rel.group", {NONE}, {"rIB"}, "(rel.group rIB) : (Set (Set (Tuple Int Bool)))"},
        {"rel.group", {2, NONE}, {"rIB"}, NULL},
        {"rel.group", {0, NONE}, {"tIB"}, NULL},
        {"rel.group", {0, NONE}, {"set"}, NULL},
        {"table.group",
         {0, 1, NONE},
         {"tIB"},
         "((_ table.group 0 1) tIB) : (Bag (Bag (Tuple Int Bool)))"},
        {"table.group", {0, 2, NONE}, {"tIB"}, NULL},
        {"table.group", {0, NONE}, {"rIB"}, NULL},

        {"rel.project",
         {1, 0, NONE},
         {"rIBS"},
         "((_ rel.project 1 0) rIBS) : (Set (Tuple Bool Int))"},
        {"rel.project", {NONE}, {"rIBS"}, "(rel.project rIBS) : (Set UnitTuple)"},
        {"rel.project", {3, NONE}, {"rIBS"}, NULL},
        {"rel.project", {0, NONE}, {"tIB"}, NULL},
        {"rel.project", {0, NONE}, {"t2"}, NULL},
        {"table.project",
         {1, 1, NONE},
         {"tIB"},
         "((_ table.project 1 1) tIB) : (Bag (Tuple Bool Bool))"},
        {"table.project", {2, NONE}, {"tIB"}, NULL},
        {"table.project", {0, NONE}, {"rIB"}, NULL},

        {"table.product",
         {NONE},
         {"tIB", "tI"},
         "(table.product tIB tI) : (Bag (Tuple Int Bool Int))"},
        {"table.product", {NONE}, {"rIB", "rI"}, NULL},
        {"table.product", {NONE}, {"bag", "tI"}, NULL},

        {"table.join",
         {1, 0, NONE},
         {"tIB", "tBS"},
         "((_ table.join 1 0) tIB tBS) : (Bag (Tuple Int Bool Bool String))"},
        {"table.join", {NONE}, {"tIB", "tI"}, "(table.join tIB tI) : (Bag (Tuple Int Bool Int))"},
        {"table.join", {0, 0, NONE}, {"tIB", "tBS"}, NULL}, /* Int and Bool */
        {"table.join", {1, NONE}, {"tIB", "tBS"}, NULL},    /* no pair */
        {"table.join", {2, 0, NONE}, {"tIB", "tBS"}, NULL},
        {"table.join", {0, 2, NONE}, {"tIB", "tBS"}, NULL},
        {"table.join", {1, 0, NONE}, {"rIB", "rBS"}, NULL},
        {"rel.table_join",
         {1, 0, NONE},
         {"rIB", "rBS"},
         "((_ rel.table_join 1 0) rIB rBS) : (Set (Tuple Int Bool Bool String))"},
        {"rel.table_join", {1, 1, NONE}, {"rIB", "rBS"}, NULL},
        {"rel.table_join", {1, 0, NONE}, {"tIB", "tBS"}, NULL},
    };
    try_examples(examples, LENGTH(examples));
}

/* The index behind the last one, which would fit, is not looked at. */
static void columns_are_joined_in_pairs(void **state) {
    struct desk *d = desk_new(script);
    struct check check;
    const uint32_t indices[] = {1, 0};
    term args[] = {desk_term(d, "tIB"), desk_term(d, "tBS")};
    symbol join = make_symbol(d->table, "table.join");
    assert_int_equal(check_op(d->table, join, indices, 1, 0, args, 2, &check), 0);
    assert_int_not_equal(check_op(d->table, join, indices, 2, 0, args, 2, &check), 0);
    desk_free(d);
}

static void groups_are_folded_by_a_function_of_row_and_sum(void **state) {
    static const struct example examples[] = {
        {"table.aggr", {0, NONE}, {"fIB", "r", "tIB"}, "((_ table.aggr 0) fIB r tIB) : (Bag Real)"},
        {"table.aggr", {NONE}, {"fI", "r", "tI"}, "(table.aggr fI r tI) : (Bag Real)"},
        {"rel.aggr", {1, NONE}, {"fIB", "r", "rIB"}, "((_ rel.aggr 1) fIB r rIB) : (Set Real)"},
        {"table.aggr", {2, NONE}, {"fIB", "r", "tIB"}, NULL},
        {"table.aggr", {0, NONE}, {"fI", "r", "tIB"}, NULL},   /* of other rows */
        {"table.aggr", {0, NONE}, {"fIB2", "r", "tIB"}, NULL}, /* gives no sum */
        {"table.aggr", {0, NONE}, {"fIB", "i", "tIB"}, NULL},
        {"table.aggr", {0, NONE}, {"fIB", "r", "rIB"}, NULL},
        {"table.aggr", {0, NONE}, {"i", "r", "tIB"}, NULL},
        {"table.aggr", {0, NONE}, {"fIB", "r"}, NULL},
        {"table.aggr", {0, NONE}, {"fIB", "r", "tIB", "tIB"}, NULL},
        {"rel.aggr", {0, NONE}, {"fIB", "r", "tIB"}, NULL},
    };
    try_examples(examples, LENGTH(examples));
}

static void bits_of_one_field_are_summed_up(void **state) {
    static const struct example examples[] = {
        {"ff.bitsum", {NONE}, {"x", "y", "x"}, "(ff.bitsum x y x) : (_ FiniteField 5)"},
        {"ff.bitsum", {NONE}, {"z"}, "(ff.bitsum z) : (_ FiniteField 7)"},
        {"ff.bitsum", {NONE}, {"x", "z"}, NULL},
        {"ff.bitsum", {NONE}, {"i", "i"}, NULL},
        {"ff.bitsum", {NONE}, {NULL}, NULL},
    };
    try_examples(examples, LENGTH(examples));
}

/* A sort has at most SORT_SIZE_MAX nodes; what would be larger is refused, not made. */
static void tuples_beyond_the_bounds_are_refused(void **state) {
    struct desk *d = desk_new(script);
    struct check check;
    symbol tuple = make_symbol(d->table, "tuple");
    term t = desk_term(d, "i");
    int doubled = 0;
    for (; t != 0 && doubled < 64; doubled++)
        t = check_op(d->table, tuple, NULL, 0, 0, (term[]){t, t}, 2, &check);
    assert_int_equal(t, 0);
    assert_int_equal(check.status, CHECK_SORTS);
    assert_in_range(doubled, 12, 14); /* 2^13 < 10000 < 2^14 */
    desk_free(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(formulas_are_counted_and_weighed),
        TEST(a_bit_vector_has_a_bit_for_each_bool),
        TEST(tuples_are_made_and_taken_apart),
        TEST(relations_are_sets_of_tuples),
        TEST(columns_are_named_by_indices),
        TEST(columns_are_joined_in_pairs),
        TEST(groups_are_folded_by_a_function_of_row_and_sum),
        TEST(bits_of_one_field_are_summed_up),
        TEST(tuples_beyond_the_bounds_are_refused),
    };
    return RUN(tests);
}
