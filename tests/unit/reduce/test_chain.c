/*
 * The property of a recipe: the bug is there in the test that is made of it, and the truth of the
 * test still follows.
 */
#include "reduce/chain.h"

#include "gen/edit_problem.h"
#include "gen/strategy.h"
#include "panel.h"

/* Says unsat of what has both bounds of one of the seeds, and nothing of both seeds. */
#define KNOWS_SEEDS                                                           \
    "if grep -q '(or' $0; then echo unknown; "                                \
    "elif { grep -q 330 $0 && grep -q 220 $0; } || { grep -q 770 $0 && grep " \
    "-q 660 $0; }; then echo unsat; else echo sat; fi"
#define LIE_ABOUT_MOD "if grep -q mod[^e] $0; then echo sat; else echo unknown; fi"
#define LIE_ABOUT_MINUS \
    "if grep -q '(- ' $0 && grep -q 'assert (= ' $0; then echo sat; else echo unknown; fi"

/* As fusion writes it; the evaluator cannot tell that its seeds are unsatisfiable. */
static const char fused[] =
    "(declare-const a Int)(declare-const b Int)(declare-const v Int)(declare-const z Int)"
    "(define-fun fused ((a Int) (v Int) (z Int)) Int\n"
    "  (ite (and (= z (+ a v)) (= a (- z v)) (= v (- z a))) (- z v) a))"
    "(assert (or (and (> (* b a) 330) (< (* b (fused a v z)) 220) (< (mod b 7) 5))"
    "            (and (> (* b v) 770) (< (* v b) 660))))"
    "(check-sat)";

struct chain {
    struct panel panel;
    struct recipe recipe;
    struct chain_property *property;
    struct reduce_result result;
    const char *trigger; /* in every test */
    size_t n_steps;
};

static void chain_init_of(struct chain *c, const char *const *words, recipe_make_fn *make,
                          const char *recipe, enum basis basis) {
    *c = (struct chain){0};
    panel_init(&c->panel, words);
    strbuf_add_text(&c->recipe.text, recipe);
    strbuf_text(&c->recipe.text);
    c->property = chain_property_new(&c->panel.base, make, &c->recipe, basis,
                                     basis == BASIS_CHAIN ? "status" : NULL);
}

static void chain_init(struct chain *c, const char *const *words, const char *recipe,
                       enum basis basis) {
    chain_init_of(c, words, recipe_make_marked, recipe, basis);
}

static void chain_find(struct chain *c) {
    struct strbuf error = {0};
    if (!chain_property_find(c->property, BUG_SOLUTION_SOUNDNESS, "liar", &error))
        fail_msg("%s", strbuf_text(&error));
    strbuf_free(&error);
}

static void chain_release(struct chain *c) {
    chain_property_free(c->property);
    recipe_release(&c->recipe);
    reduce_result_release(&c->result);
    panel_release(&c->panel);
}

static bool is_refuted(const char *text, size_t n) {
    struct term_table *table = term_table_new();
    struct eval *eval = eval_new(table);
    struct judgement judgement;
    struct strbuf error = {0};
    struct seed *seed = seed_read(table, "premise", text, n, &error);
    assert_non_null(seed);
    eval_judge(eval, seed->formulas.at, seed->formulas.n, &judgement);
    bool is_false = judgement.verdict == VERDICT_FALSE;
    judgement_release(&judgement);
    seed_free(seed);
    eval_free(eval);
    term_table_free(table);
    return is_false;
}

/*
 * Every step that is taken is a recipe whose test has what the lie is about; its premises have the bounds
 * that make them unsatisfiable, or are so simple that the evaluator sees it.
 */
static void check_step(const char *text, size_t n, const char *pass, void *context) {
    struct chain *c = context;
    struct recipe_product product = {0};
    assert_true(recipe_make_marked(&c->recipe, text, n, &product));
    assert_non_null(strstr(strbuf_text(&product.test), c->trigger));
    for (size_t i = 0; i < product.premises.n; i++) {
        const char *premise = strbuf_text(&product.premises.at[i]);
        assert_true((strstr(premise, "330") != NULL && strstr(premise, "220") != NULL) ||
                    (strstr(premise, "770") != NULL && strstr(premise, "660") != NULL) ||
                    is_refuted(premise, product.premises.at[i].n));
    }
    recipe_product_release(&product);
    c->n_steps++;
}

