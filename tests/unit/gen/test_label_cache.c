/* What was found out about seeds, kept in files that may be damaged. */
#include "testing.h"

#include <stdlib.h>

#include "base/file.h"
#include "gen/label_cache.h"

static char *copy(const char *text) {
    return mem_copy_text(text, strlen(text));
}

/* A cache in a folder of its own. */
static struct label_cache cache_new(void) {
    const char *place = getenv("TMPDIR");
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/labels.XXXXXX", place != NULL ? place : "/tmp");
    char *folder = strbuf_detach(&path);
    assert_non_null(mkdtemp(folder));
    return (struct label_cache){.folder = folder};
}

static void cache_remove(struct label_cache *cache) {
    path_vec paths = {0};
    struct strbuf error = {0};
    file_list(cache->folder, "", &paths, &error);
    for (size_t i = 0; i < paths.n; i++) {
        unlink(paths.at[i]);
        *strrchr(paths.at[i], '/') = '\0';
        rmdir(paths.at[i]);
    }
    rmdir(cache->folder);
    path_vec_free(&paths);
    strbuf_free(&error);
    label_cache_close(cache);
}

static struct label_facts some_facts(uint64_t hash) {
    struct label_facts facts = {
        .hash = hash,
        .n_bytes = 812,
        .judged = copy("limit"),
        .witness = copy("(\n(define-fun |a \"b| () Int 3)\n)\n(((div 0 0) 1))\n"),
        .witness_of = copy("z3"),
    };
    vec_push(&facts.answers,
             ((struct label_answer){copy("z3"), copy("z3 {file}"), copy("Z3 version 4.8.12"), 10,
                                    copy("sat"), copy("true"), copy(""), copy("")}));
    vec_push(&facts.answers,
             ((struct label_answer){copy("a \"b\""), copy("x"), copy(""), 2, copy("crash"),
                                    copy(""), copy("crash"), copy("it said \"no\" (and died)")}));
    return facts;
}

static void put(const struct label_cache *cache, const struct label_facts *facts) {
    struct strbuf error = {0};
    if (!label_cache_put(cache, facts, &error))
        fail_msg("%s", strbuf_text(&error));
}

static void test_what_is_put_is_found(void **state) {
    struct label_cache cache = cache_new();
    struct label_facts facts = some_facts(0x0123456789abcdef), found;
    assert_false(label_cache_find(&cache, facts.hash, 812, &found));
    put(&cache, &facts);
    assert_true(label_cache_find(&cache, facts.hash, 812, &found));
    assert_true(found.hash == facts.hash);
    assert_int_equal(found.n_bytes, 812);
    assert_string_equal(found.judged, "limit");
    assert_string_equal(found.witness, facts.witness);
    assert_string_equal(found.witness_of, "z3");
    assert_int_equal(found.answers.n, 2);
    assert_string_equal(found.answers.at[0].version, "Z3 version 4.8.12");
    assert_string_equal(found.answers.at[0].command, "z3 {file}");
    assert_int_equal(found.answers.at[0].limit, 10);
    assert_string_equal(found.answers.at[0].model, "true");
    assert_string_equal(found.answers.at[1].solver, "a \"b\"");
    assert_string_equal(found.answers.at[1].version, "");
    assert_string_equal(found.answers.at[1].fault, "crash");
    assert_string_equal(found.answers.at[1].remark, "it said \"no\" (and died)");
    label_facts_release(&found);
    /* other contents have other facts */
    assert_false(label_cache_find(&cache, facts.hash, 813, &found));
    assert_false(label_cache_find(&cache, facts.hash + 1, 812, &found));
    label_facts_release(&facts);
    cache_remove(&cache);
}

static void test_little_may_be_known(void **state) {
    struct label_cache cache = cache_new();
    struct label_facts facts = {.hash = 7}, found;
    put(&cache, &facts);
    assert_true(label_cache_find(&cache, 7, 0, &found));
    assert_null(found.judged);
    assert_null(found.witness);
    assert_int_equal(found.answers.n, 0);
    label_facts_release(&found);
    cache_remove(&cache);
}

static void test_later_facts_replace_earlier_ones(void **state) {
    struct label_cache cache = cache_new();
    struct label_facts facts = some_facts(9), fewer = {.hash = 9, .n_bytes = 812}, found;
    put(&cache, &facts);
    put(&cache, &fewer);
    assert_true(label_cache_find(&cache, 9, 812, &found));
    assert_int_equal(found.answers.n, 0);
    label_facts_release(&found);
    label_facts_release(&facts);
    cache_remove(&cache);
}

/* Every byte counts, and every length. */
static void test_damaged_files_are_as_good_as_none(void **state) {
    struct label_cache cache = cache_new();
    struct label_facts facts = some_facts(0xff00000000000001), found;
    struct strbuf error = {0};
    path_vec paths = {0};
    struct file_text text;
    put(&cache, &facts);
    assert_true(file_list(cache.folder, "", &paths, &error));
    assert_int_equal(paths.n, 1);
    assert_true(file_read(paths.at[0], &text, &error));
    for (size_t i = 0; i < text.n; i++) {
        text.at[i] ^= 1;
        assert_true(file_write(paths.at[0], text.at, text.n, &error));
        if (label_cache_find(&cache, facts.hash, 812, &found))
            fail_msg("byte %zu does not count", i);
        text.at[i] ^= 1;
        assert_true(file_write(paths.at[0], text.at, i, &error));
        if (label_cache_find(&cache, facts.hash, 812, &found))
            fail_msg("length %zu is enough", i);
    }
    /* and it is mended */
    put(&cache, &facts);
    assert_true(label_cache_find(&cache, facts.hash, 812, &found));
    label_facts_release(&found);
    file_text_free(&text);
    path_vec_free(&paths);
    label_facts_release(&facts);
    cache_remove(&cache);
}

static void test_a_folder_that_cannot_be_is_told(void **state) {
    struct label_cache cache = {.folder = copy("/dev/null/labels")};
    struct label_facts facts = some_facts(1), found;
    struct strbuf error = {0};
    assert_false(label_cache_put(&cache, &facts, &error));
    testing_assert_contains(strbuf_text(&error), "/dev/null/labels");
    assert_false(label_cache_find(&cache, 1, 812, &found));
    strbuf_free(&error);
    label_cache_close(&cache);
    /* no folder at all: nothing is kept, and nobody is bothered */
    assert_true(label_cache_put(&cache, &facts, &error));
    assert_false(label_cache_find(&cache, 1, 812, &found));
    label_facts_release(&facts);
}

static void test_the_folder_is_the_users(void **state) {
    struct label_cache cache;
    setenv("XDG_CACHE_HOME", "/somewhere", 1);
    label_cache_open(&cache);
    assert_string_equal(cache.folder, "/somewhere/momus/labels");
    label_cache_close(&cache);
    setenv("XDG_CACHE_HOME", "not/absolute", 1);
    setenv("HOME", "/home/me", 1);
    label_cache_open(&cache);
    assert_string_equal(cache.folder, "/home/me/.cache/momus/labels");
    label_cache_close(&cache);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    label_cache_open(&cache);
    assert_null(cache.folder);
    label_cache_close(&cache);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_what_is_put_is_found),
        TEST(test_little_may_be_known),
        TEST(test_later_facts_replace_earlier_ones),
        TEST(test_damaged_files_are_as_good_as_none),
        TEST(test_a_folder_that_cannot_be_is_told),
        TEST(test_the_folder_is_the_users),
    };
    return RUN(tests);
}
