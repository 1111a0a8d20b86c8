#include "testing.h"

#include "base/file.h"
#include "lang/logic.h"
#include "lang/parser.h"
#include "term/signature.h"

/* ---- the table ----------------------------------------------------------- */

static struct logic parsed(const char *name) {
    struct logic logic;
    if (!logic_parse(name, strlen(name), &logic))
        fail_msg("%s is not understood", name);
    return logic;
}

static const struct logic_row *find_row(const char *name) {
    for (const struct logic_row *row = logic_rows; row->name != NULL; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

static void each_name_means_the_features_of_its_row(void **state) {
    for (const struct logic_row *row = logic_rows; row->name != NULL; row++)
        if (parsed(row->name).features != row->logic.features)
            fail_msg("%s: the row has %#x, the name means %#x", row->name, row->logic.features,
                     parsed(row->name).features);
}

static void no_row_hides_a_later_one(void **state) {
    for (const struct logic_row *late = logic_rows; late->name != NULL; late++)
        for (const struct logic_row *early = logic_rows; early != late; early++)
            if (logic_covers(early->logic, late->logic))
                fail_msg("%s can never be reached: %s comes first", late->name, early->name);
}

static void each_row_is_the_name_of_its_own_features(void **state) {
    for (const struct logic_row *row = logic_rows; row->name != NULL; row++)
        assert_string_equal(logic_name(row->logic), row->name);
}

static void every_set_of_features_has_a_smallest_name(void **state) {
    struct rng rng = testing_rng(1);
    for (int i = 0; i < 20000; i++) {
        struct logic logic = {LOGIC_EVERYTHING};
        for (uint64_t n = rng_below(&rng, 5); n > 0; n--)
            logic.features &= (uint32_t)rng_next(&rng);
        const struct logic_row *chosen = find_row(logic_name(logic));
        assert_true(logic_covers(chosen->logic, logic));
        for (const struct logic_row *row = logic_rows; row->name != NULL; row++)
            assert_false(row != chosen && logic_covers(row->logic, logic) &&
                         logic_covers(chosen->logic, row->logic));
    }
}

static void the_table_has_the_logics_of_the_standard_and_of_the_seeds(void **state) {
    static const char *const names[] = {
        /* files of SMT-LIB */
        "AUFLIA", "AUFLIRA", "AUFNIRA", "LIA", "LRA", "QF_ABV", "QF_AUFBV", "QF_AUFLIA", "QF_AX",
        "QF_BV", "QF_EIA", "QF_IDL", "QF_LIA", "QF_LRA", "QF_NIA", "QF_NRA", "QF_RDL", "QF_UF",
        "QF_UFBV", "QF_UFIDL", "QF_UFLIA", "QF_UFLRA", "QF_UFNRA", "UFLRA", "UFNIA",
        /* folders of seeds beside those */
        "ALIA", "AUFBVDTLIA", "AUFDTLIA", "BV", "FP", "NRA", "QF_ABVFP", "QF_ALIA", "QF_ANIA",
        "QF_BVFP", "QF_FP", "QF_S", "QF_SLIA", "ALL", "HO_ALL", "NIA", "QF_DT", "QF_FPLRA",
        "QF_LIRA", "QF_NIRA", "QF_UFDTLIA", "QF_UFNIA", "UF", "UFDT", "UFLIA"};
    for (size_t i = 0; i < LENGTH(names); i++)
        if (find_row(names[i]) == NULL)
            fail_msg("%s is not in logics.def", names[i]);
}

/* Unit tests start at the top of the tree. */
static void the_manual_shows_the_table_in_its_order(void **state) {
    struct file_text text;
    struct strbuf error = {0};
    if (!file_read("docs/logics.md", &text, &error))
        fail_msg("%s", strbuf_text(&error));
    const struct logic_row *row = logic_rows;
    const char *at = strstr(text.at, "\n## The table\n");
    assert_non_null(at);
    while ((at = strstr(at, "\n| `")) != NULL) {
        at += strlen("\n| `");
        size_t n = strcspn(at, "`");
        if (row->name == NULL || strlen(row->name) != n || memcmp(row->name, at, n) != 0)
            fail_msg("docs/logics.md has %.*s in the place of %s", (int)n, at,
                     row->name == NULL ? "nothing" : row->name);
        row++;
    }
    if (row->name != NULL)
        fail_msg("docs/logics.md lacks %s", row->name);
    file_text_free(&text);
}

/* ---- names --------------------------------------------------------------- */

static void a_name_is_the_sum_of_its_parts(void **state) {
    static const struct {
        const char *name;
        const char *same_as[5];
    } rows[] = {
        {"QF_AUFBVDTNIRA", {"QF_AX", "QF_UF", "QF_BV", "QF_DT", "QF_NIRA"}},
        {"AUFBVDTLIA", {"QF_AX", "UF", "BV", "DT", "LIA"}},
        {"QF_FPBV", {"QF_BVFP"}},
        {"QF_UFDTBV", {"QF_UFBVDT"}},
        {"QF_LIRA", {"QF_LIA", "QF_LRA"}},
        {"QF_NIRA", {"QF_NIA", "QF_NRA"}},
        {"QF_IRDL", {"QF_IDL", "QF_RDL"}},
        {"QF_AUFIDL", {"QF_AX", "QF_UFIDL"}},
        {"QF_UFRDL", {"QF_UF", "QF_RDL"}},
        {"QF_SLIA", {"QF_S", "QF_LIA"}},
        {"QF_LIAFS", {"QF_LIA", "QF_FS"}},
        {"QF_LIAFSFB", {"QF_LIA", "QF_FS", "QF_FB"}},
        {"QF_SEP_LIA", {"QF_SEP_LIA", "QF_LIA"}},
        {"QF_SEQLIA", {"QF_SEQ", "QF_LIA"}},
        {"QF_UFFF", {"QF_UF", "QF_FF"}},
        {"QF_EIA", {"QF_EIA", "QF_NIA"}},
        {"QF_NRAT", {"QF_NRAT", "QF_NRA"}},
        {"QF_NIRAT", {"QF_NRAT", "QF_NIRA"}},
        {"QF_UFBVFPDTSLIRAFS", {"QF_UFBV", "QF_FP", "QF_DT", "QF_SLIA", "QF_LRAFS"}},
        {"HO_UFLIA", {"HO_UF", "UFLIA"}},
        {"HO_QF_UF", {"HO_QF_UF", "QF_UF"}},
        {"ALL", {"ALL", "QF_ALL", "UF"}},
        {"ALL_SUPPORTED", {"ALL"}},
        {"QF_ALL_SUPPORTED", {"QF_ALL"}},
        {"HO_ALL", {"ALL", "HO_UF"}},
        {"HORN", {"ALL"}},
        {"CSP", {"ALL"}},
        {"SAT", {"SAT", "QF_SAT"}},
        {"QF_FD", {"QF_BV", "QF_DT", "QF_LIA"}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        uint32_t sum = 0;
        for (size_t k = 0; k < 5 && rows[i].same_as[k] != NULL; k++)
            sum |= parsed(rows[i].same_as[k]).features;
        if (parsed(rows[i].name).features != sum)
            fail_msg("%s means %#x, its parts %#x", rows[i].name, parsed(rows[i].name).features,
                     sum);
    }
}

static void parts_mean_what_they_say(void **state) {
    assert_int_equal(parsed("QF_SAT").features, 0);
    assert_int_equal(parsed("SAT").features, LOGIC_QUANTIFIERS);
    assert_int_equal(parsed("QF_UF").features, LOGIC_FREE_SORTS | LOGIC_FUNCTIONS);
    assert_int_equal(parsed("QF_AX").features, LOGIC_FREE_SORTS | LOGIC_ARRAYS | LOGIC_ANY_INDEX);
    assert_int_equal(parsed("QF_ABV").features, LOGIC_BV | LOGIC_ARRAYS);
    assert_int_equal(parsed("QF_S").features, LOGIC_STRINGS | LOGIC_INTS);
    assert_int_equal(parsed("BV").features, LOGIC_QUANTIFIERS | LOGIC_BV);
    assert_int_equal(parsed("QF_BVFP").features, LOGIC_BV | LOGIC_FP);
    assert_int_equal(parsed("QF_IDL").features, LOGIC_INTS | LOGIC_ORDER | LOGIC_DIFFERENCE);
    assert_int_equal(parsed("QF_RDL").features, LOGIC_REALS | LOGIC_ORDER | LOGIC_DIFFERENCE);
    assert_int_equal(parsed("HO_ALL").features, LOGIC_EVERYTHING);
    assert_int_equal(parsed("ALL").features, LOGIC_EVERYTHING & ~LOGIC_HO);
}

static void other_names_are_refused_and_mean_all(void **state) {
    static const char *const names[] = {
        "",           "QF_",         "HO_",      "QF_SEP_", "FOO",      "QF_FOO",   "qf_lia",
        "QF_lia",     "QF_LIAX",     "QF_LIAUF", "LIALIA",  "QF_BVBV",  "QF_UFA",   "QF_AAX",
        "QF_UFUFIDL", "QF_UFIDLLIA", "QF_LI",    "QF_ALLX", "QF_QF_UF", "QF_HO_UF", "LOGIC_ALL",
        "QF_BVUFIDL", "QF_LIA ",     "AL",       "QF__LIA"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        struct logic logic = {0};
        if (logic_parse(names[i], strlen(names[i]), &logic))
            fail_msg("%s is understood", names[i]);
        assert_int_equal(logic.features, parsed("ALL").features);
    }
}

static void a_name_ends_where_its_length_says(void **state) {
    struct logic logic;
    assert_true(logic_parse("QF_LIAXYZ", 6, &logic));
    assert_int_equal(logic.features, parsed("QF_LIA").features);
}

static void numerals_are_reals_only_where_there_are_no_integers(void **state) {
    static const char *const real_only[] = {"QF_RDL",   "QF_LRA",     "LRA",      "QF_NRA",
                                            "NRA",      "QF_UFLRA",   "QF_UFNRA", "UFLRA",
                                            "QF_FPLRA", "QF_BVFPLRA", "QF_BVLRA", "QF_NRAT",
                                            "ABVFPLRA", "HO_UFLRA",   "QF_UFRDL"};
    static const char *const others[] = {"QF_LIA",  "QF_LIRA", "AUFLIRA", "QF_S",    "QF_FP",
                                         "QF_BVFP", "QF_UF",   "ALL",     "HORN",    "QF_IDL",
                                         "QF_SLIA", "BV",      "QF_SNRA", "QF_LRAFS"};
    for (size_t i = 0; i < LENGTH(real_only); i++)
        if (!logic_is_real_only(parsed(real_only[i])))
            fail_msg("%s has reals only", real_only[i]);
    for (size_t i = 0; i < LENGTH(others); i++)
        if (logic_is_real_only(parsed(others[i])))
            fail_msg("%s does not have reals only", others[i]);
}

static void only_the_logics_of_everything_have_all_theories(void **state) {
    for (const struct logic_row *row = logic_rows; row->name != NULL; row++)
        assert_int_equal(logic_has_all_theories(row->logic), strstr(row->name, "ALL") != NULL);
    assert_true(logic_has_all_theories(parsed("QF_ALL")));
    assert_true(logic_has_all_theories(parsed("HORN")));
    assert_false(logic_has_all_theories(parsed("QF_AUFBVFPDTSNIRATFSFB")));
}

/* ---- scripts ------------------------------------------------------------- */

/* A script in a table of its own. */
struct sample {
    struct term_table *table;
    struct parser *parser;
    struct script script;
};

static void sample_open(struct sample *sample, const char *text) {
    *sample = (struct sample){.table = term_table_new()};
    sample->parser = parser_new(sample->table);
    struct parse_error error = {0};
    if (!parser_read_script(sample->parser, text, strlen(text), &sample->script, &error))
        fail_msg("%zu: %s in %.300s", error.offset, strbuf_text(&error.message), text);
    parse_error_release(&error);
}

static void sample_close(struct sample *sample) {
    script_release(&sample->script);
    parser_free(sample->parser);
    term_table_free(sample->table);
}

static void expect(const char *text, const char *name) {
    struct sample sample;
    sample_open(&sample, text);
    const char *inferred = logic_infer(sample.table, &sample.script);
    if (strcmp(inferred, name) != 0)
        fail_msg("%s instead of %s for %.300s", inferred, name, text);
    sample_close(&sample);
}

struct expectation {
    const char *name;
    const char *text;
};

static void expect_all(const struct expectation *rows, size_t n) {
    for (size_t i = 0; i < n; i++)
        expect(rows[i].text, rows[i].name);
}

#define INT_XYZ "(declare-const x Int)(declare-const y Int)(declare-const z Int)"
#define REAL_XYZ "(declare-const x Real)(declare-const y Real)(declare-const z Real)"

static void free_symbols_need_their_logic(void **state) {
    static const struct expectation rows[] = {
        {"QF_UF", ""},
        {"QF_UF", "(declare-const p Bool)(assert (=> p (not p)))"},
        {"QF_UF", "(declare-sort U 0)(declare-const a U)(assert (= a a))"},
        {"QF_UF", "(declare-fun f (Bool) Bool)(assert (f (f true)))"},
        {"UF", "(assert (forall ((p Bool)) p))"},
        {"UF", "(declare-sort U 0)(assert (exists ((a U) (b U)) (distinct a b)))"},
        {"QF_UFLIA", "(declare-fun f (Int) Int)" INT_XYZ "(assert (= (f x) (+ y z)))"},
        {"QF_UFLIA", "(declare-sort U 0)" INT_XYZ "(assert (= x (* 2 y)))"},
        {"QF_UFNRA", "(declare-fun f (Real) Real)" REAL_XYZ "(assert (= (f x) (* y z)))"},
        {"QF_UFBV", "(declare-fun f ((_ BitVec 8)) Bool)(assert (f #x00))"},
        /* a definition is no free function */
        {"QF_LIA", INT_XYZ "(define-fun f ((a Int)) Int (+ a x y))(assert (= (f 1) z))"},
        /* a recursive one stands for a quantified axiom */
        {"UFLIA", "(define-fun-rec f ((a Int)) Int (ite (< a 0) 0 (+ a (f (- a 1)))))"},
        {"UFLIA", "(define-funs-rec ((f ((a Int)) Int) (g ((a Int)) Int))"
                  " ((+ a (g a)) (+ a (f a))))"},
    };
    expect_all(rows, LENGTH(rows));
}

static void declarations_count_though_nothing_uses_them(void **state) {
    static const struct expectation rows[] = {
        {"QF_ALIA", "(declare-const a (Array Int Int))(assert true)"},
        {"QF_AX", "(declare-sort U 0)(declare-const a (Array U U))"},
        {"QF_AUFLIA", "(declare-fun f ((Array Bool Bool)) Bool)"},
        {"QF_ABV", "(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))"},
        {"QF_ABV", "(define-sort M () (Array (_ BitVec 4) (_ BitVec 8)))"},
        {"QF_AX", "(define-sort M (A) (Array A Bool))"},
        {"QF_BV", "(define-fun f ((a (_ BitVec 4))) Bool true)"},
        {"QF_IDL", "(declare-const x Int)"},
        {"QF_RDL", "(declare-const x Real)"},
        {"QF_LIRA", "(declare-const x Real)(declare-const y Int)"},
        {"QF_S", "(declare-const s String)"},
        {"QF_FP", "(declare-const r RoundingMode)"},
    };
    expect_all(rows, LENGTH(rows));
}

static void terms_of_all_commands_count(void **state) {
    static const struct expectation rows[] = {
        {"QF_BV", "(check-sat-assuming ((= #b0 #b1)))"},
        {"QF_BV", "(check-sat)(get-value (#b0))"},
        {"QF_LIA", INT_XYZ "(check-sat)(get-value ((+ x y)))"},
        {"QF_NIA", INT_XYZ "(minimize (* x y))"},
        {"QF_BV", "(assert-soft (= #b0 #b1) :weight 2)"},
        {"QF_LIA", INT_XYZ "(push 1)(assert (< (+ x y) z))(pop 1)(check-sat)"},
        {"UFLIA",
         "(declare-fun f (Int) Int)"
         "(assert (! (forall ((a Int)) (! (< (f a) (* 2 a)) :pattern ((f a)))) :named n))"},
        {"QF_LIA", INT_XYZ "(assert (! (< (+ x y) 0) :named n))(check-sat-assuming (n))"},
    };
    expect_all(rows, LENGTH(rows));
}

static void difference_logic_is_told_from_linear(void **state) {
    static const struct expectation rows[] = {
        {"QF_IDL", INT_XYZ "(assert (< (- x y) 3))"},
        {"QF_IDL", INT_XYZ "(assert (= (- x y) (- 3)))"},
        {"QF_IDL", INT_XYZ "(assert (distinct x y z))"},
        {"QF_IDL", INT_XYZ "(assert (<= x y z))"},
        {"QF_IDL", INT_XYZ "(assert (or (>= x 5) (> 7 y)))"},
        {"QF_IDL", INT_XYZ "(define-fun c () Int 5)(assert (< (- x y) c))"},
        {"QF_LIA", INT_XYZ "(assert (< (- x y) z))"},
        {"QF_LIA", INT_XYZ "(assert (< (+ x y) 3))"},
        {"QF_LIA", INT_XYZ "(assert (< (- x) 3))"},
        {"QF_LIA", INT_XYZ "(assert (< x (+ y 3)))"},
        {"QF_LIA", INT_XYZ "(assert (< (- x y) 3 z))"},
        {"QF_LIA", INT_XYZ "(assert (< (- x y) (+ 1 2)))"},
        {"QF_LIA", INT_XYZ "(assert (< (- (+ x x) (+ y y)) 3))"},
        {"QF_LIA", INT_XYZ "(assert (< (- x (* 2 y)) 3))"},
        {"QF_LIA", INT_XYZ "(assert (= (ite (< x y) x y) z))"},
        /* the same difference, once in its place and once not */
        {"QF_LIA", INT_XYZ "(assert (and (< (- x y) 3) (< (- x y) z)))"},
        {"QF_RDL", REAL_XYZ "(assert (< (- x y) 3.0))"},
        {"QF_RDL", REAL_XYZ "(assert (< (- x y) (/ 1.0 3.0)))"},
        {"QF_RDL", REAL_XYZ "(assert (< (- x y) (/ (- 1) 3)))"},
        {"QF_RDL", REAL_XYZ "(assert (< (- (+ x x x) (+ y y y)) 3.0))"},
        {"QF_LRA", REAL_XYZ "(assert (< (- (+ x x x) (+ y y)) 3.0))"},
        {"QF_LRA", REAL_XYZ "(assert (< (- (+ x x) (+ y z)) 3.0))"},
        {"QF_LRA", REAL_XYZ "(assert (< (- x y) z))"},
        /* QF_UFIDL has offsets instead */
        {"QF_UFIDL", INT_XYZ "(declare-fun f (Int) Int)(assert (< (f (+ x 1)) (- (f 2) 1)))"},
        {"QF_UFIDL", INT_XYZ "(declare-fun f (Int) Int)(assert (= (f (ite (< x y) x y)) (+ 1 z)))"},
        {"QF_UFIDL", INT_XYZ "(declare-fun f (Int) Int)(assert (= (f (+ (+ x 1) 2)) 3))"},
        {"QF_UFLIA", INT_XYZ "(declare-fun f (Int) Int)(assert (< (- (f x) y) 3))"},
        {"QF_UFLIA", INT_XYZ "(declare-fun f (Int) Int)(assert (< (f (- 1 x)) 3))"},
        {"QF_UFLIA", INT_XYZ "(declare-fun f (Int) Int)(assert (< (f (+ (* 2 x) 1)) 3))"},
        {"LIA", "(assert (forall ((x Int) (y Int)) (< x y)))"},
    };
    expect_all(rows, LENGTH(rows));
}

static void linear_is_told_from_nonlinear(void **state) {
    static const struct expectation rows[] = {
        {"QF_LIA", INT_XYZ "(assert (= (* 2 x) (* y (- 3))))"},
        {"QF_LIA", INT_XYZ "(assert (= (* 2 x 3) (* 4 (* 5 y))))"},
        {"QF_LIA", INT_XYZ "(assert (= (div x 2) (mod y (- 3))))"},
        {"QF_LIA", INT_XYZ "(assert ((_ divisible 3) (abs x)))"},
        {"QF_LIA", INT_XYZ "(define-fun c () Int (- 5))(assert (= (* c x) y))"},
        {"QF_LIA", INT_XYZ "(assert (let ((c 5)) (= (* c x) y)))"},
        /* the sums and products of constants are no coefficients */
        {"QF_LIA", INT_XYZ "(assert (= x (* 2 5)))"},
        {"QF_NIA", INT_XYZ "(assert (= x (* (* 2 5) y)))"},
        {"QF_NIA", INT_XYZ "(assert (= x (* (+ 1 1) y)))"},
        {"QF_NIA", INT_XYZ "(assert (= x (* (- (- (- 5))) y)))"},
        {"QF_NRA", REAL_XYZ "(assert (= x (* (/ (/ 1 2) 3) y)))"},
        {"QF_NRA", REAL_XYZ "(assert (= x (* (/ 1 2 3) y)))"},
        {"QF_NIA", INT_XYZ "(define-fun c () Int 5)(assert (= x (div y c)))"},
        {"QF_NIA", INT_XYZ "(assert (= (* x y) z))"},
        {"QF_NIA", INT_XYZ "(assert (= (* x x) z))"},
        {"QF_NIA", INT_XYZ "(assert (= (* 2 x y) z))"},
        {"QF_NIA", INT_XYZ "(assert (= (div x y) z))"},
        {"QF_NIA", INT_XYZ "(assert (= (mod 7 y) z))"},
        {"QF_NIA", INT_XYZ "(assert (= (div x 0) z))"},
        {"QF_NIA", INT_XYZ "(assert (= (mod x (- 0)) z))"},
        {"QF_NIA", INT_XYZ "(assert (= (div x (- 2 2)) z))"},
        {"QF_NIA", INT_XYZ "(define-fun f ((a Int)) Int (* a x))(assert (= (f 2) 0))"},
        {"QF_EIA", INT_XYZ "(assert (= (** x y) z))"},
        {"QF_EIA", "(assert (= (** 2 3) 8))"},
        {"QF_LRA", REAL_XYZ "(assert (= (* (/ 1 3) x) (/ y 2.5)))"},
        {"QF_LRA", REAL_XYZ "(assert (= (* (- (/ 1.0 (- 3.0))) x) (/ y (/ 1 2))))"},
        {"QF_NRA", REAL_XYZ "(assert (= (/ 1.0 x) y))"},
        {"QF_NRA", REAL_XYZ "(assert (= (/ x 0.0) y))"},
        {"QF_NRA", REAL_XYZ "(assert (= (/ x (/ 0 3)) y))"},
        {"QF_NRA", REAL_XYZ "(assert (= (* x (/ 1 0)) y))"},
        {"NRA", "(assert (forall ((x Real)) (>= (* x x) 0.0)))"},
        {"UFNIA", "(declare-fun f (Int) Int)(assert (forall ((x Int)) (= (f x) (* x x))))"},
    };
    expect_all(rows, LENGTH(rows));
}

static void mixed_arithmetic_needs_both_sorts(void **state) {
    static const struct expectation rows[] = {
        {"QF_LRA", "(set-logic QF_LRA)" REAL_XYZ "(assert (< (+ x y) 3))"},
        {"QF_LRA", "(set-logic ALL)" REAL_XYZ "(assert (< (+ x y) 3))"},
        {"QF_LIRA", REAL_XYZ "(assert (< (+ x y) (to_real 3)))"},
        {"QF_LIRA", REAL_XYZ "(assert (= (* (to_real 3) x) (/ y (to_real 2))))"},
        {"QF_LIRA", REAL_XYZ "(assert (is_int x))"}, /* of the theory Reals_Ints, without an Int */
        {"QF_NIRA", REAL_XYZ "(assert (= (to_int x) (to_int (* y z))))"},
        {"QF_UFLIRA", REAL_XYZ "(declare-fun f (Int) Real)(assert (= (f 1) (+ x y)))"},
        {"AUFLIRA", "(declare-const a (Array Int Real))"
                    "(assert (forall ((i Int)) (< (select a i) (select a (+ i 1)))))"},
        {"AUFNIRA", "(declare-const a (Array Int Real))"
                    "(assert (forall ((i Int)) (< (* (select a i) (select a 0)) 1.0)))"},
    };
    expect_all(rows, LENGTH(rows));
}

static void arrays_add_what_they_hold(void **state) {
    static const struct expectation rows[] = {
        {"QF_AX", "(declare-sort I 0)(declare-sort E 0)(declare-const a (Array I E))"
                  "(declare-const i I)(assert (= a (store a i (select a i))))"},
        {"QF_ALIA", "(declare-const a (Array Int (Array Int Bool)))"
                    "(assert (select (select a 1) 2))"},
        {"QF_AUFLIA", "(declare-fun f (Int) Int)(declare-const a (Array Int Int))"
                      "(assert (= (f 1) (select a (+ 1 (f 2)))))"},
        {"QF_ANIA", "(declare-const a (Array Int Int))"
                    "(assert (= (* (select a 0) (select a 1)) 1))"},
        {"QF_AUFBV", "(declare-fun f ((_ BitVec 2)) (_ BitVec 2))"
                     "(declare-const a (Array (_ BitVec 2) (_ BitVec 2)))"},
        {"ALIA", "(declare-const a (Array Int Int))"
                 "(assert (forall ((i Int)) (= (select a i) i)))"},
        {"QF_AUFBVLIA", "(declare-const a (Array Int (_ BitVec 2)))(assert (= (select a 1) #b01))"},
        /* z3 has no other index than bit-vectors in QF_AUFBV */
        {"QF_AUFBV", "(declare-sort U 0)(declare-const a (Array (_ BitVec 2) U))"},
        {"QF_AUFBVLIA", "(declare-sort U 0)(declare-const a (Array U (_ BitVec 2)))"},
    };
    expect_all(rows, LENGTH(rows));
}

static void floats_take_literals_but_no_other_bits_or_reals(void **state) {
    static const struct expectation rows[] = {
        {"QF_FP", "(declare-const x Float32)(assert (fp.lt x (fp.add RNE x x)))"},
        {"QF_FP", "(assert (fp.isNaN (fp #b0 #b11 #b01)))"},
        {"QF_FP", "(assert (fp.isNaN ((_ to_fp 2 3) #b01101)))"},
        {"QF_FP", "(declare-const x Float16)(assert (= x ((_ to_fp 5 11) RNE 0.5)))"},
        {"QF_BVFP", "(declare-const b (_ BitVec 2))(assert (fp.isNaN (fp #b0 #b11 b)))"},
        {"QF_BVFP", "(assert (and (fp.isNaN (fp #b0 #b11 #b01)) (= #b0 #b0)))"},
        {"QF_BVFP", "(assert (fp.isNaN (fp #b0 #b11 (bvnot #b01))))"},
        {"QF_BVFP", "(declare-const x Float16)(assert (= ((_ fp.to_ubv 8) RNE x) #x00))"},
        {"QF_FPLRA", "(declare-const x Float16)(assert (= x ((_ to_fp 5 11) RNE (- 0.5))))"},
        {"QF_FPLRA", "(declare-const x Float16)(assert (< (fp.to_real x) 0.5))"},
        {"QF_UFFP", "(declare-fun f (Float16) Bool)"},
        {"QF_ABVFP", "(declare-const a (Array (_ BitVec 2) Float16))"},
        {"FP", "(assert (forall ((x Float16)) (fp.leq x x)))"},
        {"QF_BV", "(assert (= (bvadd #x01 #x02) #x03))"},
        {"QF_UFBVLIA", "(declare-const b (_ BitVec 2))(assert (= (ubv_to_int b) 2))"},
        {"BV", "(assert (exists ((b (_ BitVec 2))) (bvult b #b01)))"},
    };
    expect_all(rows, LENGTH(rows));
}

#define INT_LIST "(declare-datatype L ((nil) (cons (head Int) (tail L))))"

static void datatypes_bring_the_sorts_of_their_fields(void **state) {
    static const struct expectation rows[] = {
        {"QF_DT", "(declare-datatype C ((red) (green)))(declare-const c C)"
                  "(assert (distinct c red))"},
        {"QF_UFDT", "(declare-sort U 0)(declare-datatype P ((pair (a U) (b U))))"
                    "(declare-const p P)(assert (= (a p) (b p)))"},
        {"QF_UFDTLIA", INT_LIST},
        {"QF_UFDTLIA", INT_LIST "(declare-const l L)"
                                "(assert (and ((_ is cons) l) (= (head l) (+ 1 2))))"},
        {"QF_UFDTLIA", INT_LIST "(declare-const l L)"
                                "(assert (= 1 (match l ((nil 0) ((cons h t) h)))))"},
        {"QF_UFDTNIA", INT_LIST "(declare-const l L)(assert (= (* (head l) (head l)) 4))"},
        {"QF_UFBVDT", "(declare-datatype D ((c (s (_ BitVec 3)))))"},
        {"QF_UFDTLIRA",
         "(declare-datatypes ((A 0) (B 0)) (((a (i Int) (b B))) ((n) (r (x Real)))))"},
        {"UFDT", "(declare-datatypes ((T 1)) ((par (X) ((leaf) (node (l (T X)) (v X))))))"
                 "(declare-sort U 0)(assert (forall ((t (T U))) (= t t)))"},
        {"QF_DT", "(declare-datatypes ((T 1)) ((par (X) ((leaf) (node (l (T X)) (v X))))))"
                  "(declare-const t (T Bool))"},
        {"AUFDTLIA", "(declare-datatype D ((c (s (Array Int Int)))))"},
        {"UFDTNIRA", "(declare-datatype D ((c (s Real))))"
                     "(assert (forall ((d D) (i Int)) (= (* (s d) (s d)) (to_real i))))"},
        {"AUFBVDTLIA", INT_LIST "(declare-const a (Array (_ BitVec 2) L))"
                                "(assert (forall ((i (_ BitVec 2))) (= (select a i) nil)))"},
    };
    expect_all(rows, LENGTH(rows));
}

static void strings_come_with_integers_but_not_with_arithmetic(void **state) {
    static const struct expectation rows[] = {
        {"QF_S", "(declare-const s String)(assert (= (str.len s) 3))"},
        {"QF_S", "(declare-const s String)(declare-const i Int)(assert (= (str.at s i) \"a\"))"},
        {"QF_S", "(declare-const s String)(assert (str.in_re s (re.* (str.to_re \"ab\"))))"},
        {"QF_S", "(declare-const s String)(assert (= (str.to.int s) 3))"},
        {"QF_SLIA", "(declare-const s String)(assert (< (str.len s) 3))"},
        {"QF_SLIA", "(declare-const s String)(assert (= (str.to_int s) (- 1)))"},
        {"QF_SLIA", "(declare-const s String)(assert (= (str.len s) (* 2 (str.to_int s))))"},
        {"QF_SNIA",
         "(declare-const s String)(assert (= (str.len s) (* (str.len s) 1 (str.len s))))"},
        {"ALL", "(assert (forall ((s String)) (= s s)))"},
        {"ALL", "(declare-const s String)(assert (= (str.rev s) s))"},
    };
    expect_all(rows, LENGTH(rows));
}

static void extensions_need_everything(void **state) {
    static const struct expectation rows[] = {
        {"ALL", "(declare-const s (Seq Int))"},
        {"ALL", "(declare-const s (Set Int))(assert (set.member 1 s))"},
        {"ALL", "(declare-const b (Bag Int))"},
        {"ALL", "(declare-const t (Tuple Int Bool))"},
        {"ALL", "(declare-const f (_ FiniteField 7))"},
        {"ALL", REAL_XYZ "(assert (= (sin x) y))"},
        {"ALL", "(assert sep.emp)"},
        {"ALL", "(declare-heap (Int Int))"},
        {"ALL", "(declare-rel p (Int))(declare-var x Int)(rule (p x))(query p)"},
        {"ALL", INT_XYZ "(get-abduct A (> x y) ((G Bool)) ((G Bool (true))))"},
        {"ALL", INT_XYZ "(assert (= (rem x 2) y))"},
        {"ALL", "(assert (= (bvredor #b01) #b1))"},
        {"ALL", "(declare-codatatype S ((s (hd Bool) (tl S))))"},
        {"ALL", "(declare-sort-parameter X)(declare-fun id (X) X)"},
        {"HO_ALL", "(declare-const f (-> Int Int))"},
        {"HO_ALL", "(declare-fun f ((-> Int Int)) Int)(assert (= 1 (f (lambda ((x Int)) x))))"},
        {"HO_ALL", "(declare-datatype D ((c (s (-> Int Bool)))))"},
    };
    expect_all(rows, LENGTH(rows));
}

static void operators_of_users_need_everything(void **state) {
    static const char signatures[] = "(my.op Int Int)", text[] = "(assert (= (my.op 1) 1))";
    struct sample sample = {.table = term_table_new()};
    struct sexpr_error bad;
    assert_true(signature_load(sample.table, signatures, strlen(signatures), &bad));
    sample.parser = parser_new(sample.table);
    struct parse_error error = {0};
    assert_true(parser_read_script(sample.parser, text, strlen(text), &sample.script, &error));
    assert_string_equal(logic_infer(sample.table, &sample.script), "ALL");
    parse_error_release(&error);
    sample_close(&sample);
}

static void a_scan_forgets_the_script_before(void **state) {
    static const char *const texts[] = {
        INT_XYZ "(define-fun c () Int 2)(assert (= (* c x) y))",
        "(declare-sort U 0)(declare-fun f (U) U)(declare-const b (_ BitVec 2))",
        "(declare-const p Bool)(assert p)",
        /* 2 and v are the same handle, each in a table of its own */
        "(declare-const x Int)(assert (= (* 2 x) x))",
        "(declare-const v Int)(declare-const x Int)(assert (= (* v x) x))",
    };
    struct logic_scan scan = {0};
    for (size_t round = 0; round < 2; round++)
        for (size_t i = 0; i < LENGTH(texts); i++) {
            struct sample sample;
            sample_open(&sample, texts[i]);
            struct logic_scan fresh = {0};
            assert_int_equal(logic_of_script(&scan, sample.table, &sample.script).features,
                             logic_of_script(&fresh, sample.table, &sample.script).features);
            logic_scan_release(&fresh);
            sample_close(&sample);
        }
    logic_scan_release(&scan);
}

static void a_script_uses_the_definitions_that_it_was_read_after(void **state) {
    static const char before[] = "(declare-fun f (Int) Int)(define-fun g ((a Int)) Int (* a a))",
                      after[] = "(assert (= (f 1) (g 2)))";
    struct sample sample;
    sample_open(&sample, before);
    struct script later = {0};
    struct parse_error error = {0};
    assert_true(parser_read_script(sample.parser, after, strlen(after), &later, &error));
    assert_string_equal(logic_infer(sample.table, &later), "QF_UFNIA");
    parse_error_release(&error);
    script_release(&later);
    sample_close(&sample);
}

/* ---- size ---------------------------------------------------------------- */

enum { DEEP = 100000 };

static void add_nested(struct strbuf *text, const char *open, const char *core, const char *close) {
    for (int i = 0; i < DEEP; i++)
        strbuf_add_text(text, open);
    strbuf_add_text(text, core);
    for (int i = 0; i < DEEP; i++)
        strbuf_add_text(text, close);
}

static void deep_terms_are_ordinary(void **state) {
    struct strbuf text = {0};
    strbuf_add_text(&text, INT_XYZ "(assert (= x ");
    add_nested(&text, "(- ", "y", ")");
    strbuf_add_text(&text, "))(assert (= z ");
    add_nested(&text, "(* 2 ", "y", ")");
    strbuf_add_text(&text, "))");
    expect(strbuf_text(&text), "QF_LIA");
    strbuf_free(&text);
}

static void long_chains_of_datatypes_are_ordinary(void **state) {
    enum { LENGTH_OF_CHAIN = 5000 };
    struct strbuf text = {0};
    strbuf_add_text(&text, "(declare-datatype D0 ((c0 (s0 Int))))");
    for (int i = 1; i < LENGTH_OF_CHAIN; i++)
        strbuf_printf(&text, "(declare-datatype D%d ((c%d (s%d D%d))))", i, i, i, i - 1);
    strbuf_printf(&text, "(declare-const d D%d)", LENGTH_OF_CHAIN - 1);
    expect(strbuf_text(&text), "QF_UFDTLIA");
    strbuf_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(each_name_means_the_features_of_its_row),
        TEST(no_row_hides_a_later_one),
        TEST(each_row_is_the_name_of_its_own_features),
        TEST(every_set_of_features_has_a_smallest_name),
        TEST(the_table_has_the_logics_of_the_standard_and_of_the_seeds),
        TEST(the_manual_shows_the_table_in_its_order),
        TEST(a_name_is_the_sum_of_its_parts),
        TEST(parts_mean_what_they_say),
        TEST(other_names_are_refused_and_mean_all),
        TEST(a_name_ends_where_its_length_says),
        TEST(numerals_are_reals_only_where_there_are_no_integers),
        TEST(only_the_logics_of_everything_have_all_theories),
        TEST(free_symbols_need_their_logic),
        TEST(declarations_count_though_nothing_uses_them),
        TEST(terms_of_all_commands_count),
        TEST(difference_logic_is_told_from_linear),
        TEST(linear_is_told_from_nonlinear),
        TEST(mixed_arithmetic_needs_both_sorts),
        TEST(arrays_add_what_they_hold),
        TEST(floats_take_literals_but_no_other_bits_or_reals),
        TEST(datatypes_bring_the_sorts_of_their_fields),
        TEST(strings_come_with_integers_but_not_with_arithmetic),
        TEST(extensions_need_everything),
        TEST(operators_of_users_need_everything),
        TEST(a_scan_forgets_the_script_before),
        TEST(a_script_uses_the_definitions_that_it_was_read_after),
        TEST(deep_terms_are_ordinary),
        TEST(long_chains_of_datatypes_are_ordinary),
    };
    return RUN(tests);
}
