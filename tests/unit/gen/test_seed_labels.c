/* What is kept about seeds, taken up when they are read, and not believed blindly. */
#include "testing.h"

#include <stdlib.h>

#include "base/file.h"
#include "gen/seed.h"

struct library {
    struct term_table *table;
    struct eval *eval;
    struct label_cache cache;
};

static char *copy(const char *text) {
    return mem_copy_text(text, strlen(text));
}

static struct library library_new(void) {
    const char *place = getenv("TMPDIR");
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/labels.XXXXXX", place != NULL ? place : "/tmp");
    struct library l = {.table = term_table_new(), .cache = {strbuf_detach(&path)}};
    assert_non_null(mkdtemp(l.cache.folder));
    l.eval = eval_new(l.table);
    return l;
}

static void library_free(struct library *l) {
    path_vec paths = {0};
    struct strbuf error = {0};
    file_list(l->cache.folder, "", &paths, &error);
    for (size_t i = 0; i < paths.n; i++) {
        unlink(paths.at[i]);
        *strrchr(paths.at[i], '/') = '\0';
        rmdir(paths.at[i]);
    }
    rmdir(l->cache.folder);
    path_vec_free(&paths);
    strbuf_free(&error);
    label_cache_close(&l->cache);
    eval_free(l->eval);
    term_table_free(l->table);
}

/* What is kept about a text: answers of two solvers (NULL: none), a witness (NULL: none). */
static void keep(struct library *l, const char *text, const char *answer, const char *fault,
                 const char *witness) {
    struct label_facts facts = {.hash = seed_hash(text, strlen(text)), .n_bytes = strlen(text)};
    struct strbuf error = {0};
    for (int i = 0; i < 2 && answer != NULL; i++)
        vec_push(&facts.answers,
                 ((struct label_answer){copy(i == 0 ? "z3" : "cvc5"), copy(""), copy(""), 1,
                                        copy(answer), copy(""), copy(fault), copy("")}));
    if (witness != NULL) {
        facts.witness = copy(witness);
        facts.witness_of = copy("z3");
    }
    assert_true(label_cache_put(&l->cache, &facts, &error));
    label_facts_release(&facts);
}

static struct seed *read_seed(struct library *l, const char *name, const char *text) {
    struct seed_source source = {l->table, l->eval, &l->cache};
    struct strbuf error = {0};
    struct seed *seed = seed_read_from(&source, name, text, strlen(text), &error);
    if (seed == NULL)
        fail_msg("%s", strbuf_text(&error));
    return seed;
}

#define TEXT                                                           \
    "(declare-sort U 0) (declare-const a U) (declare-fun f (Int) Int)" \
    "(declare-const x Int) (assert (= (f x) 3)) (assert (= x (div x 0))) (check-sat)"

static void test_the_status_of_a_query_is_no_label(void **state) {
    struct library l = library_new();
    struct seed *seed =
        read_seed(&l, "a.smt2",
                  "(set-info :status unsat) (declare-rel p (Int)) (declare-var x Int)"
                  "(rule (=> (p x) (p 1))) (assert (p x)) (query p)");
    assert_int_equal(seed->truth, TRUTH_UNKNOWN);
    assert_int_equal(seed->said.by[LABEL_STATUS], TRUTH_UNKNOWN);
    /* Without the rules, the rest is an ordinary script. */
    const enum command_kind kinds[] = {COMMAND_DECLARE_FUN, COMMAND_DECLARE_CONST, COMMAND_ASSERT,
                                       COMMAND_CHECK_SAT};
    assert_int_equal(seed->script.commands.n, LENGTH(kinds));
    for (size_t i = 0; i < LENGTH(kinds); i++)
        assert_int_equal(seed->script.commands.at[i].kind, kinds[i]);
    seed_free(seed);
    library_free(&l);
}

static void test_a_true_witness_settles_the_truth(void **state) {
    struct library l = library_new();
    keep(&l, TEXT, NULL, "", "((define-fun f ((y Int)) Int 3)) ((x 2) ((div 2 0) 2))");
    struct seed *seed = read_seed(&l, "a.smt2", TEXT);
    assert_int_equal(seed->truth, TRUTH_SAT);
    assert_int_equal(seed->label, LABEL_JUDGE);
    assert_true(seed->has_witness);
    assert_int_equal(seed->witness.choices.n, 2);
    assert_int_equal(witness_check(l.eval, &seed->witness, seed->formulas.at, seed->formulas.n),
                     VERDICT_TRUE);
    seed_free(seed);
    library_free(&l);
}

static void test_what_is_no_witness_is_not_believed(void **state) {
    static const char *const texts[] = {
        "((define-fun f ((y Int)) Int 3)) ((x 2) ((div 2 0) 1))", /* false */
        "((define-fun f ((y Int)) Int 3)) ((x 2))",               /* open */
        "((define-fun g ((y Int)) Int 3)) ((z 2) ((div 2 0) 2))", /* of another script */
        "((define-fun f ((y Int)) Int 3)",                        /* cut */
        "",
    };
    for (size_t i = 0; i < LENGTH(texts); i++) {
        struct library l = library_new();
        keep(&l, TEXT, NULL, "", texts[i]);
        struct seed *seed = read_seed(&l, "a.smt2", TEXT);
        assert_int_equal(seed->truth, TRUTH_UNKNOWN);
        assert_false(seed->has_witness);
        assert_int_equal(seed->witness.choices.n + seed->witness.model.entries.n, 0);
        seed_free(seed);
        library_free(&l);
    }
}

static void test_answers_count_together_with_labels(void **state) {
    struct library l = library_new();
    keep(&l, TEXT, "unsat", "", NULL);
    struct seed *seed = read_seed(&l, "a.smt2", TEXT);
    assert_int_equal(seed->truth, TRUTH_UNSAT);
    assert_int_equal(seed->label, LABEL_SOLVERS);
    assert_false(seed->is_set_aside);
    seed_free(seed);
    seed = read_seed(&l, "sat/a.smt2", TEXT); /* where it stands says otherwise */
    assert_int_equal(seed->truth, TRUTH_UNKNOWN);
    assert_true(seed->is_disputed);
    assert_true(seed->is_set_aside);
    seed_free(seed);
    library_free(&l);
}

static void test_seeds_that_solvers_fail_on_are_set_aside(void **state) {
    struct library l = library_new();
    keep(&l, TEXT, "sat", "crash", NULL);
    struct seed *seed = read_seed(&l, "a.smt2", TEXT);
    assert_true(seed->is_set_aside);
    assert_false(seed->is_disputed);
    assert_int_equal(seed->truth, TRUTH_SAT);
    seed_free(seed);
    library_free(&l);
}

static void test_without_a_cache_only_the_text_counts(void **state) {
    struct library l = library_new();
    struct strbuf error = {0};
    keep(&l, TEXT, "unsat", "", NULL);
    struct seed *seed = seed_read(l.table, "a.smt2", TEXT, strlen(TEXT), &error);
    assert_int_equal(seed->truth, TRUTH_UNKNOWN);
    seed_free(seed);
    library_free(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_the_status_of_a_query_is_no_label),
        TEST(test_a_true_witness_settles_the_truth),
        TEST(test_what_is_no_witness_is_not_believed),
        TEST(test_answers_count_together_with_labels),
        TEST(test_seeds_that_solvers_fail_on_are_set_aside),
        TEST(test_without_a_cache_only_the_text_counts),
    };
    return RUN(tests);
}
