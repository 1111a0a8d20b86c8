/*
 * The sort checker where no row says what to do: tolerances, (as f SORT),
 * functions of a script, the reasons for a refusal. test_check_rows.c has the rows.
 */
#include "term/check.h"
#include "term/desk.h"
#include "term/signature.h"
#include "term/terms.h"

static const char script[] =
    "(set-logic ALL)"
    "(declare-sort U 0)"
    "(declare-const p Bool) (declare-const q Bool)"
    "(declare-const i Int) (declare-const j Int)"
    "(declare-const r Real) (declare-const s Real)"
    "(declare-const b (_ BitVec 8)) (declare-const w (_ BitVec 4)) (declare-const o (_ BitVec 1))"
    "(declare-const f Float32) (declare-const m RoundingMode)"
    "(declare-const t String) (declare-const l RegLan) (declare-const u U)"
    "(declare-const ii (Array Int Int)) (declare-const ir (Array Int Real))"
    "(declare-const ri (Array Real Int)) (declare-const rr (Array Real Real))"
    "(declare-const qi (Seq Int)) (declare-const qr (Seq Real)) (declare-const si (Set Int))"
    "(declare-const fun1 (-> Int Int)) (declare-const fun2 (-> Int Real Bool))"
    "(declare-fun one (Real) Real) (declare-fun two (Int Real) Bool)"
    "(declare-fun arr ((Array Int Int)) Bool) (declare-fun make (Int Int) (-> Int Int))"
    "(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))"
    "(declare-datatype Option (par (X) ((none) (some (value X)))))"
    "(declare-const li (List Int)) (declare-const lr (List Real))";

/* An application, its parts as text: the checker gets it, not the parser. */
struct example {
    const char *name;
    const char *args[4];
    const char *expected; /* as printed; of a refusal, NULL */
    unsigned tolerances;
    uint32_t bad_arg; /* of a refusal */
    const char *as;
};

static uint32_t read_args(struct desk *d, const struct example *e, term *args) {
    uint32_t n = 0;
    while (n < 4 && e->args[n] != NULL) {
        args[n] = desk_term(d, e->args[n]);
        n++;
    }
    return n;
}

/* A function of the script with that name, or the operators. */
static term apply(struct desk *d, const char *name, sort as, term *args, uint32_t n,
                  struct check *check) {
    symbol s = make_symbol(d->table, name);
    fun f = symbol_at(&d->table->symbols, s)->fun;
    return f != 0 ? check_fun(d->table, f, as, args, n, check)
                  : check_op(d->table, s, NULL, 0, as, args, n, check);
}

static void try_example(struct desk *d, const struct example *e) {
    term args[4], given[4];
    struct check check;
    uint32_t n = read_args(d, e, args);
    memcpy(given, args, sizeof args);
    sort as = e->as == NULL ? 0 : desk_sort(d, e->as);
    term t = apply(d, e->name, as, args, n, &check);
    if ((t != 0) != (e->expected != NULL))
        fail_msg("(%s %s ...) is %s, status %u", e->name, e->args[0], t != 0 ? "taken" : "refused",
                 check.status);
    if (t != 0) {
        assert_int_equal(check.status, CHECK_OK);
        assert_int_equal(check.tolerances, e->tolerances);
        desk_expect(d, t, e->expected);
        assert_memory_equal(term_args(d->table, t), args, n * sizeof *args);
        return;
    }
    assert_int_not_equal(check.status, CHECK_OK);
    if (check.bad_arg != e->bad_arg)
        fail_msg("(%s %s ...): argument %u is blamed", e->name, e->args[0], check.bad_arg);
    assert_memory_equal(args, given, n * sizeof *args); /* nothing stays converted */
}

static void try_examples(const struct example *examples, size_t n) {
    struct desk *d = desk_new(script);
    for (size_t i = 0; i < n; i++)
        try_example(d, &examples[i]);
    desk_free(d);
}

#define UNARY TOLERATE_UNARY
#define NUMERAL TOLERATE_REAL_NUMERAL
#define TO_REAL TOLERATE_INT_AS_REAL
#define LAMBDA TOLERATE_LAMBDA_ARRAY
#define NOT_AN_ARGUMENT UINT32_MAX

