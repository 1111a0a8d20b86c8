/* Files of theories: reading, trying what they claim, and refusing what is wrong. */
#include "testing.h"

#include "gen/facts.h"
#include "term/subst.h"

struct world {
    struct term_table *table;
    struct eval *eval;
    struct strbuf error;
};

static void world_init(struct world *w) {
    *w = (struct world){.table = term_table_new()};
    w->eval = eval_new(w->table);
}

static void world_release(struct world *w) {
    eval_free(w->eval);
    term_table_free(w->table);
    strbuf_free(&w->error);
}

/* Reads and tries; the error says why not. */
static bool accepts(struct world *w, const struct facts_source *source, uint32_t n_tries) {
    struct facts facts;
    if (!facts_read(w->table, source, NULL, false, &facts, &w->error))
        return false;
    bool good = facts_check(w->eval, source, &facts, n_tries, &w->error);
    facts_release(&facts);
    return good;
}

static void assert_refused(const char *text, const char *part) {
    struct world w;
    struct facts_source source = {"my.theory", text, strlen(text)};
    world_init(&w);
    assert_false(accepts(&w, &source, 500));
    testing_assert_contains(strbuf_text(&w.error), part);
    world_release(&w);
}

static void assert_accepted(const char *text) {
    struct world w;
    struct facts_source source = {"my.theory", text, strlen(text)};
    world_init(&w);
    if (!accepts(&w, &source, 500))
        fail_msg("%s", strbuf_text(&w.error));
    world_release(&w);
}

/* ---- what momus itself claims ---- */

static void every_claim_of_momus_holds_on_drawn_values(void **state) {
    struct facts_source source;
    size_t n = 0;
    for (; facts_built_in_at(n, &source); n++) {
        struct world w;
        world_init(&w);
        if (!accepts(&w, &source, 40))
            fail_msg("%s", strbuf_text(&w.error));
        world_release(&w);
    }
    assert_int_equal(n, 6);
}

static void a_theory_has_enough_of_everything(void **state) {
    struct facts_source source;
    for (size_t i = 0; facts_built_in_at(i, &source); i++) {
        struct world w;
        struct facts facts;
        world_init(&w);
        assert_true(facts_read(w.table, &source, NULL, false, &facts, &w.error));
        bool is_paper = strcmp(source.file, "strings") == 0;
        assert_true(facts.equivalences.n >= (is_paper ? 12 : 15));
        assert_true(facts.equalities.n >= (is_paper ? 8 + 39 : 30));
        facts_release(&facts);
        world_release(&w);
    }
}

/* ---- equivalences with quantifiers: by instances ---- */

enum { WORDS = 31 }; /* over two letters, up to length 4 */

static term word(struct term_table *table, const char *letters, unsigned number) {
    struct strbuf text = {0};
    unsigned n = 0;
    while (number >= (1u << n)) {
        number -= 1u << n;
        n++;
    }
    strbuf_add_char(&text, '"');
    for (unsigned i = 0; i < n; i++)
        strbuf_add_char(&text, letters[number >> i & 1]);
    strbuf_add_char(&text, '"');
    symbol s = symbol_intern(&table->symbols, text.at, text.n);
    strbuf_free(&text);
    return term_make(table, OP_STRING, s, SORT_STRING, NULL, 0);
}

static term number(struct term_table *table, unsigned n) {
    struct strbuf text = {0};
    strbuf_add_u64(&text, n);
    term t = term_make(table, OP_NUMERAL, symbol_intern(&table->symbols, text.at, text.n), SORT_INT,
                       NULL, 0);
    strbuf_free(&text);
    return t;
}