static void chain_reduce_by(struct chain *c, const char *trigger, size_t jobs) {
    c->trigger = trigger;
    struct reduce_options options = {.jobs = jobs, .on_step = check_step, .context = c};
    assert_int_equal(reduce_script(chain_property_base(c->property), c->recipe.text.at,
                                   c->recipe.text.n, NULL, 0, &options, &c->result),
                     REDUCE_DONE);
}

static void chain_reduce(struct chain *c, const char *trigger) {
    chain_reduce_by(c, trigger, 1);
}

static const char *test_of(struct chain *c) {
    return chain_property_test(c->property)->at;
}

static void seeds_become_smaller_and_stay_known(void **state) {
    static const char *const words[] = {"liar", LIE_ABOUT_MOD, "other", KNOWS_SEEDS, NULL};
    struct chain c;
    struct strbuf evidence = {0};
    chain_init(&c, words, fused, BASIS_CHAIN);
    chain_find(&c);
    chain_reduce(&c, "mod");
    const struct finding *finding = finding_property_finding(chain_property_of_test(c.property));
    assert_int_equal(finding->bug, BUG_SOLUTION_SOUNDNESS);
    /* a label at first, but of what is left the evaluator sees it */
    assert_int_equal(finding->ground, GROUND_CONSTRUCTION);
    assert_int_equal(finding->shown, 3);
    /* one seed, no step, and the bounds that make it what it is */
    assert_non_null(strstr(test_of(&c), "mod"));
    assert_null(strstr(test_of(&c), "(- "));
    assert_null(strstr(test_of(&c), "(or "));
    assert_in_range(strlen(test_of(&c)), 20, 120);
    assert_true(c.n_steps > 3);
    chain_property_add_evidence(c.property, &evidence);
    assert_non_null(strstr(strbuf_text(&evidence), "the evaluator of momus finds false"));
    strbuf_free(&evidence);
    chain_release(&c);
}

static void a_step_that_is_needed_stays_with_what_it_asserts(void **state) {
    static const char *const words[] = {"liar", LIE_ABOUT_MINUS, "other", KNOWS_SEEDS, NULL};
    struct chain c;
    struct strbuf evidence = {0};
    chain_init(&c, words, fused, BASIS_CHAIN);
    chain_find(&c);
    chain_reduce(&c, "(- ");
    assert_non_null(strstr(test_of(&c), "(assert (= "));
    assert_null(strstr(test_of(&c), "mod"));
    chain_property_add_evidence(c.property, &evidence);
    assert_non_null(strstr(strbuf_text(&evidence), "it asserts (= "));
    strbuf_free(&evidence);
    chain_release(&c);
}

#define START "(declare-const a Int)(declare-const b Int)"
#define MARK "(define-fun f ((a Int)(b Int)) Int (ite (= a (- b 1)) (- b 1) a))"

static void what_loses_the_truth_is_refused(void **state) {
    static const char *const words[] = {"liar", LIE_ABOUT_MOD, "other", KNOWS_SEEDS, NULL};
    static const char recipe[] = START MARK "(assert (> (* a a b) 330))(assert (< (* a b (f a b))"
                                            " 220))(assert (< (mod b 7) 5))(check-sat)";
    struct chain c;
    chain_init(&c, words, recipe, BASIS_CHAIN);
    chain_find(&c);
    struct reduce_property *base = chain_property_base(c.property);
    /* the step is not needed; nor is all of the seed */
    assert_true(panel_holds(base, START "(assert (> (* a a b) 330))(assert (< (* a b a) 220))"
                                        "(assert (< (mod b 7) 5))(check-sat)"));
    static const char smaller[] = START "(assert (> (* a b) 330))(assert (< (* b a) 220))"
                                        "(assert (= (mod b 7) 5))(check-sat)";
    struct strbuf evidence = {0};
    assert_true(panel_holds(base, smaller) && panel_confirms(base, smaller, true));
    const struct finding *finding = finding_property_finding(chain_property_of_test(c.property));
    assert_int_equal(finding->ground, GROUND_LABEL);
    assert_int_equal(finding->confidence, CONFIDENCE_PROBABLE);
    chain_property_add_evidence(c.property, &evidence);
    assert_non_null(strstr(strbuf_text(&evidence), "of which other says so"));
    assert_non_null(strstr(strbuf_text(&evidence), " status says unsat"));
    strbuf_free(&evidence);
    /* the lie is there, but nobody else says that the seed is unsat, */
    assert_false(panel_holds(base, START "(assert (> a 330))(assert (< (mod b 7) 5))(check-sat)"));
    /* or the evaluator finds that it is not; or it does not say what the test needs */
    assert_false(panel_holds(base, START "(assert (= (mod 9 7) 2))(check-sat)"));
    assert_false(panel_holds(base, START MARK "(assert (forall ((x Int)) (< (mod 330 7) (f x b) "
                                              "220)))(check-sat)"));
    assert_false(
        panel_confirms(base, START "(assert (> a 330))(assert (< (mod b 7) 5))(check-sat)", true));
    /* and there it is no lie */
    assert_false(panel_holds(base, START "(assert (> a 330))(assert (< a 220))(check-sat)"));
    chain_release(&c);
}