static void one_argument_is_taken_where_the_result_is_like_it(void **state) {
    static const struct example examples[] = {
        {"and", {"p"}, "(and p) : Bool", UNARY, 0, NULL},
        {"or", {"p"}, "(or p) : Bool", UNARY, 0, NULL},
        {"+", {"i"}, "(+ i) : Int", UNARY, 0, NULL},
        {"+", {"r"}, "(+ r) : Real", UNARY, 0, NULL},
        {"*", {"i"}, "(* i) : Int", UNARY, 0, NULL},
        {"-", {"i"}, "(- i) : Int", 0, 0, NULL}, /* a row of its own */
        {"bvadd", {"b"}, "(bvadd b) : (_ BitVec 8)", UNARY, 0, NULL},
        {"bvand", {"w"}, "(bvand w) : (_ BitVec 4)", UNARY, 0, NULL},
        {"str.++", {"t"}, "(str.++ t) : String", UNARY, 0, NULL},
        {"re.union", {"l"}, "(re.union l) : RegLan", UNARY, 0, NULL},
        {"seq.++", {"qi"}, "(seq.++ qi) : (Seq Int)", UNARY, 0, NULL},
        {"set.union", {"si"}, "(set.union si) : (Set Int)", UNARY, 0, NULL},
        /* not where the attribute is another, or there is none */
        {"=>", {"p"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"=", {"p"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"distinct", {"p"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"<", {"i"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"str.<", {"t"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"bvsub", {"b"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"bvult", {"b"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"set.insert", {"i"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        /* nor where two arguments give something else than the first */
        {"concat", {"b"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"@", {"fun1"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        /* nor of another sort */
        {"and", {"i"}, NULL, 0, 0, NULL},
        {"bvadd", {"p"}, NULL, 0, 0, NULL},
    };
    try_examples(examples, LENGTH(examples));
}

static void integers_are_taken_for_reals(void **state) {
    static const struct example examples[] = {
        {"+", {"1", "2"}, "(+ 1 2) : Int", 0, 0, NULL},
        {"+", {"1", "r"}, "(+ 1.0 r) : Real", NUMERAL, 0, NULL},
        {"+", {"r", "1"}, "(+ r 1.0) : Real", NUMERAL, 0, NULL},
        {"+", {"i", "r"}, "(+ (to_real i) r) : Real", TO_REAL, 0, NULL},
        {"+", {"r", "i"}, "(+ r (to_real i)) : Real", TO_REAL, 0, NULL},
        {"+", {"1", "i", "r", "2"}, "(+ 1.0 (to_real i) r 2.0) : Real", NUMERAL | TO_REAL, 0, NULL},
        {"-", {"r", "(- 1)"}, "(- r (- 1.0)) : Real", NUMERAL, 0, NULL},
        {"*", {"(+ 1 2)", "r"}, "(* (to_real (+ 1 2)) r) : Real", TO_REAL, 0, NULL},
        {"/", {"1", "2"}, "(/ 1.0 2.0) : Real", NUMERAL, 0, NULL},
        {"/", {"i", "j"}, "(/ (to_real i) (to_real j)) : Real", TO_REAL, 0, NULL},
        {"<", {"1", "r"}, "(< 1.0 r) : Bool", NUMERAL, 0, NULL},
        {"<", {"0", "r", "1"}, "(< 0.0 r 1.0) : Bool", NUMERAL, 0, NULL},
        {">=", {"i", "0.5"}, "(>= (to_real i) 0.5) : Bool", TO_REAL, 0, NULL},
        {"to_int", {"1"}, "(to_int 1.0) : Int", NUMERAL, 0, NULL},
        {"to_real", {"r"}, "(to_real r) : Real", 0, 0, NULL}, /* a row of its own */
        {"is_int", {"i"}, "(is_int (to_real i)) : Bool", TO_REAL, 0, NULL},
        {"sin", {"1"}, "(sin 1.0) : Real", NUMERAL, 0, NULL},
        /* where a sort variable stands */
        {"=", {"1", "r"}, "(= 1.0 r) : Bool", NUMERAL, 0, NULL},
        {"=", {"r", "1"}, "(= r 1.0) : Bool", NUMERAL, 0, NULL},
        {"=", {"i", "r"}, "(= (to_real i) r) : Bool", TO_REAL, 0, NULL},
        {"=", {"1", "i", "2", "r"}, "(= 1.0 (to_real i) 2.0 r) : Bool", NUMERAL | TO_REAL, 0, NULL},
        {"distinct", {"r", "i", "s"}, "(distinct r (to_real i) s) : Bool", TO_REAL, 0, NULL},
        {"distinct", {"1", "2", "r"}, "(distinct 1.0 2.0 r) : Bool", NUMERAL, 0, NULL},
        {"ite", {"p", "1", "r"}, "(ite p 1.0 r) : Real", NUMERAL, 0, NULL},
        {"ite", {"p", "r", "i"}, "(ite p r (to_real i)) : Real", TO_REAL, 0, NULL},
        /* as index or element of an array */
        {"select", {"ri", "1"}, "(select ri 1.0) : Int", NUMERAL, 0, NULL},
        {"select", {"ri", "i"}, "(select ri (to_real i)) : Int", TO_REAL, 0, NULL},
        {"store", {"ir", "i", "1"}, "(store ir i 1.0) : (Array Int Real)", NUMERAL, 0, NULL},
        {"store",
         {"rr", "i", "1"},
         "(store rr (to_real i) 1.0) : (Array Real Real)",
         NUMERAL | TO_REAL,
         0,
         NULL},
        {"const",
         {"1"},
         "((as const (Array Int Real)) 1.0) : (Array Int Real)",
         NUMERAL,
         0,
         "(Array Int Real)"},
        /* in sequences, which must have elements that fit already */
        {"seq.unit", {"1"}, "(seq.unit 1) : (Seq Int)", 0, 0, NULL},
        /* by functions of the script */
        {"one", {"1"}, "(one 1.0) : Real", NUMERAL, 0, NULL},
        {"two", {"1", "2"}, "(two 1 2.0) : Bool", NUMERAL, 0, NULL},
        {"two", {"i", "i"}, "(two i (to_real i)) : Bool", TO_REAL, 0, NULL},
        {"cons", {"1", "lr"}, "(cons 1.0 lr) : (List Real)", NUMERAL, 0, "(List Real)"},
        {"cons", {"1", "lr"}, NULL, 0, 1, NULL}, /* the first argument says what it is */
    };
    try_examples(examples, LENGTH(examples));
}

static void lambdas_are_taken_for_arrays(void **state) {
    static const struct example examples[] = {
        {"select",
         {"(lambda ((x Int)) x)", "i"},
         "(select (lambda ((x Int)) x) i) : Int",
         LAMBDA,
         0,
         NULL},
        {"select",
         {"(lambda ((x Real)) p)", "1"},
         "(select (lambda ((x Real)) p) 1.0) : Bool",
         LAMBDA | NUMERAL,
         0,
         NULL},
        {"store",
         {"(lambda ((x Int)) x)", "i", "j"},
         "(store (lambda ((x Int)) x) i j) : (Array Int Int)",
         LAMBDA,
         0,
         NULL},
        {"=",
         {"ii", "(lambda ((x Int)) x)"},
         "(= ii (lambda ((x Int)) x)) : Bool",
         LAMBDA,
         0,
         NULL},
        {"=",
         {"(lambda ((x Int)) x)", "ii"},
         "(= (lambda ((x Int)) x) ii) : Bool",
         LAMBDA,
         0,
         NULL},
        {"ite",
         {"p", "(lambda ((x Int)) 1)", "ii"},
         "(ite p (lambda ((x Int)) 1) ii) : (Array Int Int)",
         LAMBDA,
         0,
         NULL},
        {"arr", {"(lambda ((x Int)) x)"}, "(arr (lambda ((x Int)) x)) : Bool", LAMBDA, 0, NULL},
        {"=", {"fun1", "(lambda ((x Int)) x)"}, "(= fun1 (lambda ((x Int)) x)) : Bool", 0, 0, NULL},
        /* what is no lambda is no array, nor is one with other sorts or of two variables */
        {"select", {"fun1", "i"}, NULL, 0, 0, NULL},
        {"select", {"(make i j)", "i"}, NULL, 0, 0, NULL},
        {"=", {"ii", "fun1"}, NULL, 0, 1, NULL},
        {"=", {"ii", "(make i j)"}, NULL, 0, 1, NULL},
        {"=", {"fun1", "ii"}, NULL, 0, 1, NULL},
        {"arr", {"fun1"}, NULL, 0, 0, NULL},
        {"arr", {"(make i j)"}, NULL, 0, 0, NULL},
        {"arr", {"(lambda ((x Int)) p)"}, NULL, 0, 0, NULL},
        {"arr", {"(lambda ((x Bool)) i)"}, NULL, 0, 0, NULL},
        {"select", {"(lambda ((x Int) (y Int)) x)", "i"}, NULL, 0, 0, NULL},
    };
    try_examples(examples, LENGTH(examples));
}

static void nothing_else_is_converted(void **state) {
    static const struct example examples[] = {
        /* no Real for an Int */
        {"mod", {"r", "i"}, NULL, 0, 0, NULL},
        {"mod", {"i", "1.0"}, NULL, 0, 1, NULL},
        {"div", {"i", "r"}, NULL, 0, 1, NULL},
        {"str.at", {"t", "r"}, NULL, 0, 1, NULL},
        {"select", {"ii", "r"}, NULL, 0, 1, NULL},
        {"store", {"ii", "i", "r"}, NULL, 0, 2, NULL},
        {"store", {"ii", "r", "i"}, NULL, 0, 1, NULL},
        {"const", {"1.0"}, NULL, 0, 0, "(Array Int Int)"},
        {"some", {"1.0"}, NULL, 0, 0, "(Option Int)"},
        {"two", {"r", "r"}, NULL, 0, 0, NULL},
        {"cons", {"r", "li"}, NULL, 0, 1, NULL},
        {"set.member", {"r", "si"}, NULL, 0, 1, NULL},
        /* nor inside of a sort */
        {"=", {"ii", "ir"}, NULL, 0, 1, NULL},
        {"=", {"qr", "qi"}, NULL, 0, 1, NULL},
        {"=", {"li", "lr"}, NULL, 0, 1, NULL},
        {"seq.++", {"qr", "qi"}, NULL, 0, 1, NULL},
        {"ite", {"p", "ri", "ii"}, NULL, 0, 2, NULL},
        /* no Bool for a number or a bit-vector, and the other way round */
        {"not", {"o"}, NULL, 0, 0, NULL},
        {"not", {"1"}, NULL, 0, 0, NULL},
        {"and", {"p", "o"}, NULL, 0, 1, NULL},
        {"bvand", {"o", "p"}, NULL, 0, 1, NULL},
        {"bvand", {"p", "q"}, NULL, 0, 0, NULL},
        {"bvnot", {"p"}, NULL, 0, 0, NULL},
        {"+", {"p", "q"}, NULL, 0, 0, NULL},
        {"+", {"i", "p"}, NULL, 0, 1, NULL},
        {"ite", {"i", "p", "q"}, NULL, 0, 0, NULL},
        {"ite", {"o", "p", "q"}, NULL, 0, 0, NULL},
        {"=", {"p", "1"}, NULL, 0, 1, NULL},
        {"=", {"o", "p"}, NULL, 0, 1, NULL},
        /* no numeral for a bit-vector, no width for another, no float for a real */
        {"bvadd", {"b", "1"}, NULL, 0, 1, NULL},
        {"bvadd", {"b", "w"}, NULL, 0, 1, NULL},
        {"=", {"b", "w"}, NULL, 0, 1, NULL},
        {"=", {"f", "r"}, NULL, 0, 1, NULL},
        {"fp.add", {"m", "f", "r"}, NULL, 0, 2, NULL},
        {"fp.add", {"m", "f", "1.0"}, NULL, 0, 2, NULL},
        {"+", {"r", "f"}, NULL, 0, 1, NULL},
        /* no word for a language */
        {"re.++", {"l", "t"}, NULL, 0, 1, NULL},
        {"str.in_re", {"t", "t"}, NULL, 0, 1, NULL},
        {"=", {"t", "l"}, NULL, 0, 1, NULL},
    };
    try_examples(examples, LENGTH(examples));
}

static void coercion_gives_the_term_that_was_meant(void **state) {
    static const struct {
        const char *term, *sort, *expected;
        unsigned tolerances;
    } cases[] = {
        {"i", "Int", "i : Int", 0},
        {"r", "Real", "r : Real", 0},
        {"12", "Real", "12.0 : Real", NUMERAL},
        {"(- 12)", "Real", "(- 12.0) : Real", NUMERAL},
        {"(- i)", "Real", "(to_real (- i)) : Real", TO_REAL},
        {"(- 1 2)", "Real", "(to_real (- 1 2)) : Real", TO_REAL},
        {"(- (- 1))", "Real", "(to_real (- (- 1))) : Real", TO_REAL},
        {"(ite p 1 2)", "Real", "(to_real (ite p 1 2)) : Real", TO_REAL},
        {"1.0", "Int", NULL, 0},
        {"(lambda ((x Int)) x)", "(Array Int Int)", "(lambda ((x Int)) x) : (Array Int Int)",
         LAMBDA},
        {"(lambda ((x Int)) x)", "(Array Int Real)", NULL, 0},
        {"(lambda ((x Int)) x)", "(-> Int Int)", "(lambda ((x Int)) x) : (-> Int Int)", 0},
        {"(make i j)", "(Array Int Int)", NULL, 0},
        {"ii", "(-> Int Int)", NULL, 0},
    };
    struct desk *d = desk_new(script);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        unsigned tolerances = 0;
        term t = check_coerce(d->table, desk_term(d, cases[i].term), desk_sort(d, cases[i].sort),
                              &tolerances);
        if ((t != 0) != (cases[i].expected != NULL))
            fail_msg("%s as %s", cases[i].term, cases[i].sort);
        if (t != 0)
            desk_expect(d, t, cases[i].expected);
        assert_int_equal(tolerances, cases[i].tolerances);
    }
    desk_free(d);
}

static void sorts_can_be_written_out(void **state) {
    static const struct example examples[] = {
        {"const", {"i"}, "((as const (Array U Int)) i) : (Array U Int)", 0, 0, "(Array U Int)"},
        {"const", {"p"}, NULL, 0, 0, "(Array Int Int)"},
        {"const", {"i"}, NULL, 0, NOT_AN_ARGUMENT, "(Seq Int)"},
        {"const", {"i"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"seq.empty", {NULL}, "(as seq.empty (Seq Int)) : (Seq Int)", 0, 0, "(Seq Int)"},
        {"seq.empty", {NULL}, NULL, 0, NOT_AN_ARGUMENT, "Int"},
        {"seq.empty", {NULL}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"set.universe", {NULL}, "(as set.universe (Set U)) : (Set U)", 0, 0, "(Set U)"},
        {"nil", {NULL}, "(as nil (List Int)) : (List Int)", 0, 0, "(List Int)"},
        {"nil", {NULL}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"nil", {NULL}, NULL, 0, NOT_AN_ARGUMENT, "Int"},
        {"cons", {"1", "li"}, "(cons 1 li) : (List Int)", 0, 0, "(List Int)"},
        {"cons", {"1", "li"}, NULL, 0, 1, "(List Real)"},
        {"cons",
         {"1", "(as nil (List Real))"},
         "(cons 1.0 (as nil (List Real))) : (List Real)",
         NUMERAL,
         0,
         "(List Real)"},
        /* what is not needed may be there */
        {"and", {"p", "q"}, "(and p q) : Bool", 0, 0, "Bool"},
        {"+", {"i", "j"}, "(+ i j) : Int", 0, 0, "Int"},
        {"+", {"1", "2"}, "(+ 1.0 2.0) : Real", NUMERAL, 0, "Real"},
        {"@", {"fun1", "i"}, "(@ fun1 i) : Int", 0, 0, "Int"},
        /* but not be wrong */
        {"and", {"p", "q"}, NULL, 0, NOT_AN_ARGUMENT, "Int"},
        {"+", {"r", "s"}, NULL, 0, 0, "Int"},
        {"@", {"fun1", "i"}, NULL, 0, NOT_AN_ARGUMENT, "Bool"},
        {"tuple", {"i", "p"}, NULL, 0, NOT_AN_ARGUMENT, "(Tuple Int Int)"},
        {"tuple.unit", {NULL}, NULL, 0, NOT_AN_ARGUMENT, "Int"},
    };
    try_examples(examples, LENGTH(examples));
}

static void left_associative_results_meet_the_next_argument(void **state) {
    static const struct example examples[] = {
        {"concat", {"b", "w"}, "(concat b w) : (_ BitVec 12)", 0, 0, NULL},
        {"concat", {"b", "w", "o"}, "(concat b w o) : (_ BitVec 13)", 0, 0, NULL},
        {"concat", {"o", "o", "o", "o"}, "(concat o o o o) : (_ BitVec 4)", 0, 0, NULL},
        {"concat", {"p", "w"}, NULL, 0, 0, NULL},
        {"concat", {"b", "p"}, NULL, 0, 1, NULL},
        {"concat", {"b", "w", "i"}, NULL, 0, 2, NULL},
        {"@", {"fun2", "i"}, "(@ fun2 i) : (-> Real Bool)", 0, 0, NULL},
        {"@", {"fun2", "i", "r"}, "(@ fun2 i r) : Bool", 0, 0, NULL},
        {"@", {"fun2", "i", "r", "p"}, NULL, 0, 3, NULL},
        {"@", {"fun2", "p"}, NULL, 0, 1, NULL},
        {"@", {"fun2", "i", "p"}, NULL, 0, 2, NULL},
        {"@", {"i", "i"}, NULL, 0, 0, NULL},
    };
    try_examples(examples, LENGTH(examples));
}

/* Ranks that are indexed; `n` of the indices are given. */
static term apply_indexed(struct desk *d, const char *name, uint32_t n, uint32_t i, uint32_t j,
                          const char *arg, struct check *check) {
    term t = desk_term(d, arg);
    return check_op(d->table, make_symbol(d->table, name), (uint32_t[]){i, j}, n, 0, &t, 1, check);
}

static void results_beyond_all_bounds_are_refused(void **state) {
    struct desk *d = desk_new(script);
    struct check check;
    static const struct {
        const char *name;
        uint32_t n, i, j;
        enum check_status status;
    } cases[] = {
        {"repeat", 1, 3, 0, CHECK_OK},
        {"repeat", 1, 0, 0, CHECK_CONDITION},
        {"repeat", 1, SORT_INDEX_MAX, 0, CHECK_TOO_LARGE},
        {"zero_extend", 1, 0, 0, CHECK_OK},
        {"zero_extend", 1, SORT_INDEX_MAX - 8, 0, CHECK_OK},
        {"zero_extend", 1, SORT_INDEX_MAX - 7, 0, CHECK_TOO_LARGE},
        {"sign_extend", 1, SORT_INDEX_MAX, 0, CHECK_TOO_LARGE},
        {"rotate_left", 1, SORT_INDEX_MAX, 0, CHECK_OK},
        {"extract", 2, 7, 0, CHECK_OK},
        {"extract", 2, 8, 0, CHECK_CONDITION},
        {"extract", 2, 3, 4, CHECK_CONDITION},
        {"extract", 2, SORT_INDEX_MAX, 0, CHECK_CONDITION},
        {"extract", 1, 7, 0, CHECK_NO_INDEX_FITS},
        {"to_fp", 2, 3, 5, CHECK_OK},
        {"to_fp", 2, 3, 6, CHECK_CONDITION},
        {"to_fp", 2, 7, 1, CHECK_TOO_LARGE}, /* eight bits, but no such format */
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        term t = apply_indexed(d, cases[i].name, cases[i].n, cases[i].i, cases[i].j, "b", &check);
        if (check.status != cases[i].status)
            fail_msg("(_ %s %u %u): status %u", cases[i].name, cases[i].i, cases[i].j,
                     check.status);
        assert_int_equal(t == 0, check.status != CHECK_OK);
    }
    term wide = apply_indexed(d, "zero_extend", 1, SORT_INDEX_MAX - 8, 0, "b", &check);
    symbol concat = make_symbol(d->table, "concat");
    assert_int_equal(check_op(d->table, concat, NULL, 0, 0, (term[]){wide, wide}, 2, &check), 0);
    assert_int_equal(check.status, CHECK_TOO_LARGE);
    assert_int_equal(check_op(d->table, concat, NULL, 0, 0, (term[]){wide, wide, wide}, 3, &check),
                     0);
    assert_int_equal(check.status, CHECK_TOO_LARGE);
    desk_free(d);
}

/* The first rank that fits is meant, also where a later one has a quick rule. */
static void ranks_are_tried_in_their_order(void **state) {
    static const char text[] = "(par (A) (zap A A A)) (zap Int Int Int) (zap Int Real Bool)";
    struct term_table *table = term_table_new();
    struct sexpr_error error;
    struct check check;
    assert_true(signature_load(table, text, strlen(text), &error));
    symbol zap = make_symbol(table, "zap");
    term i = make_constant(table, "i", SORT_INT), r = make_constant(table, "r", SORT_REAL);
    uint32_t first = symbol_at(&table->symbols, zap)->op;
    assert_int_equal(op_info(table, first)->rule, RULE_PATTERNS);
    assert_int_equal(op_info(table, first + 1)->rule, RULE_CONCRETE);
    term t = check_op(table, zap, NULL, 0, 0, (term[]){i, i}, 2, &check);
    assert_int_equal(term_op(table, t), first);
    /* A rank that fits exactly comes before one that needs a tolerance. */
    t = check_op(table, zap, NULL, 0, 0, (term[]){i, r}, 2, &check);
    assert_int_equal(term_op(table, t), first + 2);
    assert_int_equal(check.tolerances, 0);
    t = check_op(table, zap, NULL, 0, 0, (term[]){r, i}, 2, &check);
    assert_int_equal(term_op(table, t), first);
    assert_int_equal(check.tolerances, TOLERATE_INT_AS_REAL);
    term_table_free(table);
}

/* What was accepted is accepted again in the same way, and only that. */
static void what_was_accepted_is_remembered(void **state) {
    static const char text[] = "(par (A) (zap A A A)) (zap Int Int Int) (zap Int Real Bool)";
    struct term_table *table = term_table_new();
    struct sexpr_error error;
    struct check check;
    assert_true(signature_load(table, text, strlen(text), &error));
    symbol zap = make_symbol(table, "zap");
    term i = make_constant(table, "i", SORT_INT), r = make_constant(table, "r", SORT_REAL);
    uint32_t first = symbol_at(&table->symbols, zap)->op;
    struct term_mark mark = term_table_mark(table);
    /* One operator by itself says nothing of those that come before it. */
    assert_int_not_equal(check_one_op(table, first + 1, NULL, 0, 0, (term[]){i, i}, 2, &check), 0);
    assert_int_equal(check_op_again(table, zap, 0, (term[]){i, i}, 2), 0);
    term t = check_op(table, zap, NULL, 0, 0, (term[]){i, i}, 2, &check);
    assert_int_equal(check_op_again(table, zap, 0, (term[]){i, i}, 2), t);
    assert_int_equal(check_op_again(table, zap, 0, (term[]){i, r}, 2), 0);
    assert_int_equal(check_op_again(table, zap, 0, (term[]){i}, 1), 0);
    assert_int_equal(check_op_again(table, zap, 1, (term[]){i, i}, 2), 0);
    /* Nor is a conversion remembered: it has to be noted each time. */
    assert_int_not_equal(check_op(table, zap, NULL, 0, 0, (term[]){r, i}, 2, &check), 0);
    assert_int_equal(check.tolerances, TOLERATE_INT_AS_REAL);
    assert_int_equal(check_op_again(table, zap, 0, (term[]){r, i}, 2), 0);
    /* After a rewind a handle may be that of another sort. */
    term_table_rewind(table, mark);
    assert_int_equal(check_op_again(table, zap, 0, (term[]){i, i}, 2), 0);
    term_table_free(table);
}

static void many_arguments_are_converted_or_left_as_they_were(void **state) {
    enum { MANY = 20 };
    struct desk *d = desk_new(script);
    struct check check;
    term args[MANY], given[MANY];
    symbol plus = make_symbol(d->table, "+");
    for (int i = 0; i < MANY; i++)
        given[i] = desk_term(d, "1");
    given[MANY - 1] = desk_term(d, "r");
    memcpy(args, given, sizeof args);
    term t = check_op(d->table, plus, NULL, 0, 0, args, MANY, &check);
    assert_int_not_equal(t, 0);
    assert_int_equal(term_op(d->table, t), OP_REAL_ADD);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(term_sort(d->table, args[i]), SORT_REAL);
    given[MANY - 1] = desk_term(d, "p");
    given[MANY - 2] = desk_term(d, "r");
    memcpy(args, given, sizeof args);
    assert_int_equal(check_op(d->table, plus, NULL, 0, 0, args, MANY, &check), 0);
    assert_int_equal(check.bad_arg, MANY - 1);
    assert_memory_equal(args, given, sizeof args);
    desk_free(d);
}

/* ---- functions of a script ------------------------------------------------ */

static void functions_take_what_they_are_declared_for(void **state) {
    static const struct example examples[] = {
        {"two", {"i", "r"}, "(two i r) : Bool", 0, 0, NULL},
        {"two", {"i"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"two", {"i", "r", "r"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"two", {"p", "r"}, NULL, 0, 0, NULL},
        {"two", {"i", "p"}, NULL, 0, 1, NULL},
        {"one", {"p"}, NULL, 0, 0, NULL},
        {"i", {NULL}, "i : Int", 0, 0, NULL},
        {"two", {"i", "r"}, "(two i r) : Bool", 0, 0, "Bool"},
        {"two", {"i", "r"}, NULL, 0, NOT_AN_ARGUMENT, "Int"},
        /* constructors and selectors of every instance */
        {"cons", {"i", "li"}, "(cons i li) : (List Int)", 0, 0, NULL},
        {"cons", {"r", "lr"}, "(cons r lr) : (List Real)", 0, 0, NULL},
        {"cons", {"p", "li"}, NULL, 0, 1, NULL},
        {"cons", {"i", "i"}, NULL, 0, 1, NULL},
        {"head", {"li"}, "(head li) : Int", 0, 0, NULL},
        {"head", {"lr"}, "(head lr) : Real", 0, 0, NULL},
        {"tail", {"lr"}, "(tail lr) : (List Real)", 0, 0, NULL},
        {"head", {"i"}, NULL, 0, 0, NULL},
        {"head", {"li"}, NULL, 0, 0, "Real"},
    };
    try_examples(examples, LENGTH(examples));
}

static void of_functions_with_one_name_the_youngest_that_fits_is_meant(void **state) {
    struct desk *d = desk_new(script);
    desk_run(d, "(declare-fun h (Int) Int) (declare-fun h (Real) Real)"
                "(declare-fun h (Bool Bool) Bool) (declare-fun h (U) U)");
    static const struct example examples[] = {
        {"h", {"i"}, "(h i) : Int", 0, 0, NULL}, /* exactly, before any tolerance */
        {"h", {"r"}, "(h r) : Real", 0, 0, NULL},
        {"h", {"1"}, "(h 1) : Int", 0, 0, NULL},
        {"h", {"p", "q"}, "(h p q) : Bool", 0, 0, NULL},
        {"h", {"u"}, "(h u) : U", 0, 0, NULL},
        {"h", {"p"}, NULL, 0, 0, NULL},
        {"h", {"i", "p"}, NULL, 0, 0, NULL},
        {"h", {"p", "i"}, NULL, 0, 1, NULL}, /* the one that took more is blamed */
        {"h", {"p", "q", "p"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"h", {"i"}, "(h i) : Int", 0, 0, "Int"},
    };
    for (size_t i = 0; i < LENGTH(examples); i++)
        try_example(d, &examples[i]);
    fun youngest = symbol_at(&d->table->symbols, make_symbol(d->table, "h"))->fun;
    assert_int_equal(fun_at(d->table, youngest)->result, desk_sort(d, "U"));
    desk_free(d);
}

/* ---- reasons --------------------------------------------------------------- */

static void refusals_say_what_is_wanted_and_what_was_given(void **state) {
    static const struct {
        const char *name, *args[4];
        const char *text;
    } cases[] = {
        {"not", {"i"}, "'not' cannot be applied to (Int); it is (not Bool Bool)"},
        {"not", {"p", "q"}, "'not' does not take 2 arguments; it is (not Bool Bool)"},
        {"bvadd",
         {"b", "w"},
         "'bvadd' cannot be applied to ((_ BitVec 8) (_ BitVec 4)); it is "
         "(bvadd (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc)"},
        {"-",
         {"p"},
         "'-' cannot be applied to (Bool); it is (- Int Int) or (- Int Int Int :left-assoc) or "
         "(- Real Real) or (- Real Real Real :left-assoc)"},
        {"extract",
         {"b"},
         "'extract' has the wrong number of indices; it is ((_ extract i j) (_ BitVec m) "
         "(_ BitVec (+ 1 (- i j)))) where (and (> m i) (>= i j))"},
        {"const",
         {"i"},
         "'const' needs its sort written out: (as const SORT); it is (const B (Array A B))"},
        {"two",
         {"p", "r"},
         "'two' cannot be applied to (Bool Real); it is declared as (Int Real) Bool"},
        {"two", {"i"}, "'two' does not take 1 argument; it is declared as (Int Real) Bool"},
        {"nil",
         {NULL},
         "'nil' needs its sort written out: (as nil SORT); it is declared as () (List A)"},
    };
    struct desk *d = desk_new(script);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct example e = {.name = cases[i].name};
        memcpy(e.args, cases[i].args, sizeof e.args);
        term args[4];
        struct check check;
        struct strbuf out = {0};
        uint32_t n = read_args(d, &e, args);
        assert_int_equal(apply(d, e.name, 0, args, n, &check), 0);
        symbol name = make_symbol(d->table, e.name);
        fun f = symbol_at(&d->table->symbols, name)->fun;
        if (f != 0)
            check_explain_fun(d->table, f, &check, args, n, &out);
        else
            check_explain_op(d->table, name, &check, args, n, &out);
        assert_string_equal(strbuf_text(&out), cases[i].text);
        strbuf_free(&out);
    }
    desk_free(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(ranks_are_tried_in_their_order),
        TEST(one_argument_is_taken_where_the_result_is_like_it),
        TEST(integers_are_taken_for_reals),
        TEST(lambdas_are_taken_for_arrays),
        TEST(nothing_else_is_converted),
        TEST(coercion_gives_the_term_that_was_meant),
        TEST(sorts_can_be_written_out),
        TEST(left_associative_results_meet_the_next_argument),
        TEST(results_beyond_all_bounds_are_refused),
        TEST(what_was_accepted_is_remembered),
        TEST(many_arguments_are_converted_or_left_as_they_were),
        TEST(functions_take_what_they_are_declared_for),
        TEST(of_functions_with_one_name_the_youngest_that_fits_is_meant),
        TEST(refusals_say_what_is_wanted_and_what_was_given),
    };
    return RUN(tests);
}
