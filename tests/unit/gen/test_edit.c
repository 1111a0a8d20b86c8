#include "testing.h"

#include "gen/corpus.h"
#include "gen/edit_word.h"
#include "gen/render.h"
#include "lang/parser.h"

/* ---- words ------------------------------------------------------------------- */

static const uint32_t two[] = {'a', 'b'};
static const struct edit_alphabet ab = {two, 2};

static struct edit_word word_of(const char *text) {
    struct edit_word word = {.n = strlen(text)};
    for (size_t i = 0; i < word.n; i++)
        word.at[i] = (unsigned char)text[i];
    return word;
}

static bool is_same(const struct edit_word *a, const struct edit_word *b) {
    return a->n == b->n && memcmp(a->at, b->at, a->n * sizeof *a->at) == 0;
}

/* Can b be had from a by so many edits? All of them are tried. */
static bool is_reachable(const struct edit_word *a, const struct edit_word *b, size_t n_edits) {
    if (is_same(a, b))
        return true;
    if (n_edits == 0)
        return false;
    for (size_t index = 0; index <= a->n; index++)
        for (enum edit_kind kind = EDIT_INSERT; kind <= EDIT_REPLACE; kind++)
            for (size_t letter = 0; letter < 2; letter++) {
                struct edit_word next = *a;
                struct edit_step step = {kind, two[letter], index};
                if (kind != EDIT_INSERT && index == a->n)
                    continue;
                edit_word_apply(&next, &step);
                if (is_reachable(&next, b, n_edits - 1))
                    return true;
            }
    return false;
}

static void test_distances_are_those_of_brute_force(void **state) {
    for (unsigned i = 0; i < 31 * 31; i++) { /* all words of up to four letters */
        struct edit_word words[2] = {{.n = 0}, {.n = 0}};
        for (int k = 0; k < 2; k++)
            for (unsigned bits = (k == 0 ? i / 31 : i % 31) + 1; bits > 1; bits >>= 1)
                words[k].at[words[k].n++] = two[bits & 1];
        size_t distance = edit_word_distance(&words[0], &words[1]);
        if (distance <= 3)
            assert_true(is_reachable(&words[0], &words[1], distance));
        if (distance > 0)
            assert_false(is_reachable(&words[0], &words[1], distance <= 3 ? distance - 1 : 2));
    }
    struct edit_word host = word_of("host"), wops = word_of("wops");
    assert_int_equal(edit_word_distance(&host, &wops), 3); /* the example of the paper */
}

static void test_a_script_leads_there_in_as_many_steps_as_the_distance(void **state) {
    struct rng rng = testing_rng(1);
    for (size_t i = 0; i < 5000; i++) {
        struct edit_word a, b;
        struct edit_step steps[EDIT_WORD_MAX];
        size_t length = i % 10, distance = i / 10 % 7;
        edit_word_draw(&rng, ab, length, distance, &a, &b);
        assert_int_equal(a.n, length);
        assert_int_equal(edit_word_distance(&a, &b), distance);
        assert_int_equal(edit_word_script(&a, &b, &rng, steps), distance);
        for (size_t k = 0; k < distance; k++)
            edit_word_apply(&a, &steps[k]);
        assert_true(is_same(&a, &b));
    }
}

/* ---- tests ------------------------------------------------------------------- */

/* What is hidden: letters and indices, as terms of the table. */
struct unknowns {
    u32_vec letters, indices;
};

static void find_unknowns(struct term_table *table, const struct script *script,
                          struct unknowns *unknowns) {
    vec_clear(&unknowns->letters);
    vec_clear(&unknowns->indices);
    for (size_t i = 0; i < script->commands.n; i++) {
        const struct command *c = &script->commands.at[i];
        if (c->kind != COMMAND_DECLARE_CONST)
            continue;
        term constant = term_constant(table, c->fun);
        vec_push(term_sort(table, constant) == SORT_INT ? &unknowns->indices : &unknowns->letters,
                 constant);
    }
}

