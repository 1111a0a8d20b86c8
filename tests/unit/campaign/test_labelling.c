/* Finding out the truth of seeds, here without any solver: the suite asks some. */
#include "testing.h"

#include <stdlib.h>

#include "base/file.h"
#include "campaign/labelling.h"
#include "gen/seed.h"

/* A folder with scripts, a cache, and what was told. */
struct place {
    char *folder;
    path_vec paths;
    struct label_cache cache;
    struct strbuf told;
    volatile sig_atomic_t stop;
    size_t stop_after; /* seeds; 0: never */
    size_t n_told, n_cache_failures;
};

static struct place place_new(void) {
    const char *top = getenv("TMPDIR");
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/labelling.XXXXXX", top != NULL ? top : "/tmp");
    struct place p = {.folder = strbuf_detach(&path)};
    assert_non_null(mkdtemp(p.folder));
    strbuf_printf(&path, "%s/cache", p.folder);
    p.cache.folder = strbuf_detach(&path);
    return p;
}

static void place_free(struct place *p) {
    struct strbuf error = {0};
    path_vec all = {0};
    file_list(p->folder, "", &all, &error);
    for (size_t i = 0; i < all.n; i++)
        unlink(all.at[i]);
    for (int round = 0; round < 3; round++) /* the folders of the cache, the innermost first */
        for (size_t i = 0; i < all.n; i++) {
            char *slash = strrchr(all.at[i], '/');
            if (slash != NULL && slash > all.at[i] && strlen(all.at[i]) > strlen(p->folder)) {
                *slash = '\0';
                rmdir(all.at[i]);
            }
        }
    rmdir(p->folder);
    path_vec_free(&all);
    path_vec_free(&p->paths);
    label_cache_close(&p->cache);
    mem_free(p->folder);
    strbuf_free(&p->told);
}

static void add_script(struct place *p, const char *name, const char *text) {
    struct strbuf path = {0}, error = {0};
    strbuf_printf(&path, "%s/%s", p->folder, name);
    char *file = strbuf_detach(&path);
    assert_true(file_write(file, text, strlen(text), &error));
    vec_push(&p->paths, file);
}

static void on_labelled(const struct labelled *labelled, void *context) {
    struct place *p = context;
    const char *name = strrchr(labelled->path, '/') + 1;
    if (labelled->error != NULL)
        strbuf_printf(&p->told, "%s bad\n", name);
    else
        strbuf_printf(&p->told, "%s %s %s%s %s\n", name, truth_name(labelled->verdict.truth),
                      basis_name(labelled->verdict.basis),
                      labelled->verdict.is_disputed ? " disputed" : "",
                      labelled->facts->judged != NULL ? labelled->facts->judged : "-");
    p->n_told++;
    if (p->n_told == p->stop_after)
        p->stop = 1;
}
static void on_progress(size_t n_done, void *context) {
    struct place *p = context;
    assert_true(n_done <= p->paths.n);
}
static void on_no_solver(const char *solver, const char *reason, void *context) {
    fail_msg("%s: %s", solver, reason);
}
static void on_no_cache(const char *reason, void *context) {
    struct place *p = context;
    p->n_cache_failures++;
}

static void assert_told(struct place *p, const char *expected) {
    struct labelling_settings settings = {
        .seconds = 1, .n_slots = 1, .cache = &p->cache, .stop = &p->stop};
    struct labelling_events events = {on_labelled, on_progress, on_no_solver, on_no_cache, p};
    strbuf_clear(&p->told);
    p->n_told = 0;
    p->stop = 0;
    labelling_run(&settings, p->paths.at, p->paths.n, &events);
    assert_string_equal(strbuf_text(&p->told), expected);
}

#define ABOVE "(declare-const x Int) (assert (> x 2)) (check-sat)"

