/*
 * mutate.h - mutations that keep parentheses in pairs.
 *
 * Flipping bytes rarely gets past a parser. These work on the tokens and lists
 * of a text: replace, swap, repeat, drop or wrap one, put a word of SMT-LIB in
 * its place, or give one name to two things, so that names clash. Now and
 * then libFuzzer's own mutations follow.
 */
#ifndef MOMUS_FUZZ_MUTATE_H
#define MOMUS_FUZZ_MUTATE_H

#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t n, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t max, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t n_a, const uint8_t *b, size_t n_b,
                                 uint8_t *out, size_t max, unsigned seed);

enum { MUTATE_PARTS = 4096 };

/* A token, or a list with its parentheses. */
struct part {
    const char *at;
    size_t n;
};

struct parts {
    struct part at[MUTATE_PARTS];
    size_t n;
};

struct mutation {
    uint64_t random;
    char *out;
    size_t n, max;
};

static const char *const mutate_words[] = {
#define OP(id, symbol, theory, indices, signature, assoc, condition, origin, meaning) symbol,
#define SYN(id, spelling, target, origin) spelling,
#include "term/ops.def"
#undef OP
#undef SYN
    "Bool",
    "Int",
    "Real",
    "String",
    "RegLan",
    "U",
    "(_ BitVec 4)",
    "(_ FloatingPoint 3 5)",
    "RoundingMode",
    "(Array Int Bool)",
    "(Seq Int)",
    "(Set Int)",
    "(Tuple Int Bool)",
    "(-> Int Int)",
    "0",
    "1",
    "2.50",
    "#b0101",
    "#xf",
    "\"a\"",
    "\"\\u{5c}u\"",
    "true",
    "x",
    "y",
    "f",
    "x_1",
    "_let_1",
    "|x y|",
    "(_ bv5 4)",
    "(- 1)",
    "(/ 1.0 3.0)",
    "((as const (Array Int Bool)) true)",
    "(_ is f)",
    "(_ update f)",
    "(_ map f)",
    "(_ as-array f)",
    "(as f U)",
};

/* `%` is the part that is wrapped. */
static const char *const mutate_frames[] = {
    "(let ((x %)) x)",
    "(let ((x %)) (= x x))",
    "(let ((x %) (y x)) (f x y))",
    "(not %)",
    "(forall ((x Int)) %)",
    "(exists ((x Bool) (y Int)) %)",
    "(lambda ((x Int)) %)",
    "(choice ((x Int)) %)",
    "(! % :named x)",
    "(! % :pattern ((f x)))",
    "(match % ((x x)))",
    "(and % %)",
    "(= % %)",
    "(ite true % %)",
    "(f %)",
    "((_ is f) %)",
    "(assert %)",
    "(push 1)\n%\n(pop 1)",
    "(define-fun x () Bool %)",
    "(define-fun-rec f ((x Int)) Int %)",
    "(declare-const x %)",
    "(declare-fun f (%) %)",
    "(declare-datatype x ((f (y %))))",
    "(define-sort x () %)",
    "(declare-sort x 0)\n%",
    "(declare-sort-parameter x)\n%",
    "(get-value (% %))",
    "(par (x) %)",
    "(as x %)",
    "(Array % %)",
    "(Seq %)",
    "(-> % %)",
};

static uint32_t mutate_pick(struct mutation *m, size_t n) {
    m->random = m->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((m->random >> 33) % (n == 0 ? 1 : n));
}

static void mutate_add(struct mutation *m, const char *text, size_t n) {
    if (n > m->max - m->n)
        n = m->max - m->n;
    memcpy(m->out + m->n, text, n);
    m->n += n;
}

static const char *mutate_token_end(const char *at, const char *end) {
    char c = *at;
    if (c == '"' || c == '|') {
        const char *close = memchr(at + 1, c, (size_t)(end - at - 1));
        return close == NULL ? end : close + 1;
    }
    if (c == ';') {
        const char *close = memchr(at, '\n', (size_t)(end - at));
        return close == NULL ? end : close;
    }
    while (at < end && strchr("() \t\r\n\"|;", *at) == NULL)
        at++;
    return at;
}

static void mutate_find_parts(const char *text, size_t n, struct parts *parts) {
    static size_t open[MUTATE_PARTS];
    size_t depth = 0;
    const char *end = text + n;
    parts->n = 0;
    for (const char *at = text; at < end && parts->n < MUTATE_PARTS;) {
        if (*at == '(') {
            open[depth++] = parts->n;
            parts->at[parts->n++] = (struct part){at++, 1};
        } else if (*at == ')') {
            at++;
            if (depth > 0) {
                depth--;
                parts->at[open[depth]].n = (size_t)(at - parts->at[open[depth]].at);
            }
        } else if (strchr(" \t\r\n", *at) != NULL) /* zero bytes, too */
            at++;
        else {
            const char *past = mutate_token_end(at, end);
            parts->at[parts->n++] = (struct part){at, (size_t)(past - at)};
            at = past;
        }
    }
}

