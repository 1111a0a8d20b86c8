/*
 * languages.h - languages as the standard defines them, as sets of words: all
 * words of up to five letters over a, b and c are listed, and each operator is
 * its definition, word by word. What regexes are compared with.
 */
#ifndef MOMUS_TEST_LANGUAGES_H
#define MOMUS_TEST_LANGUAGES_H

#include "testing.h"

#include "eval/eval.h"
#include "eval/regex.h"

enum { LETTERS = 3, LONGEST = 5, N_WORDS = 1 + 3 + 9 + 27 + 81 + 243 };

/* Of each length: how many there are, and the number of the first. */
static const uint32_t n_of_length[LONGEST + 1] = {1, 3, 9, 27, 81, 243};
static const uint32_t first_of_length[LONGEST + 1] = {0, 1, 4, 13, 40, 121};

struct word {
    uint32_t at[LONGEST];
    uint32_t n;
};

struct language {
    bool has[N_WORDS];
};

static inline uint32_t length_of(uint32_t number) {
    uint32_t n = 0;
    while (n < LONGEST && number >= first_of_length[n + 1])
        n++;
    return n;
}

static inline struct word word_of(uint32_t number) {
    struct word w = {.n = length_of(number)};
    uint32_t code = number - first_of_length[w.n];
    for (uint32_t i = w.n; i > 0; i--, code /= LETTERS)
        w.at[i - 1] = 'a' + code % LETTERS;
    return w;
}

static inline uint32_t number_of(const uint32_t *at, uint32_t n) {
    uint32_t code = 0;
    for (uint32_t i = 0; i < n; i++)
        code = code * LETTERS + (at[i] - 'a');
    return first_of_length[n] + code;
}

static inline struct language language_of_word(const uint32_t *at, uint32_t n) {
    struct language l = {0};
    for (uint32_t i = 0; i < n; i++)
        if (at[i] < 'a' || at[i] > 'c')
            return l;
    if (n <= LONGEST)
        l.has[number_of(at, n)] = true;
    return l;
}

static inline struct language language_range(uint32_t low, uint32_t high) {
    struct language l = {0};
    for (uint32_t c = 'a'; c <= 'c'; c++)
        l.has[number_of(&c, 1)] = low <= c && c <= high;
    return l;
}

/* Each word, cut in two in every way; filled in at the first use. */
static inline const uint32_t (*cuts_of(uint32_t number))[2] {
    static uint32_t cuts[N_WORDS][LONGEST + 1][2];
    static bool filled;
    for (uint32_t i = 0; i < N_WORDS && !filled; i++) {
        struct word w = word_of(i);
        for (uint32_t cut = 0; cut <= w.n; cut++) {
            cuts[i][cut][0] = number_of(w.at, cut);
            cuts[i][cut][1] = number_of(w.at + cut, w.n - cut);
        }
    }
    filled = true;
    return cuts[number];
}

static inline struct language language_concat(const struct language *a, const struct language *b) {
    struct language l = {0};
    for (uint32_t i = 0; i < N_WORDS; i++) {
        const uint32_t(*cuts)[2] = cuts_of(i);
        for (uint32_t cut = 0; cut <= length_of(i); cut++)
            l.has[i] |= a->has[cuts[cut][0]] && b->has[cuts[cut][1]];
    }
    return l;
}

static inline struct language language_union(const struct language *a, const struct language *b) {
    struct language l;
    for (uint32_t i = 0; i < N_WORDS; i++)
        l.has[i] = a->has[i] || b->has[i];
    return l;
}

static inline struct language language_inter(const struct language *a, const struct language *b) {
    struct language l;
    for (uint32_t i = 0; i < N_WORDS; i++)
        l.has[i] = a->has[i] && b->has[i];
    return l;
}

static inline struct language language_comp(const struct language *a) {
    struct language l;
    for (uint32_t i = 0; i < N_WORDS; i++)
        l.has[i] = !a->has[i];
    return l;
}