static void test_the_evaluator_labels_alone(void **state) {
    struct place p = place_new();
    add_script(&p, "a.smt2", ABOVE);
    add_script(&p, "b.smt2", "(declare-const p Bool) (assert (and p (not p))) (check-sat)");
    add_script(&p, "c.smt2", "(set-info :status unsat)" ABOVE);
    add_script(&p, "d.smt2", "(assert (> y 1))");
    add_script(&p, "e.smt2", "(check-sat) (check-sat)");
    for (int run = 0; run < 2; run++) /* found out, and known */
        assert_told(&p, "a.smt2 sat witness true\n"
                        "b.smt2 unsat exhaustion false\n"
                        "c.smt2 unknown none disputed true\n"
                        "d.smt2 bad\n"
                        "e.smt2 unknown none -\n");
    place_free(&p);
}

static void test_a_witness_that_is_none_is_looked_for_again(void **state) {
    struct place p = place_new();
    struct strbuf error = {0};
    struct label_facts facts = {.hash = seed_hash(ABOVE, strlen(ABOVE)),
                                .n_bytes = strlen(ABOVE),
                                .judged = mem_copy_text("limit", 5),
                                .witness = mem_copy_text("() ((x 1))", 10),
                                .witness_of = mem_copy_text("z3", 2)};
    add_script(&p, "a.smt2", ABOVE);
    assert_true(label_cache_put(&p.cache, &facts, &error));
    assert_told(&p, "a.smt2 sat witness true\n");
    struct label_facts found;
    assert_true(label_cache_find(&p.cache, facts.hash, facts.n_bytes, &found));
    assert_string_equal(found.witness_of, "momus"); /* and the cache is mended */
    label_facts_release(&found);
    label_facts_release(&facts);
    place_free(&p);
}

static void test_what_others_answered_stays_and_does_not_count(void **state) {
    struct place p = place_new();
    struct strbuf error = {0};
    struct label_facts facts = {.hash = seed_hash(ABOVE, strlen(ABOVE)), .n_bytes = strlen(ABOVE)};
    vec_push(
        &facts.answers,
        ((struct label_answer){mem_copy_text("odd", 3), mem_copy_text("odd", 3),
                               mem_copy_text("1", 1), 1, mem_copy_text("unsat", 5),
                               mem_copy_text("", 0), mem_copy_text("", 0), mem_copy_text("", 0)}));
    add_script(&p, "a.smt2", ABOVE);
    assert_true(label_cache_put(&p.cache, &facts, &error));
    assert_told(&p, "a.smt2 sat witness true\n");
    struct label_facts found;
    assert_true(label_cache_find(&p.cache, facts.hash, facts.n_bytes, &found));
    assert_int_equal(found.answers.n, 1);
    assert_non_null(found.witness);
    label_facts_release(&found);
    label_facts_release(&facts);
    place_free(&p);
}

static void test_a_stop_keeps_what_was_done(void **state) {
    struct place p = place_new();
    add_script(&p, "a.smt2", ABOVE);
    add_script(&p, "b.smt2", ABOVE "(exit)");
    add_script(&p, "c.smt2", ABOVE "(get-model)");
    p.stop_after = 2;
    assert_told(&p, "a.smt2 sat witness true\nb.smt2 sat witness true\n");
    struct label_facts found;
    assert_true(label_cache_find(&p.cache, seed_hash(ABOVE, strlen(ABOVE)), strlen(ABOVE), &found));
    label_facts_release(&found);
    place_free(&p);
}

static void test_a_cache_that_fails_is_told_once(void **state) {
    struct place p = place_new();
    label_cache_close(&p.cache);
    p.cache.folder = mem_copy_text("/dev/null/x", 11);
    add_script(&p, "a.smt2", ABOVE);
    add_script(&p, "b.smt2", ABOVE "(exit)");
    assert_told(&p, "a.smt2 sat witness true\nb.smt2 sat witness true\n");
    assert_int_equal(p.n_cache_failures, 1);
    place_free(&p);
}

static void test_nothing_is_no_trouble(void **state) {
    struct place p = place_new();
    assert_told(&p, "");
    place_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_the_evaluator_labels_alone),
        TEST(test_a_witness_that_is_none_is_looked_for_again),
        TEST(test_what_others_answered_stays_and_does_not_count),
        TEST(test_a_stop_keeps_what_was_done),
        TEST(test_a_cache_that_fails_is_told_once),
        TEST(test_nothing_is_no_trouble),
    };
    return RUN(tests);
}