/* The text with `part` replaced, or with something before it if it is empty. */
static void mutate_replace(struct mutation *m, const char *text, size_t n, struct part part,
                           const char *by, size_t n_by) {
    mutate_add(m, text, (size_t)(part.at - text));
    mutate_add(m, by, n_by);
    if (part.n == 0)
        mutate_add(m, " ", 1);
    mutate_add(m, part.at + part.n, n - (size_t)(part.at - text) - part.n);
}

static void mutate_swap(struct mutation *m, const char *text, size_t n, struct part a,
                        struct part b) {
    if (b.at < a.at) {
        struct part c = a;
        a = b;
        b = c;
    }
    if (a.at + a.n > b.at) { /* one in the other: the inner one in its place */
        mutate_replace(m, text, n, a, b.at, b.n);
        return;
    }
    mutate_add(m, text, (size_t)(a.at - text));
    mutate_add(m, b.at, b.n);
    mutate_add(m, a.at + a.n, (size_t)(b.at - a.at) - a.n);
    mutate_add(m, a.at, a.n);
    mutate_add(m, b.at + b.n, n - (size_t)(b.at - text) - b.n);
}

static void mutate_wrap(struct mutation *m, const char *text, size_t n, struct part part) {
    const char *frame = mutate_frames[mutate_pick(m, sizeof mutate_frames / sizeof *mutate_frames)];
    mutate_add(m, text, (size_t)(part.at - text));
    for (; *frame != '\0'; frame++)
        if (*frame == '%')
            mutate_add(m, part.at, part.n);
        else
            mutate_add(m, frame, 1);
    mutate_add(m, part.at + part.n, n - (size_t)(part.at - text) - part.n);
}

/* Every token that is spelled like `part` becomes another; with_chance: only some of them. */
static void mutate_rename(struct mutation *m, const char *text, size_t n, const struct parts *parts,
                          struct part part, struct part by, bool with_chance) {
    const char *from = text;
    for (size_t i = 0; i < parts->n; i++) {
        struct part p = parts->at[i];
        if (p.at < from || p.n != part.n || memcmp(p.at, part.at, p.n) != 0 ||
            (with_chance && mutate_pick(m, 2)))
            continue;
        mutate_add(m, from, (size_t)(p.at - from));
        mutate_add(m, by.at, by.n);
        from = p.at + p.n;
    }
    mutate_add(m, from, (size_t)(text + n - from));
}

static void mutate_text(struct mutation *m, const char *text, size_t n, const struct parts *parts) {
    struct part a = parts->at[mutate_pick(m, parts->n)];
    struct part b = parts->at[mutate_pick(m, parts->n)];
    const char *word = mutate_words[mutate_pick(m, sizeof mutate_words / sizeof *mutate_words)];
    switch (mutate_pick(m, 9)) {
    case 0:
        mutate_replace(m, text, n, a, b.at, b.n);
        break;
    case 1:
        mutate_replace(m, text, n, a, "", 0);
        break;
    case 2:
        mutate_replace(m, text, n, (struct part){a.at, 0}, a.at, a.n);
        break;
    case 3:
        mutate_replace(m, text, n, (struct part){a.at, 0}, b.at, b.n);
        break;
    case 4:
        mutate_swap(m, text, n, a, b);
        break;
    case 5:
        mutate_wrap(m, text, n, a);
        break;
    case 6:
        mutate_replace(m, text, n, a, word, strlen(word));
        break;
    case 7:
        mutate_rename(m, text, n, parts, a, b, false);
        break;
    default:
        mutate_rename(m, text, n, parts, a, b, true);
        break;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t max, unsigned seed) {
    static struct parts parts;
    struct mutation m = {.random = seed, .max = max};
    unsigned rounds = 1 + mutate_pick(&m, 3);
    for (unsigned i = 0; i < rounds && n > 0; i++) {
        mutate_find_parts((const char *)data, n, &parts);
        if (parts.n == 0)
            break;
        m.out = malloc(max);
        m.n = 0;
        mutate_text(&m, (const char *)data, n, &parts);
        memcpy(data, m.out, m.n);
        n = m.n;
        free(m.out);
    }
    return n == 0 || mutate_pick(&m, 4) == 0 ? LLVMFuzzerMutate(data, n, max) : n;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t n_a, const uint8_t *b, size_t n_b,
                                 uint8_t *out, size_t max, unsigned seed) {
    static struct parts parts;
    struct mutation m = {.random = seed, .out = (char *)out, .max = max};
    mutate_find_parts((const char *)b, n_b, &parts);
    struct part part = parts.n == 0 ? (struct part){"", 0} : parts.at[mutate_pick(&m, parts.n)];
    mutate_find_parts((const char *)a, n_a, &parts);
    if (parts.n == 0)
        mutate_add(&m, (const char *)a, n_a);
    else {
        struct part place = parts.at[mutate_pick(&m, parts.n)];
        if (mutate_pick(&m, 2))
            place.n = 0;
        mutate_replace(&m, (const char *)a, n_a, place, part.at, part.n);
    }
    return m.n;
}

#endif
