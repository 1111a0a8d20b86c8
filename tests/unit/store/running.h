/*
 * running.h - what the tests of the store share: a folder of their own, runs in
 * it, and findings to report.
 */
#ifndef MOMUS_TEST_RUNNING_H
#define MOMUS_TEST_RUNNING_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "base/file.h"
#include "store/store_int.h"
#include "testing.h"

static char running_folder[512];

static inline int running_enter(void **state) {
    const char *tmp = getenv("TMPDIR");
    snprintf(running_folder, sizeof running_folder, "%s/momus-store-XXXXXX",
             tmp != NULL ? tmp : "/tmp");
    return mkdtemp(running_folder) != NULL ? chdir(running_folder) : -1;
}

/* Removes a file, or a folder with all that is below it. */
static inline void running_remove(const char *path) {
    DIR *dir = opendir(path);
    if (dir == NULL) {
        unlink(path);
        return;
    }
    struct dirent *entry;
    while ((entry = readdir(dir)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            char *below = disk_join(path, entry->d_name);
            running_remove(below);
            mem_free(below);
        }
    closedir(dir);
    rmdir(path);
}

static inline int running_leave(void **state) {
    running_remove(running_folder);
    return chdir("/") == 0 ? testing_nothing_left(state) : -1;
}

#define STORE_TEST(f) cmocka_unit_test_setup_teardown(f, running_enter, running_leave)

/* Opens a run that must open. */
static inline struct store *running_open(const char *folder, enum store_mode mode) {
    struct strbuf error = {0};
    struct store *store = store_open(folder, mode, &error);
    if (store == NULL)
        fail_msg("%s", strbuf_text(&error));
    assert_int_equal(error.n, 0);
    return store;
}

/* Opening must fail, with these words. */
static inline void running_refused_on(const struct disk *disk, const char *folder,
                                      enum store_mode mode, const char *words) {
    struct strbuf error = {0};
    assert_null(store_open_on(disk, folder, mode, &error));
    testing_assert_contains(strbuf_text(&error), words);
    strbuf_free(&error);
}

static inline void running_refused(const char *folder, enum store_mode mode, const char *words) {
    running_refused_on(&disk_system, folder, mode, words);
}

/* A call that must succeed. */
#define MUST(store, call)                                  \
    do {                                                   \
        if (!(call))                                       \
            fail_msg("%s: %s", #call, store_error(store)); \
    } while (0)

static inline bool running_exists(const char *path) {
    struct stat info;
    return lstat(path, &info) == 0;
}

static inline void running_put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static inline void running_expect(const char *path, const char *text) {
    struct strbuf error = {0};
    struct file_text contents;
    if (!file_read(path, &contents, &error))
        fail_msg("%s", strbuf_text(&error));
    assert_string_equal(contents.at, text);
    file_text_free(&contents);
}

/* How many entries of the folder have names that start like this. */
static inline int running_entries(const char *folder, const char *start) {
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    int n = 0;
    struct dirent *entry;
    while ((entry = readdir(dir)) != NULL)
        n += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
             strncmp(entry->d_name, start, strlen(start)) == 0;
    closedir(dir);
    return n;
}

/* A finding with this fingerprint. What it points to lives as long as the program. */
static inline struct store_report running_report(const char *fingerprint, const char *script) {
    static const char *at_fault[] = {"cvc5"};
    static const char *seeds[] = {"3f9c2a71", "b1d0aa02"};
    static const struct store_answer answers[] = {
        {1, "cvc5", "1.0.3", "cvc5 bug.smt2", "unsat", 12, 3400, "unsat\n", 6, NULL, 0},
        {1, "z3", "4.8.12", "z3 bug.smt2", "sat", 30, 20000, "sat\n", 4, NULL, 0},
    };
    return (struct store_report){
        .finding =
            {
                .class_name = "refutation-soundness",
                .severity = 90,
                .at_fault = {at_fault, LENGTH(at_fault)},
                .basis = "witness",
                .confidence = "proven",
                .fingerprint = fingerprint,
                .evidence = "x = 1 makes all of it true",
                .strategy = "opfuzz",
                .seeds = {seeds, LENGTH(seeds)},
                .test = "opfuzz:3f9c2a71:7:1204:18:b1d0",
                .logic = "QF_LIA",
                .shown = 3,
                .tried = 3,
            },
        .script = script,
        .script_n = strlen(script),
        .answers = answers,
        .n_answers = LENGTH(answers),
        .seen = 1700000000000,
    };
}

/* Progress of a trail by some steps, each a test and three solver calls. */
static inline struct store_progress running_progress(const char *strategy, uint64_t trail,
                                                     uint64_t first, uint64_t next, bool done) {
    return (struct store_progress){
        .strategy = strategy,
        .trail = trail,
        .first_step = first,
        .next_step = next,
        .done = done,
        .counts = {.tests = next - first, .solver_calls = 3 * (next - first)},
    };
}

#endif
