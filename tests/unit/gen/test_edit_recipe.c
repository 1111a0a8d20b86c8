/*
 * Recipes of formulas about edits: they make the test that they are of; smaller ones make tests that are
 * unsatisfiable, or none.
 */
#include "editing.h"

#include "gen/corpus.h"
#include "gen/edit_problem.h"
#include "gen/render.h"

/* ---- the test again ---- */

/* Both as momus prints them. */
static void assert_same(const char *a, const char *b) {
    const char *texts[] = {a, b};
    struct strbuf out[2] = {0};
    for (int i = 0; i < 2; i++) {
        struct term_table *table = term_table_new();
        struct parser *parser = parser_new(table);
        struct printer *printer = printer_new(table);
        struct parse_error error = {0};
        struct script script = {0};
        if (!parser_read_script(parser, texts[i], strlen(texts[i]), &script, &error))
            fail_msg("%s in %s", strbuf_text(&error.message), texts[i]);
        printer_add_script(printer, &script, &out[i]);
        script_release(&script);
        parse_error_release(&error);
        printer_free(printer);
        parser_free(parser);
        term_table_free(table);
    }
    assert_string_equal(strbuf_text(&out[0]), strbuf_text(&out[1]));
    strbuf_free(&out[0]);
    strbuf_free(&out[1]);
}

struct source {
    struct gen *gen;
    struct render *render;
    struct corpus corpus;
    struct trail *trail;
    struct test test;
    uint64_t number;
};

static void source_init(struct source *s, struct edit_settings settings) {
    *s = (struct source){.gen = gen_new(term_table_new())};
    s->gen->settings.edit = settings;
    s->render = render_new(s->gen->table);
    corpus_init(&s->corpus, s->gen, strategy_find("edit"));
}

/* The next test that is unsatisfiable. */
static void source_next(struct source *s) {
    do {
        while (s->trail == NULL || !gen_trail_next(s->trail, &s->test)) {
            gen_trail_end(s->trail);
            s->trail = corpus_begin(&s->corpus, 3, s->number++, 0);
            assert_non_null(s->trail);
            render_forget(s->render);
        }
    } while (s->test.truth != TRUTH_UNSAT);
}

static void source_release(struct source *s) {
    struct term_table *table = s->gen->table;
    gen_trail_end(s->trail);
    corpus_release(&s->corpus);
    render_free(s->render);
    gen_free(s->gen);
    term_table_free(table);
}

static void a_test_is_made_again_of_its_recipe(void **state) {
    struct source s;
    struct strbuf text = {0};
    size_t n_of[WRITINGS] = {0};
    source_init(&s, (struct edit_settings){0});
    for (int i = 0; i < 400; i++) {
        struct recipe recipe = {0};
        struct recipe_product product = {0};
        source_next(&s);
        strbuf_clear(&text);
        render_test(s.render, &s.test, &text);
        assert_true(gen_trail_recipe(s.trail, &s.test, &recipe));
        assert_true(edit_make_recipe(&recipe, recipe.text.at, recipe.text.n, &product));
        assert_same(strbuf_text(&product.test), strbuf_text(&text));
        assert_int_equal(product.premises.n, 0);
        for (enum writing writing = NESTED; writing < WRITINGS; writing++)
            n_of[writing] += strstr(s.test.note, writings[writing]) != NULL;
        recipe_product_release(&product);
        recipe_release(&recipe);
    }
    for (enum writing writing = NESTED; writing < WRITINGS; writing++)
        assert_true(n_of[writing] > 50);
    strbuf_free(&text);
    source_release(&s);
}

static void a_test_that_is_sat_has_no_recipe(void **state) {
    struct source s;
    struct recipe recipe = {0};
    source_init(&s, (struct edit_settings){0});
    source_next(&s);
    while (s.test.truth != TRUTH_SAT)
        assert_true(gen_trail_next(s.trail, &s.test));
    assert_false(gen_trail_recipe(s.trail, &s.test, &recipe));
    source_release(&s);
}

