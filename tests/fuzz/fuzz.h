/*
 * fuzz.h - what the fuzz targets share.
 *
 * A target says with MUST what is true for every input; a broken promise, a
 * BUG() and an out-of-memory end in abort(), which libFuzzer reports with the
 * input.
 */
#ifndef MOMUS_FUZZ_H
#define MOMUS_FUZZ_H

#include <stdlib.h>

#include "base/alloc.h"
#include "base/die.h"
#include "base/strbuf.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#define MUST(condition)                                                             \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                \
        }                                                                           \
    } while (0)

static void fuzz_abort(void *context) {
    (void)context;
    abort();
}

/* BUG() leaves by _exit, which would lose the input. */
static inline void fuzz_catch_bugs(void) {
    die_cleanup_push(fuzz_abort, NULL);
}

/* A copy with a zero byte behind and nothing else, so that the sanitizer sees every overrun. */
static inline char *fuzz_text(const uint8_t *data, size_t n) {
    return mem_copy_text(n == 0 ? "" : (const char *)data, n);
}

static inline void fuzz_must_be_equal(struct strbuf *a, struct strbuf *b, const char *what) {
    if (a->n == b->n && (a->n == 0 || memcmp(a->at, b->at, a->n) == 0))
        return;
    fprintf(stderr, "%s: the texts differ\n--- first\n%s\n--- second\n%s\n---\n", what,
            strbuf_text(a), strbuf_text(b));
    abort();
}

#endif