/* Several candidates at a time, which may have premises in common: each gets its own answer. */
static void candidates_do_not_wait_for_each_other(void **state) {
    static const char *const words[] = {"liar", LIE_ABOUT_MOD, "other", KNOWS_SEEDS, NULL};
    static const char *const texts[] = {
        START "(assert (> (* a b) 330))(assert (< (* b a) 220))(assert (= (mod b 7) 5))(check-sat)",
        START "(assert (> (* a b) 330))(assert (< (* b a) 220))(assert (= (mod b 7) 5))"
              "(assert true)(check-sat)",
        START "(assert (> a 330))(assert (< (mod b 7) 5))(check-sat)",
        START "(assert (> a 330))(assert (< a 220))(check-sat)",
    };
    static const enum reduce_answer answers[] = {REDUCE_HOLDS, REDUCE_HOLDS, REDUCE_FAILS,
                                                 REDUCE_FAILS};
    struct reduce_question questions[LENGTH(texts)] = {0};
    struct chain c;
    chain_init(&c, words,
               START "(assert (> (* a a b) 330))(assert (< (* a b a) 220))"
                     "(assert (< (mod b 7) 5))(check-sat)",
               BASIS_CHAIN);
    chain_find(&c);
    struct reduce_property *base = chain_property_base(c.property);
    for (size_t i = 0; i < LENGTH(texts); i++) {
        questions[i] = (struct reduce_question){.text = texts[i], .n = strlen(texts[i])};
        base->ask(base, &questions[i]);
        assert_true(i >= 2 || questions[i].answer == REDUCE_PENDING);
    }
    for (size_t i = 0; i < LENGTH(texts); i++) {
        while (questions[i].answer == REDUCE_PENDING)
            loop_step(base->loop, UINT64_MAX);
        assert_int_equal(questions[i].answer, answers[i]);
        base->drop(base, &questions[i]);
    }
    chain_release(&c);
}

static void the_result_is_the_same_with_several_at_a_time(void **state) {
    static const char *const words[] = {"liar", LIE_ABOUT_MINUS, "other", KNOWS_SEEDS, NULL};
    struct chain alone, together;
    chain_init(&alone, words, fused, BASIS_CHAIN);
    chain_find(&alone);
    chain_reduce(&alone, "(- ");
    chain_init(&together, words, fused, BASIS_CHAIN);
    chain_find(&together);
    chain_reduce_by(&together, "(- ", 3);
    assert_string_equal(test_of(&alone), test_of(&together));
    assert_string_equal(strbuf_text(&alone.result.text), strbuf_text(&together.result.text));
    chain_release(&alone);
    chain_release(&together);
}

/* Nobody contradicts the lie, and no witness is found; but the other says that the seeds are sat. */
#define CUBES "(= (* a a a) (+ (* b b b) (* v v v) 33))"