/* ---- smaller ones ---- */

static void cut_word(struct edit_word *word, struct rng *rng) {
    if (word->n == 0)
        return;
    size_t at = rng_below(rng, word->n);
    edit_word_apply(word, &(struct edit_step){EDIT_REMOVE, 0, at});
}

static void drop_step(struct edit_problem *problem, size_t i) {
    problem->n--;
    for (; i < problem->n; i++) {
        problem->steps[i] = problem->steps[i + 1];
        problem->hides_letter[i] = problem->hides_letter[i + 1];
        problem->hides_index[i] = problem->hides_index[i + 1];
    }
}

/* What a reducer might do to the recipe, and what it might do to it by mistake. */
static void change(struct edit_problem *problem, struct rng *rng) {
    size_t i = problem->n > 0 ? rng_below(rng, problem->n) : 0;
    switch (rng_below(rng, problem->n > 0 ? 8 : 4)) {
    case 0:
        cut_word(&problem->source, rng);
        break;
    case 1:
        cut_word(&problem->target, rng);
        break;
    case 2:
        problem->writing = (enum edit_writing)rng_below(rng, EDIT_WRITINGS);
        break;
    case 3:
        i = rng_below(rng, EDIT_KINDS);
        problem->has_axiom[i] = !problem->has_axiom[i];
        break;
    case 4:
        drop_step(problem, i);
        break;
    case 5:
        problem->hides_letter[i] = !problem->hides_letter[i];
        break;
    case 6:
        problem->hides_index[i] = !problem->hides_index[i];
        break;
    default:
        problem->steps[i].index = rng_below(rng, 4);
    }
}

/*
 * Short words, changed step by step, as it comes: what is made of them is judged from its text, by all
 * choices. And all that can be made is: a refusal has its reason.
 */
static void what_is_made_is_unsat(void **state) {
    struct source s;
    struct strbuf text = {0};
    struct rng rng;
    struct reading r = {.table = term_table_new()};
    size_t n_made = 0, n_refused = 0, n_all_tried = 0;
    r.eval = eval_new(r.table);
    rng_init(&rng, 7, 0, 0, 0);
    source_init(&s, (struct edit_settings){.length = 3, .distance = 4});
    for (int i = 0; i < 200; i++) {
        struct recipe recipe = {0};
        struct edit_problem problem = {0};
        source_next(&s);
        assert_true(gen_trail_recipe(s.trail, &s.test, &recipe));
        assert_true(edit_problem_read_recipe(recipe.text.at, recipe.text.n, &problem));
        recipe_release(&recipe);
        for (int k = 0; k < 6; k++) {
            struct recipe_product product = {0};
            struct domain domain;
            change(&problem, &rng);
            edit_problem_write_recipe(&problem, &text);
            if (!edit_make_recipe(NULL, text.at, text.n, &product)) {
                n_refused++;
                continue;
            }
            n_made++;
            read_sent(&r, &product.test);
            assert_int_equal(r.n, problem.n);
            assert_true(r.n < distance_of(&r.source, &r.target));
            find_domain(&r, &domain);
            if (domain.n_ways <= WAYS_MAX) {
                assert_int_equal(try_all(&r, &domain), 0);
                n_all_tried++;
            }
            forget_sent(&r);
            recipe_product_release(&product);
        }
    }
    print_message("%zu made, %zu refused; of %zu all choices tried\n", n_made, n_refused,
                  n_all_tried);
    assert_true(n_all_tried > 250 && n_refused > 100);
    strbuf_free(&text);
    source_release(&s);
    eval_free(r.eval);
    term_table_free(r.table);
}

/* ---- by hand ---- */

#define FUNCTIONS                                          \
    "(declare-fun insert_at (String Int String) String)\n" \
    "(declare-fun remove_at (Int String) String)\n"        \
    "(declare-fun replace_at (String Int String) String)\n"
