#include "gen/edit_word.h"

#include <string.h>

#include "base/die.h"

typedef uint8_t table[EDIT_WORD_MAX + 1][EDIT_WORD_MAX + 1];

static uint8_t least(uint8_t a, uint8_t b, uint8_t c) {
    uint8_t m = a < b ? a : b;
    return m < c ? m : c;
}

/* d[i][k]: the distance of the first i letters of a and the first k of b. */
static void fill(const struct edit_word *a, const struct edit_word *b, table d) {
    for (size_t i = 0; i <= a->n; i++)
        for (size_t k = 0; k <= b->n; k++) {
            if (i == 0 || k == 0)
                d[i][k] = (uint8_t)(i + k);
            else
                d[i][k] = least((uint8_t)(d[i - 1][k] + 1), (uint8_t)(d[i][k - 1] + 1),
                                (uint8_t)(d[i - 1][k - 1] + (a->at[i - 1] != b->at[k - 1])));
        }
}

size_t edit_word_distance(const struct edit_word *a, const struct edit_word *b) {
    table d;
    fill(a, b, d);
    return d[a->n][b->n];
}

/*
 * From the ends of both words to their beginnings. What stands behind the places i and k is
 * done already: the word is a[0 .. i) b[k ..), so that an edit at i needs no other index.
 */
size_t edit_word_script(const struct edit_word *a, const struct edit_word *b, struct rng *rng,
                        struct edit_step *steps) {
    table d;
    size_t i = a->n, k = b->n, n = 0;
    fill(a, b, d);
    while (i > 0 || k > 0) {
        struct edit_step ways[4];
        size_t n_ways = 0;
        bool is_same = i > 0 && k > 0 && a->at[i - 1] == b->at[k - 1];
        if (is_same && d[i][k] == d[i - 1][k - 1]) {
            i--;
            k--;
            continue;
        }
        if (i > 0 && k > 0 && d[i][k] == d[i - 1][k - 1] + 1)
            ways[n_ways++] = (struct edit_step){EDIT_REPLACE, b->at[k - 1], i - 1};
        if (i > 0 && d[i][k] == d[i - 1][k] + 1)
            ways[n_ways++] = (struct edit_step){EDIT_REMOVE, 0, i - 1};
        if (k > 0 && d[i][k] == d[i][k - 1] + 1)
            ways[n_ways++] = (struct edit_step){EDIT_INSERT, b->at[k - 1], i};
        REQUIRE(n_ways > 0 && n < EDIT_WORD_MAX);
        steps[n] = ways[rng_below(rng, n_ways)];
        i -= steps[n].kind != EDIT_INSERT;
        k -= steps[n].kind != EDIT_REMOVE;
        n++;
    }
    return n;
}

void edit_word_apply(struct edit_word *word, const struct edit_step *step) {
    uint32_t *at = word->at + step->index;
    size_t behind = word->n - step->index;
    REQUIRE(step->kind == EDIT_INSERT ? step->index <= word->n && word->n < EDIT_WORD_MAX
                                      : step->index < word->n);
    switch (step->kind) {
    case EDIT_INSERT:
        memmove(at + 1, at, behind * sizeof *at);
        *at = step->letter;
        word->n++;
        break;
    case EDIT_REMOVE:
        memmove(at, at + 1, (behind - 1) * sizeof *at);
        word->n--;
        break;
    case EDIT_REPLACE:
        *at = step->letter;
    }
}

static void add_letter(uint32_t letter, struct strbuf *out) {
    if (letter == '"')
        strbuf_add_text(out, "\"\"");
    else if (letter >= ' ' && letter < 127 && letter != '\\')
        strbuf_add_char(out, (char)letter);
    else
        strbuf_printf(out, "\\u{%x}", letter);
}

void edit_word_print(const struct edit_word *word, struct strbuf *out) {
    strbuf_add_char(out, '"');
    for (size_t i = 0; i < word->n; i++)
        add_letter(word->at[i], out);
    strbuf_add_char(out, '"');
}

static uint32_t draw_letter(struct rng *rng, struct edit_alphabet alphabet) {
    return alphabet.at[rng_below(rng, alphabet.n)];
}

static void draw_word(struct rng *rng, struct edit_alphabet alphabet, size_t length,
                      struct edit_word *word) {
    word->n = length;
    for (size_t i = 0; i < length; i++)
        word->at[i] = draw_letter(rng, alphabet);
    if (alphabet.spelling != NULL && length >= alphabet.n_spelling && rng_chance(rng, 1, 2))
        memcpy(word->at + rng_below(rng, length - alphabet.n_spelling + 1), alphabet.spelling,
               alphabet.n_spelling * sizeof *alphabet.spelling);
}

/* Any edit; short words only grow. */
static void edit_somehow(struct rng *rng, struct edit_alphabet alphabet, struct edit_word *word) {
    struct edit_step step = {.kind = (enum edit_kind)rng_below(rng, 3),
                             .letter = draw_letter(rng, alphabet)};
    if (word->n == 0)
        step.kind = EDIT_INSERT;
    else if (word->n >= EDIT_WORD_MAX / 2 && step.kind == EDIT_INSERT)
        step.kind = EDIT_REPLACE;
    step.index = rng_below(rng, word->n + (step.kind == EDIT_INSERT));
    edit_word_apply(word, &step);
}

/* One edit moves the distance by one at most: it gets there, or is appended where words are short. */
void edit_word_draw(struct rng *rng, struct edit_alphabet alphabet, size_t length, size_t distance,
                    struct edit_word *a, struct edit_word *b) {
    enum { TRIES = 200 };
    REQUIRE(length <= EDIT_WORD_MAX / 2 && distance <= EDIT_WORD_MAX / 2 && alphabet.n >= 2);
    draw_word(rng, alphabet, length, a);
    *b = *a;
    for (unsigned i = 0; i < TRIES; i++) {
        size_t is = edit_word_distance(a, b);
        if (is == distance)
            return;
        if (is > distance)
            *b = *a;
        edit_somehow(rng, alphabet, b);
    }
    *b = *a; /* letters behind the word: each is an edit */
    while (b->n < a->n + distance && b->n < EDIT_WORD_MAX)
        b->at[b->n++] = draw_letter(rng, alphabet);
    if (b->n != a->n + distance)
        BUG("no two words have this distance");
}