static void a_seed_must_be_known_where_nothing_else_is(void **state) {
    static const char *const words[] = {"liar", LIE_ABOUT_MOD, "other", KNOWS_SEEDS, NULL};
    struct chain c;
    chain_init(&c, words, fused, BASIS_CHAIN);
    chain_find(&c);
    assert_false(panel_holds(chain_property_base(c.property),
                             START "(declare-const v Int)(assert (or (and " CUBES
                                   " (< (mod b 7) 5)) (and " CUBES " (< a b))))(check-sat)"));
    chain_release(&c);
}

static void what_was_proven_stays_proven(void **state) {
    static const char *const words[] = {"liar", LIE_ABOUT_MOD, "other", KNOWS_SEEDS, NULL};
    static const char recipe[] = START MARK "(assert (> (* a a b) 330))(assert (< (* a b (f a b))"
                                            " 220))(assert (< (mod b 7) 5))(check-sat)";
    struct chain c;
    struct strbuf evidence = {0};
    chain_init(&c, words, recipe, BASIS_CONSTRUCTION);
    chain_find(&c);
    struct reduce_property *base = chain_property_base(c.property);
    const struct finding *finding = finding_property_finding(chain_property_of_test(c.property));
    assert_int_equal(finding->confidence, CONFIDENCE_PROVEN);
    /* fewer steps, other names */
    static const char fewer[] = "(set-logic ALL)(declare-const x Int)(declare-const y Int)"
                                "(assert (> (* x x y) 330))(assert (< (* x y x) 220))"
                                "(assert (< (mod y 7) 5))(check-sat)";
    assert_true(panel_holds(base, fewer));
    assert_true(panel_confirms(base, fewer, true));
    assert_int_equal(finding->ground, GROUND_CONSTRUCTION);
    chain_property_add_evidence(c.property, &evidence);
    assert_non_null(strstr(strbuf_text(&evidence), "by rules that were proven"));
    /* in the names of the script, though the premise was known by others */
    assert_non_null(strstr(strbuf_text(&evidence), "(* x x y)"));
    assert_null(strstr(strbuf_text(&evidence), "(* a a b)"));
    /* a word of a solver is no proof, */
    assert_false(panel_holds(base, START "(assert (> a 330))(assert (< a 220))"
                                         "(assert (= (mod b 7) 5))(check-sat)"));
    /* but what the evaluator finds is */
    assert_true(panel_holds(base, START "(assert (= (mod 330 7) 220))(check-sat)"));
    strbuf_free(&evidence);
    chain_release(&c);
}

/* The recipe of the first test of the suite whose replacements are two, and that has this word in it. */
static void find_in_suite(const char *name, const char *word, struct recipe *recipe) {
    struct term_table *table = term_table_new();
    struct gen *gen = gen_new(table);
    struct trail *trail;
    const char *reason;
    gen->settings.construct = (struct construct_settings){.chain = 2, .no_quantifiers = true};
    for (uint64_t number = 0; recipe->proven.n < 2; number++) {
        struct test test;
        trail = gen_trail_begin(gen, strategy_find(name), NULL, 0, number, &reason);
        assert_non_null(trail);
        while (recipe->proven.n < 2 && gen_trail_next(trail, &test)) {
            recipe_release(recipe);
            if (gen_trail_recipe(trail, &test, recipe) &&
                strstr(strbuf_text(&recipe->text), word) == NULL)
                recipe_release(recipe);
        }
        gen_trail_end(trail);
    }
    gen_free(gen);
    term_table_free(table);
}

#define SAY_UNKNOWN "echo unknown"
#define LIE_ABOUT_ABS "if grep -q abs $0; then echo sat; else echo unknown; fi"

static void a_construction_comes_back_to_what_it_was_made_from(void **state) {
    static const char *const words[] = {"liar", LIE_ABOUT_ABS, "other", SAY_UNKNOWN, NULL};
    struct chain c;
    chain_init(&c, words, "", BASIS_CONSTRUCTION);
    recipe_release(&c.recipe);
    find_in_suite("ints", "(abs ", &c.recipe);
    chain_find(&c);
    assert_non_null(strstr(test_of(&c), "_fresh"));
    struct reduce_options options = {.jobs = 1, .context = &c};
    assert_int_equal(reduce_script(chain_property_base(c.property), c.recipe.text.at,
                                   c.recipe.text.n, NULL, 0, &options, &c.result),
                     REDUCE_DONE);
    const struct finding *finding = finding_property_finding(chain_property_of_test(c.property));
    assert_int_equal(finding->confidence, CONFIDENCE_PROVEN);
    assert_int_equal(finding->ground, GROUND_CONSTRUCTION);
    assert_null(strstr(strbuf_text(&c.result.text), "define-fun"));
    assert_non_null(strstr(test_of(&c), "abs"));
    assert_in_range(strlen(test_of(&c)), 20, 160);
    chain_release(&c);
}

