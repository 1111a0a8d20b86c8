/*
 * testing.h - what all unit tests share: cmocka, the check that a test leaves
 * no memory behind, and children for what ends the process.
 */
#ifndef MOMUS_TESTING_H
#define MOMUS_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/die.h"
#include "base/index.h"
#include "base/rng.h"
#include "base/strbuf.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* A failed test jumps away from its memory; the next one is not to blame for that. */
static inline int testing_nothing_left(void **state) {
    static size_t known_bytes;
    size_t bytes = mem_live_bytes();
    if (bytes <= known_bytes)
        return 0;
    print_error("%zu bytes were not freed\n", bytes - known_bytes);
    known_bytes = bytes;
    return -1;
}

/* A test that must end with no memory of base/alloc.h in use. */
#define TEST(f) cmocka_unit_test_teardown(f, testing_nothing_left)
#define RUN(tests) cmocka_run_group_tests(tests, NULL, NULL)

static inline struct rng testing_rng(uint64_t seed) {
    struct rng rng;
    rng_init(&rng, seed, 0, 0, 0);
    return rng;
}

/*
 * Runs act(context) in a child and returns its exit status, or -1 if a signal
 * ended it. What it wrote to standard error goes to `error`, if that is given.
 */
static inline int testing_in_child(void (*act)(void *), void *context, struct strbuf *error) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        act(context);
        _exit(0);
    }
    close(ends[1]);
    char bytes[4096];
    ssize_t got;
    while ((got = read(ends[0], bytes, sizeof bytes)) > 0)
        if (error != NULL)
            strbuf_add(error, bytes, (size_t)got);
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* From now on, who looks for the record `id` by its hash finds `other` there. */
static inline void testing_collide(struct index *index, uint32_t id, uint32_t other) {
    for (uint32_t i = 0; i <= index->mask; i++)
        if ((uint32_t)index->slots[i] == id) {
            uint32_t hash = (uint32_t)(index->slots[i] >> 32);
            index_remove(index, hash, id);
            index_insert(index, hash, other);
            return;
        }
    fail_msg("record %u is not in the index", id);
}

static inline void testing_assert_contains(const char *text, const char *part) {
    if (strstr(text, part) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", part, text);
}

#endif
