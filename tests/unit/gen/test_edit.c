/*
 * Tests about edits are judged by what is sent: the text is read into a table of its own, and
 * nothing is known of how it was made.
 *
 *  - The words, and the edits between them, are found in the formulas. Their distance, by a
 *    routine of editing.h, says whether there are enough edits, that is, whether it is sat.
 *  - What is said to satisfy it does.
 *  - Where few values are to be chosen, all are tried, those outside of the words included: a
 *    machine of editing.h says what comes of the edits, and the evaluator must say the same of
 *    the formulas, each time.
 *
 * MOMUS_EDIT_TESTS says how many tests are looked at; without it, fewer.
 */
#include "editing.h"

#include "gen/corpus.h"
#include "gen/render.h"

/* ---- tests ------------------------------------------------------------------- */

enum hiding { HIDES_NONE, HIDES_SOME, HIDES_ALL, HIDINGS };
enum letter_kind { PLAIN, QUOTE, ESCAPE, CONTROL, WIDE, PLANES, LETTER_KINDS };

struct tally {
    struct gen *gen;
    struct render *render;
    struct printer *printer;
    struct reading reading;
    struct strbuf text, witness;
    size_t n_sat, n_unsat, n_all_tried, n_tried;
    size_t distances[EDITS_MAX + 1];
    size_t all_tried[WRITINGS][2][HIDINGS]; /* tests, by truth: 1 is sat */
    size_t letters_tried[2][LETTER_KINDS];
};

static enum letter_kind kind_of(uint32_t letter) {
    return letter > 0xffff                  ? PLANES
           : letter > 0x7f                  ? WIDE
           : letter < ' ' || letter == 0x7f ? CONTROL
           : letter == '\\'                 ? ESCAPE
           : letter == '"'                  ? QUOTE
                                            : PLAIN;
}

/* By the text of the witness, and of the script. */
static void check_witness(struct tally *t, const struct test *test) {
    struct reading *r = &t->reading;
    struct parse_error error = {0};
    struct witness witness = {0};
    assert_int_equal(test->basis, BASIS_WITNESS);
    strbuf_clear(&t->witness);
    witness_print(t->gen->table, test->witness, t->printer, &t->witness);
    if (!witness_read(r->parser, strbuf_text(&t->witness), t->witness.n, &witness, &error))
        fail_msg("%s", strbuf_text(&error.message));
    assert_int_equal(witness_check(r->eval, &witness, r->asserted.at, r->asserted.n), VERDICT_TRUE);
    eval_forget(r->eval);
    witness_release(&witness);
}

static void note_all_tried(struct tally *t, const struct domain *d, bool is_sat) {
    const struct reading *r = &t->reading;
    size_t n_hidden = d->n_hidden_letters + d->n_hidden_indices;
    enum hiding hiding = n_hidden == 0              ? HIDES_NONE
                         : n_hidden < d->n_hideable ? HIDES_SOME
                                                    : HIDES_ALL;
    t->n_all_tried++;
    t->n_tried += d->n_ways;
    t->all_tried[r->writing][is_sat][hiding]++;
    for (size_t i = 0; i < r->target.n; i++)
        t->letters_tried[is_sat][kind_of(r->target.at[i])]++;
}

static void check_test(struct tally *t, const struct test *test) {
    struct reading *r = &t->reading;
    struct domain domain;
    bool is_sat = test->truth == TRUTH_SAT;
    char note[80];
    assert_null(test->dropped);
    assert_true(is_sat || test->truth == TRUTH_UNSAT);
    strbuf_clear(&t->text);
    render_test(t->render, test, &t->text);
    read_sent(r, &t->text);
    size_t distance = distance_of(&r->source, &r->target);
    snprintf(note, sizeof note, "%s, distance %zu, %zu edits", writings[r->writing], distance,
             r->n);
    assert_string_equal(test->note, note);
    assert_true(is_sat ? r->n == distance : r->n < distance);
    t->distances[distance]++;
    *(is_sat ? &t->n_sat : &t->n_unsat) += 1;
    if (is_sat)
        check_witness(t, test);
    find_domain(r, &domain);
    if (domain.n_ways <= WAYS_MAX) {
        assert_int_equal(try_all(r, &domain) > 0, is_sat);
        note_all_tried(t, &domain, is_sat);
    }
    forget_sent(r);
}

static void tally_init(struct tally *t, struct edit_settings settings) {
    *t = (struct tally){.gen = gen_new(term_table_new())};
    t->gen->settings.edit = settings;
    t->render = render_new(t->gen->table);
    t->printer = printer_new(t->gen->table);
    t->reading.table = term_table_new();
    t->reading.eval = eval_new(t->reading.table);
}

static void tally_release(struct tally *t) {
    struct term_table *table = t->gen->table;
    eval_free(t->reading.eval);
    term_table_free(t->reading.table);
    printer_free(t->printer);
    render_free(t->render);
    gen_free(t->gen);
    term_table_free(table);
    strbuf_free(&t->text);
    strbuf_free(&t->witness);
}

static void check_tests(struct tally *t, size_t n) {
    struct corpus corpus;
    struct test test;
    corpus_init(&corpus, t->gen, strategy_find("edit"));
    for (uint64_t number = 0; n > 0; number++) {
        struct trail *trail = corpus_begin(&corpus, 5, number, 0);
        assert_non_null(trail);
        render_forget(t->render);
        for (; n > 0 && gen_trail_next(trail, &test); n--)
            check_test(t, &test);
        gen_trail_end(trail);
    }
    corpus_release(&corpus);
    print_message("%zu sat, %zu unsat; of %zu all %zu choices tried\n", t->n_sat, t->n_unsat,
                  t->n_all_tried, t->n_tried);
}

static size_t n_wanted(void) {
    const char *wanted = getenv("MOMUS_EDIT_TESTS");
    return wanted != NULL ? (size_t)strtoull(wanted, NULL, 10) : 3000;
}

static void test_tests_are_what_they_say(void **state) {
    struct tally t;
    tally_init(&t, (struct edit_settings){0});
    check_tests(&t, n_wanted());
    for (size_t i = 0; i <= EDITS_MAX; i++)
        assert_int_equal(t.distances[i] > 0, i <= 6);
    assert_true(t.n_sat > n_wanted() * 2 / 5 && t.n_unsat > n_wanted() * 2 / 5);
    tally_release(&t);
}

static void test_no_choice_satisfies_what_is_unsat(void **state) {
    struct tally t;
    tally_init(&t, (struct edit_settings){.length = 2, .distance = 3});
    check_tests(&t, n_wanted());
    for (int sat = 0; sat < 2; sat++) {
        for (enum writing writing = NESTED; writing < WRITINGS; writing++)
            for (enum hiding hiding = HIDES_NONE; hiding < HIDINGS; hiding++)
                assert_true(t.all_tried[writing][sat][hiding] > 0);
        for (enum letter_kind kind = PLAIN; kind < LETTER_KINDS; kind++)
            assert_true(t.letters_tried[sat][kind] > 0);
    }
    for (size_t i = 0; i <= EDITS_MAX; i++)
        assert_int_equal(t.distances[i] > 0, i <= 3);
    tally_release(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_tests_are_what_they_say),
        TEST(test_no_choice_satisfies_what_is_unsat),
    };
    return RUN(tests);
}