#define HIDING "(declare-fun any_letter (String) String)(declare-fun any_index (Int) Int)\n"
#define WRITINGS_OF "(declare-fun by_variables (Bool) Bool)(declare-fun by_recursion (Bool) Bool)\n"
#define HEAD FUNCTIONS HIDING WRITINGS_OF
#define ONE(formula) HEAD "(assert " formula ")(check-sat)"

/* The reason; NULL if nothing is made. To be freed. */
static char *reason_of(const char *recipe) {
    struct recipe_product product = {0};
    bool good = edit_make_recipe(NULL, recipe, strlen(recipe), &product);
    assert_int_equal(good, product.reason.n > 0);
    assert_int_equal(good, product.test.n > 0);
    assert_int_equal(product.premises.n, 0);
    char *reason = good ? mem_copy_text(product.reason.at, product.reason.n) : NULL;
    recipe_product_release(&product);
    return reason;
}

static bool is_made(const char *recipe) {
    char *reason = reason_of(recipe);
    mem_free(reason);
    return reason != NULL;
}

static void the_reason_says_the_numbers(void **state) {
    static const struct {
        const char *recipe, *reason;
    } cases[] = {
        {ONE("(= \"ab\" \"c\")"), "it says that \"ab\" becomes \"c\" without an edit, and the "
                                  "words are 2 edits apart"},
        {ONE("(= (insert_at \"x\" 2 \"ab\") \"xyab\")"),
         "it says that \"ab\" becomes \"xyab\" by 1 edit, of one letter at a place in the word, "
         "and "
         "the words are 2 edits apart"},
        {ONE("(by_variables (= (remove_at (any_index 0) (replace_at \"\\u{5c}\" 0 \"abc\")) "
             "\"xy\"\"z\"))"),
         "it says that \"abc\" becomes \"xy\"\"z\" by 2 edits, each of one letter at a place in "
         "the "
         "word, and the words are 4 edits apart"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *reason = reason_of(cases[i].recipe);
        assert_non_null(reason);
        assert_string_equal(reason, cases[i].reason);
        mem_free(reason);
    }
}

static void an_index_must_be_in_the_word(void **state) {
    assert_true(is_made(ONE("(= (insert_at \"x\" 2 \"ab\") \"cde\")")));
    assert_false(is_made(ONE("(= (insert_at \"x\" 3 \"ab\") \"cde\")")));
    assert_true(is_made(ONE("(= (remove_at 1 \"ab\") \"cde\")")));
    assert_false(is_made(ONE("(= (remove_at 2 \"ab\") \"cde\")")));
    assert_false(is_made(ONE("(= (replace_at \"x\" 2 \"ab\") \"cde\")")));
    assert_false(is_made(ONE("(= (remove_at (- 1) \"ab\") \"cde\")")));
    assert_false(is_made(ONE("(= (remove_at 18446744073709551616 \"ab\") \"cde\")")));
    /* the word has become longer, or shorter, wherever that was */
    assert_true(is_made(ONE("(= (remove_at 2 (insert_at \"x\" (any_index 0) \"ab\")) \"cde\")")));
    assert_false(is_made(ONE("(= (remove_at 1 (remove_at (any_index 0) \"ab\")) \"cde\")")));
    assert_true(is_made(ONE("(= (remove_at 0 (remove_at (any_index 0) \"ab\")) \"cde\")")));
    /* what is hidden is nobody's business, but there must be a place for it */
    assert_true(is_made(ONE("(= (remove_at (any_index 99) \"ab\") \"cde\")")));
    assert_false(is_made(ONE("(= (remove_at (any_index 0) \"\") \"cde\")")));
    assert_false(is_made(ONE("(= (replace_at \"x\" (any_index 0) \"\") \"cde\")")));
    assert_true(is_made(ONE("(= (insert_at \"x\" (any_index 0) \"\") \"cde\")")));
}

static void a_letter_must_be_one(void **state) {
    assert_false(is_made(ONE("(= (insert_at \"\" 0 \"ab\") \"cde\")")));
    assert_false(is_made(ONE("(= (insert_at \"xy\" 0 \"ab\") \"cde\")")));
    assert_false(is_made(ONE("(= (insert_at (str.++ \"x\" \"y\") 0 \"ab\") \"cde\")")));
    assert_true(is_made(ONE("(= (insert_at \"\\u{1f600}\" 0 \"ab\") \"cde\")")));
    assert_true(is_made(ONE("(= (insert_at (any_letter \"\") 0 \"ab\") \"cde\")")));
}

static void there_must_be_too_few_edits(void **state) {
    assert_false(is_made(ONE("(= \"ab\" \"ab\")")));
    assert_true(is_made(ONE("(= \"ab\" \"ac\")")));
    assert_false(is_made(ONE("(= (remove_at 0 \"ab\") \"ac\")")));
    assert_false(is_made(ONE("(= (insert_at \"a\" 0 (remove_at 0 \"ab\")) \"ac\")")));
    assert_false(is_made(ONE("(= (insert_at \"a\" 0 (remove_at 0 \"ab\")) \"cd\")")));
    assert_true(is_made(ONE("(= (insert_at \"a\" 0 (remove_at 0 \"ab\")) \"cde\")")));
}

#define W32 "aaaabbbbccccddddaaaabbbbccccdddd"

static void other_scripts_are_no_recipes(void **state) {
    assert_false(is_made("(assert"));
    assert_false(is_made(HEAD "(check-sat)"));
    assert_false(is_made(HEAD "(assert (= \"a\" \"b\"))"));
    assert_false(is_made(HEAD "(check-sat)(assert (= \"a\" \"b\"))"));
    assert_false(is_made(HEAD "(check-sat)(assert (= \"a\" \"b\"))(check-sat)"));
    assert_false(is_made(HEAD "(assert (= \"a\" \"b\"))(assert (= \"a\" \"b\"))(check-sat)"));
    assert_false(is_made(HEAD "(push 1)(assert (= \"a\" \"b\"))(check-sat)"));
    assert_false(is_made(ONE("false")));
    assert_false(is_made(ONE("(= \"a\" \"b\" \"c\")")));
    assert_false(is_made(ONE("(not (= \"a\" \"b\"))")));
    assert_false(is_made(ONE("(by_variables (by_recursion (= \"a\" \"b\")))")));
    assert_false(is_made(ONE("(= (any_letter \"a\") \"b\")")));
    assert_false(is_made(ONE("(= (str.++ \"a\" \"b\") \"c\")")));
    assert_false(is_made("(declare-const x String)(assert (= x \"b\"))(check-sat)"));
    assert_false(is_made("(define-fun insert_at ((c String) (i Int) (s String)) String s)"
                         "(assert (= (insert_at \"x\" 0 \"ab\") \"cde\"))(check-sat)"));
    assert_false(is_made("(declare-fun f (String Int String) String)"
                         "(assert (= (f \"x\" 0 \"ab\") \"cde\"))(check-sat)"));
    assert_true(is_made(ONE("(= \"" W32 "\" \"b\")")));
    assert_false(is_made(ONE("(= \"" W32 "a\" \"b\")")));
    assert_false(is_made(ONE("(= \"b\" \"" W32 "a\")")));
    assert_true(is_made("(set-logic ALL)" HEAD "(declare-const axiom_of_remove Bool)"
                        "(assert axiom_of_remove)(assert (= \"a\" \"b\"))(check-sat)"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_test_is_made_again_of_its_recipe),
        TEST(a_test_that_is_sat_has_no_recipe),
        TEST(what_is_made_is_unsat),
        TEST(the_reason_says_the_numbers),
        TEST(an_index_must_be_in_the_word),
        TEST(a_letter_must_be_one),
        TEST(there_must_be_too_few_edits),
        TEST(other_scripts_are_no_recipes),
    };
    return RUN(tests);
}
