#include "proc/stack.h"

#include "proc/stack_data.h"
#include "proc/stack_wire.h"

enum { PLACES = 3 }; /* that tell one crash from another */

const struct child_file stack_library = {"momus-stack.so", stack_data_0, sizeof stack_data_0 - 1};
char stack_variable[] = "LD_PRELOAD=./momus-stack.so";

/* Through these every crash goes, or every program begins. */
static bool is_common(const char *frame, size_t n) {
    static const char *const modules[] = {"libc.so",   "libpthread", "ld-linux",
                                          "libstdc++", "libgcc_s",   "linux-vdso"};
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        size_t m = strlen(modules[i]);
        if (n >= m && memcmp(frame, modules[i], m) == 0)
            return true;
    }
    return false;
}

static void add_places(const char *at, const char *end, struct strbuf *out) {
    int n = 0;
    while (at < end && n < PLACES) {
        const char *frame = ++at; /* behind the blank */
        while (at < end && *at != ' ')
            at++;
        if (is_common(frame, (size_t)(at - frame)))
            continue;
        strbuf_add_text(out, n++ > 0 ? " < " : "");
        strbuf_add(out, frame, (size_t)(at - frame));
    }
}

bool stack_take(struct strbuf *err, struct strbuf *out) {
    const char *start =
        err->n > 0 ? memmem(err->at, err->n, "\n" STACK_WORD, strlen(STACK_WORD) + 1) : NULL;
    if (start == NULL)
        return false;
    const char *end = memchr(start + 1, '\n', (size_t)(err->at + err->n - (start + 1)));
    if (end == NULL)
        return false;
    size_t before = out->n, from = (size_t)(start - err->at), n = (size_t)(end + 1 - start);
    add_places(start + 1 + strlen(STACK_WORD), end, out);
    memmove(err->at + from, err->at + from + n, err->n - from - n);
    err->n -= n;
    return out->n > before;
}
