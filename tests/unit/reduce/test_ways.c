/*
 * Ways of reducing that a strategy brings itself, on nothing but the interface (reduce/reduce.h): what the
 * reducer makes small need not be what solvers are asked about. Two that later strategies need: a search
 * for smaller bounds, within which tests are generated (STORM), and a pair of formulas that stay in
 * step (Algorithm 7 of the thesis).
 */
#include "base/vec.h"
#include "reduce/reduce.h"
#include "testing.h"

static size_t count(const char *text, const char *word) {
    size_t n = 0;
    for (; (text = strstr(text, word)) != NULL; text += strlen(word))
        n++;
    return n;
}

static void reduce(struct reduce_property *property, const char *text,
                   struct reduce_result *result) {
    struct reduce_options options = {.jobs = 1};
    assert_int_equal(reduce_script(property, text, strlen(text), NULL, 0, &options, result),
                     REDUCE_DONE);
}

/* ---- bounds ---- */

/* The script is the recipe: so many assertions of such a depth. */
struct bounds_property {
    struct reduce_property base;
    size_t n_generated;
};

/* The test within the bounds; false if these are none. */
static bool generate(struct bounds_property *p, const char *recipe, struct strbuf *test) {
    unsigned n, depth;
    const char *bounds = strstr(recipe, "(assert (storm ");
    if (bounds == NULL || sscanf(bounds, "(assert (storm %u %u))", &n, &depth) != 2)
        return false;
    p->n_generated++;
    for (unsigned i = 0; i < n; i++) {
        strbuf_add_text(test, "(assert ");
        for (unsigned k = 0; k < depth; k++)
            strbuf_add_text(test, "(not ");
        strbuf_add_text(test, "x");
        strbuf_add_repeat(test, ')', depth + 1);
        strbuf_add_char(test, '\n');
    }
    return true;
}

/* A solver that is wrong about nine assertions and more that have five operators each. */
static bool shows_bug(struct strbuf *test) {
    return count(strbuf_text(test), "(assert") >= 9 &&
           count(strbuf_text(test), "(not (not (not (not (not x") >= 9;
}

static bool has_bounds(struct reduce_property *base, const char *recipe) {
    struct strbuf test = {0};
    bool holds = generate((struct bounds_property *)base, recipe, &test) && shows_bug(&test);
    strbuf_free(&test);
    return holds;
}

static void ask_bounds(struct reduce_property *base, struct reduce_question *question) {
    question->answer = has_bounds(base, question->text) ? REDUCE_HOLDS : REDUCE_FAILS;
}

static bool confirm_bounds(struct reduce_property *base, const char *text, size_t n, bool is_last) {
    (void)n;
    (void)is_last;
    return has_bounds(base, text);
}

static void bounds_become_as_small_as_they_can(void **state) {
    struct bounds_property p = {.base = {.ask = ask_bounds, .confirm = confirm_bounds}};
    struct reduce_result result = {0};
    reduce(&p.base, "(declare-fun storm (Int Int) Bool)(assert (storm 400 90))(check-sat)",
           &result);
    assert_non_null(strstr(strbuf_text(&result.text), "(storm 9 5)"));
    assert_in_range(p.n_generated, 5, 60); /* by halves, not one by one */
    reduce_result_release(&result);
}

/* ---- a pair ---- */

/*
 * The script is phi with a mark where the rule is applied, (twice T). Without the mark it is phi,
 * and with (+ T T) in its place psi: what is dropped is dropped in both.
 */
struct pair_property {
    struct reduce_property base;
    struct strbuf phi, psi; /* of what was confirmed last */
};

static void write_pair(const char *recipe, struct strbuf *phi, struct strbuf *psi) {
    static const char mark[] = "(twice ";
    const char *at = strstr(recipe, "(assert"), *found; /* behind the declaration of the mark */
    while (at != NULL && (found = strstr(at, mark)) != NULL) {
        const char *from = found + strlen(mark);
        int n = 0, depth = 0;
        for (; depth > 0 || from[n] != ')'; n++)
            depth += (from[n] == '(') - (from[n] == ')');
        strbuf_printf(phi, "%.*s%.*s", (int)(found - at), at, n, from);
        strbuf_printf(psi, "%.*s(+ %.*s %.*s)", (int)(found - at), at, n, from, n, from);
        at = from + n + 1;
    }
    strbuf_add_text(phi, at != NULL ? at : "");
    strbuf_add_text(psi, at != NULL ? at : "");
}

/* A solver that gives up where a sum is multiplied. */
static bool decides(struct strbuf *text) {
    return strstr(strbuf_text(text), "(* (+ ") == NULL;
}

static bool is_pair(const char *recipe, struct strbuf *phi, struct strbuf *psi) {
    write_pair(recipe, phi, psi);
    return decides(phi) && !decides(psi);
}

static void ask_pair(struct reduce_property *base, struct reduce_question *question) {
    struct strbuf phi = {0}, psi = {0};
    (void)base;
    question->answer = is_pair(question->text, &phi, &psi) ? REDUCE_HOLDS : REDUCE_FAILS;
    strbuf_free(&phi);
    strbuf_free(&psi);
}

static bool confirm_pair(struct reduce_property *base, const char *text, size_t n, bool is_last) {
    struct pair_property *p = (struct pair_property *)base;
    (void)n;
    (void)is_last;
    strbuf_clear(&p->phi);
    strbuf_clear(&p->psi);
    return is_pair(text, &p->phi, &p->psi);
}

static void a_pair_becomes_smaller_in_step(void **state) {
    static const char recipe[] =
        "(declare-fun twice (Int) Int)(declare-const a Int)(declare-const b Int)"
        "(assert (< (twice b) (mod a 7)))"
        "(assert (or (= a 3) (> (* (twice (- a (div b 2))) b a) (twice 17))))"
        "(assert (distinct a b (twice a)))(check-sat)";
    struct pair_property p = {.base = {.ask = ask_pair, .confirm = confirm_pair}};
    struct reduce_result result = {0};
    reduce(&p.base, recipe, &result);
    /* one assertion, one mark, and it is where it matters */
    assert_int_equal(count(strbuf_text(&p.phi), "(assert"), 1);
    assert_int_equal(count(strbuf_text(&p.psi), "(assert"), 1);
    assert_int_equal(count(strbuf_text(&p.psi), "(+ "), 1);
    assert_int_equal(count(strbuf_text(&p.phi), "(+ "), 0);
    assert_true(decides(&p.phi));
    assert_false(decides(&p.psi));
    assert_in_range(p.psi.n, 20, 60);
    assert_null(strstr(strbuf_text(&p.phi), "mod"));
    strbuf_free(&p.phi);
    strbuf_free(&p.psi);
    reduce_result_release(&result);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(bounds_become_as_small_as_they_can),
        TEST(a_pair_becomes_smaller_in_step),
    };
    return RUN(tests);
}