/* The conjunction of all instances with words up to length 4 and numbers up to 4. */
static term expand(struct term_table *table, const char *letters, term t) {
    struct term_walk walk = {0};
    u32_vec found = {0};
    term at;
    term_walk_begin(&walk, table);
    term_walk_add(&walk, t);
    while ((at = term_walk_next(&walk)) != 0)
        if (term_op(table, at) == OP_FORALL)
            vec_push(&found, at);
    term_walk_release(&walk);
    for (size_t f = 0; f < found.n; f++) {
        uint32_t n = term_n_args(table, found.at[f]) - 1;
        u32_vec instances = {0};
        term from[4], to[4];
        unsigned counts[4] = {0};
        bool more = true;
        for (uint32_t i = 0; i < n; i++)
            from[i] = term_arg(table, found.at[f], i);
        while (more) {
            for (uint32_t i = 0; i < n; i++)
                to[i] = term_sort(table, from[i]) == SORT_INT ? number(table, counts[i])
                                                              : word(table, letters, counts[i]);
            vec_push(&instances,
                     term_substitute(table, term_arg(table, found.at[f], n), from, to, n));
            more = false;
            for (uint32_t i = 0; i < n && !more; i++) {
                unsigned end = term_sort(table, from[i]) == SORT_INT ? 5 : 15;
                counts[i] = (counts[i] + 1) % end;
                more = counts[i] != 0;
            }
        }
        term all = term_make(table, OP_AND, 0, SORT_BOOL, instances.at, (uint32_t)instances.n);
        t = term_substitute(table, t, &found.at[f], &all, 1);
        vec_free(&instances);
    }
    vec_free(&found);
    return t;
}

/*
 * Instances are weaker than the quantifier. So where not A, they must be false for all
 * values of the other variables: here for all short words and small numbers.
 */
static void assert_follows(struct world *w, const struct facts_equivalence *eq,
                           const char *letters) {
    term parts[FACTS_PARTS_MAX];
    unsigned at[FACTS_VARS_MAX] = {0};
    for (uint32_t i = 0; i < eq->n_parts; i++)
        parts[i] = expand(w->table, letters, eq->parts[i]);
    unsigned n_denied = 0;
    bool more = true;
    while (more) {
        eval_forget(w->eval);
        for (uint32_t i = 0; i < eq->n_vars; i++) {
            bool is_int = term_sort(w->table, eq->vars[i]) == SORT_INT;
            value v = is_int ? value_of_small((int64_t)at[i] - 1)
                             : eval_term(w->eval, word(w->table, letters, at[i]));
            assert_true(eval_set_choice(w->eval, eq->vars[i], v));
        }
        if (eval_term(w->eval, eq->claim) == VALUE_FALSE) {
            bool all = true;
            for (uint32_t i = 0; i < eq->n_parts; i++)
                all = all && eval_term(w->eval, parts[i]) == VALUE_TRUE;
            assert_false(all);
            n_denied++;
        }
        more = false;
        for (uint32_t i = 0; i < eq->n_vars && !more; i++) {
            unsigned end = term_sort(w->table, eq->vars[i]) == SORT_INT ? 4 : 7;
            at[i] = (at[i] + 1) % end;
            more = at[i] != 0;
        }
    }
    assert_true(n_denied > 10);
}

static void quantified_equivalences_follow_by_their_instances(void **state) {
    static const char *const names[] = {"E6", "E8", "E10", "E12"};
    struct world w;
    struct facts facts;
    struct facts_source source;
    world_init(&w);
    assert_true(facts_built_in("strings", &source));
    assert_true(facts_read(w.table, &source, NULL, false, &facts, &w.error));
    for (size_t i = 0; i < LENGTH(names); i++) {
        size_t found = 0;
        for (size_t e = 0; e < facts.equivalences.n; e++) {
            const struct facts_equivalence *eq = &facts.equivalences.at[e];
            if (strcmp(symbol_at(&w.table->symbols, eq->name)->at, names[i]) != 0)
                continue;
            assert_follows(&w, eq, i == 0 ? "1a" : "ab");
            found++;
        }
        assert_int_equal(found, 1);
    }
    facts_release(&facts);
    world_release(&w);
}

/* ---- what is wrong is refused ---- */

