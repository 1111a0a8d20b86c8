/*
 * From languages back to terms: re.* operators over what the nodes are made of.
 * Characters in a row become words again.
 */
#include "base/die.h"
#include "eval/regex_int.h"
#include "term/check.h"

enum { UNROLLED_MAX = 64 }; /* the same character in a row, as part of a word */

struct writing {
    struct term_table *terms;
    struct value_table *values;
    struct value_map known; /* from regexes to terms */
    value_vec stack;
};

static term apply(struct writing *w, enum op op, const uint32_t *indices, uint32_t n_indices,
                  term *args, uint32_t n_args) {
    struct check check;
    term t = check_one_op(w->terms, op, indices, n_indices, 0, args, n_args, &check);
    REQUIRE(t != 0);
    return t;
}

static term apply_one(struct writing *w, enum op op, term arg) {
    return apply(w, op, NULL, 0, &arg, 1);
}

static term text_term(struct writing *w, const uint32_t *code_points, size_t n) {
    struct strbuf text = {0};
    literal_from_code_points(code_points, n, &text);
    symbol s = symbol_intern(&w->terms->symbols, text.at, text.n);
    strbuf_free(&text);
    return term_make(w->terms, OP_STRING, s, SORT_STRING, NULL, 0);
}

static term word_term(struct writing *w, const uint32_t *code_points, size_t n) {
    return apply_one(w, OP_STR_TO_RE, text_term(w, code_points, n));
}

/* ---- sets of characters ---- */

static term range_term(struct writing *w, uint64_t range) {
    uint32_t low = range_low(range), high = range_high(range);
    if (low == high)
        return word_term(w, &low, 1);
    if (low == 0 && high == CODE_POINT_MAX)
        return apply(w, OP_RE_ALLCHAR, NULL, 0, NULL, 0);
    term ends[2] = {text_term(w, &low, 1), text_term(w, &high, 1)};
    return apply(w, OP_RE_RANGE, NULL, 0, ends, 2);
}

static term class_term(struct writing *w, value a) {
    uint32_t n;
    const uint64_t *ranges = value_items(w->values, a, &n);
    if (n == 0)
        return apply(w, OP_RE_NONE, NULL, 0, NULL, 0);
    if (n == 1)
        return range_term(w, ranges[0]);
    VEC(term) terms = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&terms, range_term(w, ranges[i]));
    term t = apply(w, OP_RE_UNION, NULL, 0, terms.at, n);
    vec_free(&terms);
    return t;
}

/* ---- loops ---- */

static term loop_term(struct writing *w, value a) {
    const uint64_t *words = regex_words(w->values, a);
    uint32_t min = range_low(words[1]), max = range_high(words[1]);
    if (regex_has(w->values, a, REGEX_IS_ALL))
        return apply(w, OP_RE_ALL, NULL, 0, NULL, 0);
    term body = (term)value_map_find(&w->known, words[0]);
    if (min == 0 && max == 1)
        return apply_one(w, OP_RE_OPT, body);
    if (max == REGEX_NO_MAX) {
        if (min == 0)
            return apply_one(w, OP_RE_STAR, body);
        if (min == 1)
            return apply_one(w, OP_RE_PLUS, body);
        term parts[2] = {apply(w, OP_RE_POW, &min, 1, &body, 1), apply_one(w, OP_RE_STAR, body)};
        return apply(w, OP_RE_CONCAT, NULL, 0, parts, 2);
    }
    if (min == max)
        return apply(w, OP_RE_POW, &min, 1, &body, 1);
    uint32_t indices[2] = {min, max};
    return apply(w, OP_RE_LOOP, indices, 2, &body, 1);
}

/* ---- concatenations ---- */

/* Is it one character, some times? Then it can be part of a word. */
static bool is_letters(const struct value_table *values, value a, uint32_t *c, uint32_t *times) {
    *times = 1;
    if (regex_kind(values, a) == REGEX_LOOP) {
        const uint64_t *words = regex_words(values, a);
        *times = range_low(words[1]);
        if (*times != range_high(words[1]) || *times > UNROLLED_MAX)
            return false;
        a = words[0];
    }
    if (regex_kind(values, a) != REGEX_CLASS || value_at(values, a)->n != 1)
        return false;
    *c = range_low(regex_words(values, a)[0]);
    return *c == range_high(regex_words(values, a)[0]);
}

static term concat_term(struct writing *w, const value_vec *factors) {
    VEC(term) terms = {0};
    u32_vec word = {0};
    for (size_t i = 0; i <= factors->n; i++) {
        uint32_t c, times;
        bool letters = i < factors->n && is_letters(w->values, factors->at[i], &c, &times);
        if (!letters && word.n > 0) {
            vec_push(&terms, word_term(w, word.at, word.n));
            vec_clear(&word);
        }
        if (letters)
            while (times-- > 0)
                vec_push(&word, c);
        else if (i < factors->n)
            vec_push(&terms, (term)value_map_find(&w->known, factors->at[i]));
    }
    term t =
        terms.n == 1 ? terms.at[0] : apply(w, OP_RE_CONCAT, NULL, 0, terms.at, (uint32_t)terms.n);
    vec_free(&terms);
    vec_free(&word);
    return t;
}

/* ---- all of it ---- */

static term node_term(struct writing *w, value a, const value_vec *operands) {
    enum regex_kind kind = regex_kind(w->values, a);
    if (kind == REGEX_CLASS)
        return class_term(w, a);
    if (kind == REGEX_EMPTY)
        return word_term(w, NULL, 0);
    if (kind == REGEX_LOOP)
        return loop_term(w, a);
    if (kind == REGEX_CONCAT)
        return concat_term(w, operands);
    VEC(term) terms = {0};
    for (size_t i = 0; i < operands->n; i++)
        vec_push(&terms, (term)value_map_find(&w->known, operands->at[i]));
    enum op op = kind == REGEX_UNION ? OP_RE_UNION : kind == REGEX_INTER ? OP_RE_INTER : OP_RE_COMP;
    term t = apply(w, op, NULL, 0, terms.at, (uint32_t)terms.n);
    vec_free(&terms);
    return t;
}

term regex_to_term(struct eval *eval, value a) {
    struct writing w = {.terms = eval_terms(eval), .values = eval_values(eval)};
    value_vec operands = {0};
    vec_push(&w.stack, a);
    while (w.stack.n > 0) {
        value top = vec_top(&w.stack);
        size_t before = w.stack.n;
        if (value_map_find(&w.known, top) == 0) {
            vec_clear(&operands);
            regex_operands(w.values, top, &operands);
            for (size_t i = 0; i < operands.n; i++)
                if (value_map_find(&w.known, operands.at[i]) == 0)
                    vec_push(&w.stack, operands.at[i]);
            if (w.stack.n > before)
                continue;
            value_map_add(&w.known, top, node_term(&w, top, &operands));
        }
        w.stack.n--;
    }
    term t = (term)value_map_find(&w.known, a);
    value_map_free(&w.known);
    vec_free(&w.stack);
    vec_free(&operands);
    return t;
}