/* ---- without premises ---- */

#define EDITS                                                          \
    "(declare-fun insert_at (String Int String) String)"               \
    "(declare-fun remove_at (Int String) String)"                      \
    "(declare-fun replace_at (String Int String) String)"              \
    "(declare-fun any_letter (String) String)"                         \
    "(declare-fun any_index (Int) Int)(declare-const axiom_of_remove " \
    "Bool)(declare-fun by_variables (Bool) Bool)"
#define LIE_ABOUT_LETTERS \
    "if grep -q insert_at $0 && grep -q -- '-const c' $0; then echo sat; else echo unknown; fi"

static void edits_become_fewer_as_long_as_they_are_too_few(void **state) {
    static const char *const words[] = {"liar", LIE_ABOUT_LETTERS, "other", SAY_UNKNOWN, NULL};
    static const char recipe[] = EDITS
        "(assert axiom_of_remove)"
        "(assert (by_variables (= (remove_at 3 (insert_at (any_letter \"x\") (any_index 2) "
        "(replace_at (any_letter \"o\") 1 (remove_at (any_index 0) \"house\")))) \"telephone\")))"
        "(check-sat)";
    struct chain c;
    struct strbuf evidence = {0};
    chain_init_of(&c, words, edit_make_recipe, recipe, BASIS_CONSTRUCTION);
    chain_find(&c);
    struct reduce_property *base = chain_property_base(c.property);
    assert_true(panel_holds(base,
                            EDITS "(assert (= (insert_at (any_letter \"x\") 0 \"a\") \"bcd\"))"
                                  "(check-sat)"));
    /* that would not be unsat; that is no edit; and there it is no lie */
    assert_false(panel_holds(base,
                             EDITS "(assert (= (insert_at (any_letter \"x\") 0 \"a\") \"ba\"))"
                                   "(check-sat)"));
    assert_false(panel_holds(base,
                             EDITS "(assert (= (insert_at (any_letter \"x\") 2 \"a\") \"bcd\"))"
                                   "(check-sat)"));
    assert_false(
        panel_holds(base, EDITS "(assert (= (insert_at \"x\" 0 \"a\") \"bcd\"))(check-sat)"));
    struct reduce_options options = {.jobs = 1, .context = &c};
    assert_int_equal(
        reduce_script(base, c.recipe.text.at, c.recipe.text.n, NULL, 0, &options, &c.result),
        REDUCE_DONE);
    const struct finding *finding = finding_property_finding(chain_property_of_test(c.property));
    assert_int_equal(finding->confidence, CONFIDENCE_PROVEN);
    assert_int_equal(finding->ground, GROUND_CONSTRUCTION);
    /* one edit, nested, with the letter that is hidden, and the least words */
    assert_non_null(strstr(test_of(&c), "(assert (= (insert_at c0 0 \"\") "));
    assert_null(strstr(test_of(&c), "remove_at"));
    assert_null(strstr(test_of(&c), "replace_at"));
    chain_property_add_evidence(c.property, &evidence);
    assert_non_null(strstr(strbuf_text(&evidence), "by 1 edit, of one letter at a place in the "
                                                   "word, and the words are 2 edits apart."));
    strbuf_free(&evidence);
    chain_release(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(seeds_become_smaller_and_stay_known),
        TEST(a_step_that_is_needed_stays_with_what_it_asserts),
        TEST(what_loses_the_truth_is_refused),
        TEST(candidates_do_not_wait_for_each_other),
        TEST(the_result_is_the_same_with_several_at_a_time),
        TEST(a_seed_must_be_known_where_nothing_else_is),
        TEST(what_was_proven_stays_proven),
        TEST(a_construction_comes_back_to_what_it_was_made_from),
        TEST(edits_become_fewer_as_long_as_they_are_too_few),
    };
    return RUN(tests);
}