static void claims_that_do_not_hold_are_refused_with_values(void **state) {
    assert_refused("(theory t)\n(equality e ((x Int)) (= (abs x) x))",
                   "my.theory:2:1: error: the two sides are not equal: x = (- ");
    assert_refused("(theory t)(equality e ((x String)) (= (str.at x 0) x))", "not equal: x = ");
    assert_refused("(theory t)(equality e ((x Int) (y Int)) (= (div (* x y) y) x))", "y = 0");
    assert_refused("(theory t)(equivalence e ((s String) (t String))\n"
                   "  (= (str.prefixof s t) true) (exists (u String)) (= t (str.++ u s)))",
                   "the first formula does not follow from the others: ");
    assert_refused("(theory t)(equality e ((x Float32)) (= (fp.add RNE x (_ +zero 8 24)) x))",
                   "(_ -zero 8 24)");
    assert_refused("(theory t)(equality e ((x Int)) (= (+ x 1) x) (when (< x x)))",
                   "no values were found");
}

static void mistakes_are_shown_where_they_are(void **state) {
    assert_refused("", "my.theory:1:1: error: expected (theory NAME)");
    assert_refused("(operation a ((x Int)) x)", "expected (theory NAME) before all else");
    assert_refused("(theory t)\n(", "my.theory:2:");
    assert_refused("(theory t)(operation a)", "expected a list of variables");
    assert_refused("(theory t)(operation a ((x Int)))", "expected one term");
    assert_refused("(theory t)\n  (operation a ((x Int)) (str.len x))", "my.theory:2:35: error:");
    assert_refused("(theory t)(operation a ((x Nat)) x)", "my.theory:1:28: error:");
    assert_refused("(theory t)(operation a ((x Int) (x Int)) x)", "my.theory:1:34: error:");
    assert_refused("(theory t)(operation a (x) x)", "expected (NAME SORT)");
    assert_refused("(theory t)(equivalence e ((x Int)) (= x x))", "what it follows from");
    assert_refused("(theory t)(equivalence e ((x Int)) x (= x x))", "expected a term of sort Bool");
    assert_refused("(theory t)(equality e ((x Int)) (< x 1))", "expected (= TERM TERM)");
    assert_refused("(theory t)(equality e ((x Int)) (= x (+ x 0)))", "on the right side");
    assert_refused("(theory t)(equality e ((x Int)) (= x x) (if true))", "expected (when FORMULA)");
    assert_refused("(theory t)(constants Int 1 1)", "stands here twice");
    assert_refused("(theory t)(constants Int \"a\")", "expected a term of sort Int");
    assert_refused("(theory t)(constants Int x)", "unknown symbol 'x'");
    assert_refused("(theory t)(axiom)", "expected constants, synthesis,");
    assert_refused(
        "(theory t)\n(constants Int 1)\n(constants Real 1.0)(operation a ((x Int)) x)",
        "my.theory:3:12: error: nothing in the theory takes or gives a value of sort Real");
    assert_refused(
        "(theory t)\n (synthesis String \"\")(operation a ((x Int)) (abs x))",
        "my.theory:2:13: error: nothing in the theory takes or gives a value of sort String");
}

static void constants_are_of_a_sort_that_has_a_place(void **state) {
    assert_accepted("(theory t)(constants Bool true)(operation a ((x Int)) (< x 0))");
    assert_accepted("(theory t)(constants Int 1)(equality e ((x Int)) (= (+ x 0) x))");
    assert_accepted("(theory t)(constants Int 1)"
                    "(equivalence e ((s String)) (= s s) (exists (i Int)) (= i 0))");
}

static void a_name_is_the_entry_s_own(void **state) {
    assert_accepted("(theory t)(operation a ((x Int)) x)(operation b ((x String)) x)"
                    "(equality e ((x Bool)) (= (not (not x)) x))");
}

static void constants_replace_those_of_their_sorts(void **state) {
    struct world w;
    struct facts facts;
    const char *own = "(theory t)(constants Int 1 2)(constants Bool true)(synthesis Int 5)"
                      "(operation less ((x Int)) (< x 0))";
    const char *other = "(constants Int 7)(constants Int 8 9)";
    struct facts_source source = {"a", own, strlen(own)}, more = {"b", other, strlen(other)};
    world_init(&w);
    assert_true(facts_read(w.table, &source, &more, false, &facts, &w.error));
    assert_int_equal(facts_sort(&facts, SORT_INT)->constants.n, 3);
    assert_int_equal(facts_sort(&facts, SORT_INT)->leaves.n, 1);
    assert_int_equal(facts_sort(&facts, SORT_BOOL)->constants.n, 1);
    facts_release(&facts);
    more.text = "(operation a ((x Int)) x)";
    more.n = strlen(more.text);
    assert_false(facts_read(w.table, &source, &more, false, &facts, &w.error));
    testing_assert_contains(strbuf_text(&w.error), "b:1:1: error: expected (constants");
    world_release(&w);
}