/* Powers from min to max; REGEX_NO_MAX: the powers of a beyond min + LONGEST add nothing short. */
static inline struct language language_loop(const struct language *a, uint32_t min, uint32_t max) {
    struct language sum = {0}, power = language_of_word(NULL, 0);
    if (max == REGEX_NO_MAX)
        max = min + LONGEST;
    for (uint32_t i = 0; i <= max; i++) {
        if (i >= min)
            sum = language_union(&sum, &power);
        power = language_concat(a, &power);
    }
    return sum;
}

static inline struct language language_reverse(const struct language *a) {
    struct language l;
    for (uint32_t i = 0; i < N_WORDS; i++) {
        struct word w = word_of(i), reversed = {.n = w.n};
        for (uint32_t j = 0; j < w.n; j++)
            reversed.at[j] = w.at[w.n - 1 - j];
        l.has[number_of(reversed.at, w.n)] = a->has[i];
    }
    return l;
}

/* The same language twice: as a regex, and as a set. */
struct both {
    value regex;
    struct language set;
};

static inline struct both random_leaf(struct value_table *values, struct rng *rng) {
    uint32_t word[3];
    uint32_t n = (uint32_t)rng_below(rng, 4);
    for (uint32_t i = 0; i < n; i++)
        word[i] = 'a' + (uint32_t)rng_below(rng, LETTERS);
    uint32_t low = 'a' + (uint32_t)rng_below(rng, LETTERS);
    uint32_t high = 'a' + (uint32_t)rng_below(rng, LETTERS);
    switch (rng_below(rng, 8)) {
    case 0:
        return (struct both){regex_none(values), {{0}}};
    case 1: {
        struct language nothing = {0};
        return (struct both){regex_all(values), language_comp(&nothing)};
    }
    case 2:
        return (struct both){regex_allchar(values), language_range(0, UINT32_MAX)};
    case 3:
        return (struct both){regex_range(values, low, 'z'), language_range(low, 'z')};
    case 4:
        return (struct both){regex_range(values, low, high), language_range(low, high)};
    default:
        return (struct both){regex_word(values, word, n), language_of_word(word, n)};
    }
}

/* The depth is at most `depth`. */
static inline struct both random_both(struct value_table *values, struct rng *rng, uint32_t depth) {
    if (depth == 0 || rng_chance(rng, 1, 6))
        return random_leaf(values, rng);
    struct both a = random_both(values, rng, depth - 1), b;
    uint32_t min = (uint32_t)rng_below(rng, 5), max = (uint32_t)rng_below(rng, 6);
    switch (rng_below(rng, 11)) {
    case 0:
    case 1:
    case 2:
        b = random_both(values, rng, depth - 1);
        return (struct both){regex_concat(values, a.regex, b.regex),
                             language_concat(&a.set, &b.set)};
    case 3:
    case 4:
        b = random_both(values, rng, depth - 1);
        return (struct both){regex_union(values, a.regex, b.regex), language_union(&a.set, &b.set)};
    case 5:
        b = random_both(values, rng, depth - 1);
        return (struct both){regex_inter(values, a.regex, b.regex), language_inter(&a.set, &b.set)};
    case 6:
        return (struct both){regex_comp(values, a.regex), language_comp(&a.set)};
    case 7:
        return (struct both){regex_star(values, a.regex), language_loop(&a.set, 0, REGEX_NO_MAX)};
    case 8:
        return (struct both){regex_loop(values, a.regex, min, REGEX_NO_MAX),
                             language_loop(&a.set, min, REGEX_NO_MAX)};
    case 9:
        return (struct both){regex_reverse(values, a.regex), language_reverse(&a.set)};
    default:
        return (struct both){regex_loop(values, a.regex, min, max),
                             language_loop(&a.set, min, max)};
    }
}

#endif