/* Every choice of letters of the words, one other, and indices makes the formulas false. */
static void assert_no_choice_is_true(struct gen *gen, const struct script *script,
                                     const struct unknowns *unknowns, size_t *n_tried) {
    enum { N_LETTERS = 3, N_INDICES = 11 };
    struct parser *parser = parser_new(gen->table);
    struct parse_error error = {0};
    term letters[N_LETTERS], indices[N_INDICES];
    u32_vec formulas = {0};
    static const char *const texts[N_LETTERS] = {"\"a\"", "\"b\"", "\"q\""};
    for (size_t i = 0; i < N_LETTERS; i++)
        assert_true(parser_read_term(parser, texts[i], 3, &letters[i], &error));
    for (size_t i = 0; i < N_INDICES; i++) {
        char text[8];
        int n = snprintf(text, sizeof text, "%zu", i);
        assert_true(parser_read_term(parser, text, (size_t)n, &indices[i], &error));
    }
    for (size_t i = 0; i < script->commands.n; i++)
        if (script->commands.at[i].kind == COMMAND_ASSERT)
            vec_push(&formulas, script->commands.at[i].body);
    size_t n_ways = 1;
    for (size_t i = 0; i < unknowns->letters.n; i++)
        n_ways *= N_LETTERS;
    for (size_t i = 0; i < unknowns->indices.n; i++)
        n_ways *= N_INDICES;
    for (size_t way = 0; way < n_ways; way++) {
        struct witness witness = {0};
        size_t rest = way;
        for (size_t i = 0; i < unknowns->letters.n; i++, rest /= N_LETTERS)
            vec_push(&witness.choices,
                     ((struct witness_choice){unknowns->letters.at[i], letters[rest % N_LETTERS]}));
        for (size_t i = 0; i < unknowns->indices.n; i++, rest /= N_INDICES)
            vec_push(&witness.choices,
                     ((struct witness_choice){unknowns->indices.at[i], indices[rest % N_INDICES]}));
        assert_int_equal(witness_check(gen->eval, &witness, formulas.at, formulas.n),
                         VERDICT_FALSE);
        eval_forget(gen->eval);
        witness_release(&witness);
        ++*n_tried;
    }
    vec_free(&formulas);
    parser_free(parser);
}

/* Over the letters a and b: the ids of the alphabet are not known, so that texts are looked at. */
static bool is_about_a_and_b(struct gen *gen, const struct test *test, struct render *render) {
    struct strbuf text = {0};
    render_forget(render);
    render_test(render, test, &text);
    bool good = strstr(strbuf_text(&text), "forall") == NULL;
    bool inside = false;
    for (size_t i = 0; i < text.n && good; i++) {
        if (text.at[i] == '"')
            inside = !inside;
        else if (inside && text.at[i] != 'a' && text.at[i] != 'b')
            good = false;
    }
    strbuf_free(&text);
    return good;
}

static void test_ten_thousand_tests_are_what_they_say(void **state) {
    struct term_table *table = term_table_new();
    struct gen *gen = gen_new(table);
    struct render *render = render_new(table);
    struct corpus corpus;
    struct unknowns unknowns = {{0}, {0}};
    struct test test;
    size_t n_sat = 0, n_unsat = 0, n_brute = 0, n_tried = 0, n_witnessed = 0;
    bool seen[7] = {false};
    corpus_init(&corpus, gen, strategy_find("edit"));
    for (uint64_t number = 0; number < 200; number++) {
        struct trail *trail = corpus_begin(&corpus, 5, number, 0);
        assert_non_null(trail);
        while (gen_trail_next(trail, &test)) {
            assert_null(test.dropped);
            const char *distance = strstr(test.note, "distance ");
            seen[distance[9] - '0'] = true;
            if (test.truth == TRUTH_SAT) {
                n_sat++;
                if (test.witness == NULL) {
                    assert_int_equal(test.basis, BASIS_CONSTRUCTION);
                    assert_non_null(strstr(test.note, "axioms"));
                    continue;
                }
                assert_int_equal(
                    witness_check(gen->eval, test.witness, test.formulas->at, test.formulas->n),
                    VERDICT_TRUE);
                eval_forget(gen->eval);
                n_witnessed++;
                continue;
            }
            assert_int_equal(test.truth, TRUTH_UNSAT);
            n_unsat++;
            find_unknowns(table, test.script, &unknowns);
            if (strstr(test.note, "variables") == NULL && unknowns.letters.n < 3 &&
                unknowns.indices.n < 3 && n_brute < 120 && is_about_a_and_b(gen, &test, render)) {
                assert_no_choice_is_true(gen, test.script, &unknowns, &n_tried);
                n_brute++;
            }
        }
        gen_trail_end(trail);
    }
    assert_int_equal(n_sat + n_unsat, 10000);
    assert_true(n_sat > 4000 && n_unsat > 3000 && n_witnessed > 3000);
    assert_true(n_brute > 50 && n_tried > 5000);
    for (size_t i = 0; i < LENGTH(seen); i++)
        assert_true(seen[i]);
    vec_free(&unknowns.letters);
    vec_free(&unknowns.indices);
    corpus_release(&corpus);
    render_free(render);
    gen_free(gen);
    term_table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_distances_are_those_of_brute_force),
        TEST(test_a_script_leads_there_in_as_many_steps_as_the_distance),
        TEST(test_ten_thousand_tests_are_what_they_say),
    };
    return RUN(tests);
}