/* ---- other meanings ---- */

#define STRINGS                                                           \
    "(theory t)(operation at ((s String) (i Int)) (str.at s i))"          \
    "(equality first ((s String)) (= (str.at (str.++ \"a\" s) 0) \"a\"))" \
    "(equality none ((s String)) (= (str.at s (- 1)) \"\"))"

/* What the term is worth under the meanings; it stays so until they are cleared. */
static void assert_worth(struct world *w, const char *text, const char *expected) {
    struct parser *parser = parser_new(w->table);
    struct parse_error error = {0};
    term t;
    assert_true(parser_read_term(parser, text, strlen(text), &t, &error));
    value v = eval_term(w->eval, t);
    assert_int_equal(eval_result(w->eval, v), EVAL_VALUE);
    assert_true(parser_read_term(parser, expected, strlen(expected), &t, &error));
    assert_int_equal(v, eval_term(w->eval, t));
    parser_free(parser);
}

static void operators_mean_what_a_file_says(void **state) {
    struct world w;
    struct facts facts;
    u32_vec wrong = {0};
    const char *at = "(meaning str.at ((s String) (i Int))"
                     "  (str.substr s (ite (< i 0) (+ (str.len s) i) i) 1))";
    const char *join = "(meaning str.++ ((s String) (t String)) (str.replace_all \"st\" \"t\" t))";
    struct facts_source source = {"a", STRINGS, strlen(STRINGS)}, more = {"b", at, strlen(at)};
    world_init(&w);
    assert_true(facts_read(w.table, &source, &more, false, &facts, &w.error));
    assert_worth(&w, "(str.at \"abc\" (- 1))", "\"\"");
    facts_set_meanings(&facts, w.eval);
    assert_worth(&w, "(str.at \"abc\" (- 1))", "\"c\"");
    assert_worth(&w, "(seq.at \"abc\" (- 3))", "\"a\"");
    assert_worth(&w, "(str.at \"abc\" 1)", "\"b\"");
    eval_clear_meanings(w.eval);
    assert_worth(&w, "(str.at \"abc\" (- 1))", "\"\"");
    facts_find_wrong(w.eval, &facts, 200, &wrong);
    assert_int_equal(wrong.n, 1);
    assert_int_equal(wrong.at[0], symbol_intern(&w.table->symbols, "none", 4));
    assert_worth(&w, "(str.at \"abc\" (- 1))", "\"\"");
    facts_release(&facts);
    more = (struct facts_source){"b", join, strlen(join)};
    assert_true(facts_read(w.table, &source, &more, false, &facts, &w.error));
    facts_set_meanings(&facts, w.eval);
    assert_worth(&w, "(str.++ \"a\" \"b\" \"c\")", "\"sc\""); /* is folded */
    facts_release(&facts);
    vec_free(&wrong);
    world_release(&w);
}

/* That holds by the standard, and no evaluator goes through all strings. */
static void truths_that_cannot_be_tried_with_a_meaning_are_left_out(void **state) {
    const char *text = "(theory t)"
                       "(equivalence all ((s String) (t String)) (= (str.contains s t) false)"
                       "  (forall ((a String) (b String)) (not (= s (str.++ a t b)))))"
                       "(equivalence few ((s String) (i Int)) (= (str.contains s \"\") true)"
                       "  (forall ((k Int)) (=> (and (<= 0 k) (< k i)) (< k (str.len s)))))"
                       "(equivalence other ((s String) (t String)) (= (str.prefixof t s) false)"
                       "  (forall ((a String)) (not (= s (str.++ t a)))))";
    const char *contains = "(meaning str.contains ((s String) (t String)) true)";
    struct facts_source source = {"a", text, strlen(text)},
                        more = {"b", contains, strlen(contains)};
    struct world w;
    struct facts facts;
    u32_vec wrong = {0};
    world_init(&w);
    assert_true(facts_read(w.table, &source, &more, false, &facts, &w.error));
    facts_find_wrong(w.eval, &facts, 20, &wrong);
    assert_int_equal(wrong.n, 1);
    assert_int_equal(wrong.at[0], symbol_intern(&w.table->symbols, "all", 3));
    facts_release(&facts);
    vec_free(&wrong);
    world_release(&w);
}

static void a_meaning_is_for_its_own_sorts(void **state) {
    const char *text = "(theory t)(operation add ((x (_ BitVec 8))) (bvadd x x))"
                       "(meaning bvadd ((x (_ BitVec 7)) (y (_ BitVec 7))) #b0000001)";
    struct facts_source source = {"a", text, strlen(text)};
    struct world w;
    struct facts facts;
    struct parse_error error = {0};
    term t;
    world_init(&w);
    assert_true(facts_read(w.table, &source, NULL, false, &facts, &w.error));
    facts_set_meanings(&facts, w.eval);
    assert_worth(&w, "(bvadd #b0000010 #b0000010)", "#b0000001");
    struct parser *parser = parser_new(w.table);
    assert_true(parser_read_term(parser, "(bvadd #x02 #x02)", 17, &t, &error));
    assert_int_equal(eval_term(w.eval, t), VALUE_UNSUPPORTED);
    parser_free(parser);
    facts_release(&facts);
    world_release(&w);
}

static void meanings_that_make_no_sense_are_refused(void **state) {
    assert_refused(STRINGS "(meaning str.at ((s String) (i Int)) (str.at s 0))",
                   "error: this is said by an operator that means something else here");
    assert_refused(STRINGS "(meaning str.at ((s String) (i Int)) s)"
                           "(meaning str.at ((s String) (i Int)) \"\")",
                   "error: this operator has a meaning already");
    /* Whatever they are called. */
    assert_refused(STRINGS "(meaning str.to_int ((s String)) (str.to.int s))",
                   "error: this is said by an operator that means something else here");
    assert_refused(STRINGS "(meaning str.to_int ((s String)) 1)(meaning str.to-int ((s String)) 2)",
                   "error: this operator has a meaning already");
    assert_refused(STRINGS "(meaning str.++ ((a String) (b String) (c String)) a)",
                   "error: expected what it means for two");
    assert_refused(STRINGS "(meaning + ((i Int) (j Int)) i)",
                   "error: expected an operator of strings, bit-vectors or another theory");
    assert_refused(STRINGS "(meaning str.at ((s String) (i Int)) i)",
                   "error: expected a term of sort String");
    assert_refused(STRINGS "(meaning str.at ((i Int)) \"\")", "'str.at' does not take 1 argument");
    assert_refused(STRINGS "(meaning nosuch ((i Int)) \"\")", "unknown function 'nosuch'");
    assert_refused(STRINGS "(meaning str.at ())", "error: expected (meaning OPERATOR");
    assert_refused("(meaning str.at ((s String) (i Int)) s)", "expected (theory NAME) before all");
    /* What the file itself claims must hold with them. */
    assert_refused(STRINGS "(meaning str.at ((s String) (i Int)) s)",
                   "the two sides are not equal");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_claim_of_momus_holds_on_drawn_values),
        TEST(a_theory_has_enough_of_everything),
        TEST(quantified_equivalences_follow_by_their_instances),
        TEST(claims_that_do_not_hold_are_refused_with_values),
        TEST(mistakes_are_shown_where_they_are),
        TEST(constants_are_of_a_sort_that_has_a_place),
        TEST(a_name_is_the_entry_s_own),
        TEST(constants_replace_those_of_their_sorts),
        TEST(operators_mean_what_a_file_says),
        TEST(truths_that_cannot_be_tried_with_a_meaning_are_left_out),
        TEST(a_meaning_is_for_its_own_sorts),
        TEST(meanings_that_make_no_sense_are_refused),
    };
    return RUN(tests);
}
