/*
 * Strings and regular languages, as the theory UnicodeStrings says. Every
 * function is total: what makes no sense gives the empty word, -1 or the empty
 * language.
 */
#include "eval/meaning.h"
#include "eval/regex.h"
#include "eval/text.h"
#include "lang/literal.h"

enum { TEXT_MAX = UINT32_MAX / 2 }; /* characters */

/* ---- arguments and results ---- */

static struct text text_arg(struct eval *eval, const struct application *a, uint32_t i) {
    struct text text;
    text.at = value_text(eval_values(eval), a->args[i], &text.n);
    return text;
}

/* Positions beyond an int64_t are beyond every word: the nearest number does. */
static int64_t position_arg(struct eval *eval, const struct application *a, uint32_t i) {
    int64_t number;
    if (value_to_int64(eval_values(eval), a->args[i], &number))
        return number;
    return value_sign(eval_values(eval), a->args[i]) < 0 ? INT64_MIN : INT64_MAX;
}

static value empty_text(struct eval *eval) {
    return value_of_text(eval_values(eval), NULL, 0);
}

static value part_of(struct eval *eval, struct text text, uint32_t from, uint32_t n) {
    if (!eval_may_make(eval, n / 2 + 1))
        return VALUE_LIMIT;
    return value_of_text(eval_values(eval), text.at + from, n);
}

/* May it be made? Time is charged as well: a step for some hundred characters. */
static bool may_make_text(struct eval *eval, uint64_t n) {
    return n <= TEXT_MAX && eval_may_make(eval, n / 2 + 1) && eval_spend(eval, n / 256);
}

static void add_text(u32_vec *out, struct text text) {
    size_t n = out->n;
    vec_extend(out, text.n);
    if (text.n > 0)
        memcpy(out->at + n, text.at, text.n * sizeof *text.at);
}

static void add_part(u32_vec *out, struct text text, uint32_t from, uint32_t to) {
    if (from < to)
        add_text(out, (struct text){text.at + from, to - from});
}

static value take_text(struct eval *eval, u32_vec *out) {
    value v = value_of_text(eval_values(eval), out->at, (uint32_t)out->n);
    vec_free(out);
    return v;
}

static value position(uint32_t found) {
    return value_of_small(found == TEXT_NOT_FOUND ? -1 : (int64_t)found);
}

/* ---- words ---- */

static value str_concat(struct eval *eval, const struct application *a) {
    uint64_t n = 0;
    for (uint32_t i = 0; i < a->n; i++)
        n += text_arg(eval, a, i).n;
    if (!may_make_text(eval, n))
        return VALUE_LIMIT;
    u32_vec out = {0};
    for (uint32_t i = 0; i < a->n; i++)
        add_text(&out, text_arg(eval, a, i));
    return take_text(eval, &out);
}

static value str_len(struct eval *eval, const struct application *a) {
    return value_of_small(text_arg(eval, a, 0).n);
}

static value str_lt(struct eval *eval, const struct application *a) {
    return value_of_bool(text_compare(text_arg(eval, a, 0), text_arg(eval, a, 1)) < 0);
}

static value str_le(struct eval *eval, const struct application *a) {
    return value_of_bool(text_compare(text_arg(eval, a, 0), text_arg(eval, a, 1)) <= 0);
}

static value substr(struct eval *eval, struct text w, int64_t m, int64_t n) {
    if (m < 0 || m >= w.n || n <= 0)
        return empty_text(eval);
    return part_of(eval, w, (uint32_t)m, n < w.n - m ? (uint32_t)n : w.n - (uint32_t)m);
}

static value str_substr(struct eval *eval, const struct application *a) {
    return substr(eval, text_arg(eval, a, 0), position_arg(eval, a, 1), position_arg(eval, a, 2));
}

static value str_at(struct eval *eval, const struct application *a) {
    return substr(eval, text_arg(eval, a, 0), position_arg(eval, a, 1), 1);
}

static value str_prefixof(struct eval *eval, const struct application *a) {
    return value_of_bool(text_has_at(text_arg(eval, a, 1), text_arg(eval, a, 0), 0));
}

static value str_suffixof(struct eval *eval, const struct application *a) {
    struct text suffix = text_arg(eval, a, 0), w = text_arg(eval, a, 1);
    return value_of_bool(suffix.n <= w.n && text_has_at(w, suffix, w.n - suffix.n));
}

/* ---- searching ---- */

static bool may_search(struct eval *eval, struct text w, struct text pattern) {
    return eval_spend(eval, ((uint64_t)w.n + pattern.n) / 256);
}

/* The first position of the pattern at or after `from`, or TEXT_NOT_FOUND. */
static uint32_t find(struct text w, struct text pattern, uint32_t from) {
    if (pattern.n > w.n - from)
        return TEXT_NOT_FOUND;
    struct text_finder finder;
    text_finder_init(&finder, pattern);
    uint32_t found = text_find(&finder, w, from);
    text_finder_release(&finder);
    return found;
}

static value str_contains(struct eval *eval, const struct application *a) {
    struct text w = text_arg(eval, a, 0), pattern = text_arg(eval, a, 1);
    if (!may_search(eval, w, pattern))
        return VALUE_LIMIT;
    return value_of_bool(find(w, pattern, 0) != TEXT_NOT_FOUND);
}

static value indexof(struct eval *eval, struct text w, struct text pattern, int64_t from) {
    if (from < 0 || from > w.n)
        return value_of_small(-1);
    if (!may_search(eval, w, pattern))
        return VALUE_LIMIT;
    return position(find(w, pattern, (uint32_t)from));
}

static value str_indexof(struct eval *eval, const struct application *a) {
    return indexof(eval, text_arg(eval, a, 0), text_arg(eval, a, 1), position_arg(eval, a, 2));
}

static value str_indexof_0(struct eval *eval, const struct application *a) {
    return indexof(eval, text_arg(eval, a, 0), text_arg(eval, a, 1), 0);
}

static value str_last_indexof(struct eval *eval, const struct application *a) {
    struct text w = text_arg(eval, a, 0), pattern = text_arg(eval, a, 1);
    if (!may_search(eval, w, pattern))
        return VALUE_LIMIT;
    if (pattern.n > w.n)
        return value_of_small(-1);
    struct text_finder finder;
    text_finder_init(&finder, pattern);
    uint32_t found = text_find_last(&finder, w);
    text_finder_release(&finder);
    return position(found);
}

/* ---- replacing ---- */

/* The word with what is from `begin` up to `end` replaced. */
static value replace_part(struct eval *eval, struct text w, uint32_t begin, uint32_t end,
                          struct text by) {
    if (!may_make_text(eval, (uint64_t)w.n - (end - begin) + by.n))
        return VALUE_LIMIT;
    u32_vec out = {0};
    add_part(&out, w, 0, begin);
    add_text(&out, by);
    add_part(&out, w, end, w.n);
    return take_text(eval, &out);
}

static value str_replace(struct eval *eval, const struct application *a) {
    struct text w = text_arg(eval, a, 0), pattern = text_arg(eval, a, 1);
    if (!may_search(eval, w, pattern))
        return VALUE_LIMIT;
    uint32_t found = find(w, pattern, 0);
    if (found == TEXT_NOT_FOUND)
        return a->args[0];
    return replace_part(eval, w, found, found + pattern.n, text_arg(eval, a, 2));
}

/* The word with all that was found, in ascending order, replaced. */
static value replace_found(struct eval *eval, struct text w, const regex_found_vec *found,
                           struct text by) {
    uint64_t n = w.n;
    for (size_t i = 0; i < found->n; i++)
        n += (uint64_t)by.n - (found->at[i].end - found->at[i].begin);
    if (!may_make_text(eval, n))
        return VALUE_LIMIT;
    u32_vec out = {0};
    vec_reserve(&out, n);
    uint32_t done = 0;
    for (size_t i = 0; i < found->n; i++) {
        add_part(&out, w, done, found->at[i].begin);
        add_text(&out, by);
        done = found->at[i].end;
    }
    add_part(&out, w, done, w.n);
    return take_text(eval, &out);
}

static value str_replace_all(struct eval *eval, const struct application *a) {
    struct text w = text_arg(eval, a, 0), pattern = text_arg(eval, a, 1);
    if (pattern.n == 0 || pattern.n > w.n)
        return a->args[0];
    if (!may_search(eval, w, pattern))
        return VALUE_LIMIT;
    regex_found_vec found = {0};
    struct text_finder finder;
    text_finder_init(&finder, pattern);
    for (uint32_t at = text_find(&finder, w, 0); at != TEXT_NOT_FOUND;
         at = text_find(&finder, w, at + pattern.n))
        vec_push(&found, ((struct regex_found){at, at + pattern.n}));
    text_finder_release(&finder);
    value result = replace_found(eval, w, &found, text_arg(eval, a, 2));
    vec_free(&found);
    return result;
}

static value str_replace_re(struct eval *eval, const struct application *a) {
    struct text w = text_arg(eval, a, 0);
    uint32_t begin, end;
    value found = regex_find(eval, a->args[1], w.at, w.n, 0, false, &begin, &end);
    if (found == VALUE_FALSE)
        return a->args[0];
    if (found != VALUE_TRUE)
        return found;
    return replace_part(eval, w, begin, end, text_arg(eval, a, 2));
}

static value str_replace_re_all(struct eval *eval, const struct application *a) {
    struct text w = text_arg(eval, a, 0);
    regex_found_vec found = {0};
    value result = regex_find_all(eval, a->args[1], w.at, w.n, &found);
    if (result == VALUE_TRUE)
        result = replace_found(eval, w, &found, text_arg(eval, a, 2));
    vec_free(&found);
    return result;
}

static value str_indexof_re(struct eval *eval, const struct application *a) {
    struct text w = text_arg(eval, a, 0);
    int64_t from = position_arg(eval, a, 2);
    if (from < 0 || from > w.n)
        return value_of_small(-1);
    uint32_t begin;
    value found = regex_find_begin(eval, a->args[1], w.at, w.n, (uint32_t)from, false, &begin);
    if (found == VALUE_LIMIT)
        return found;
    return position(found == VALUE_TRUE ? begin : TEXT_NOT_FOUND);
}

/* ---- character by character ---- */

static value str_update(struct eval *eval, const struct application *a) {
    struct text w = text_arg(eval, a, 0), by = text_arg(eval, a, 2);
    int64_t from = position_arg(eval, a, 1);
    if (from < 0 || from >= w.n)
        return a->args[0];
    uint32_t begin = (uint32_t)from, room = w.n - begin;
    by.n = by.n < room ? by.n : room;
    return replace_part(eval, w, begin, begin + by.n, by);
}

static value str_rev(struct eval *eval, const struct application *a) {
    struct text w = text_arg(eval, a, 0);
    if (!may_make_text(eval, w.n))
        return VALUE_LIMIT;
    u32_vec out = {0};
    for (uint32_t i = w.n; i > 0; i--)
        vec_push(&out, w.at[i - 1]);
    return take_text(eval, &out);
}

/* Characters from `first` on, 26 of them, become those from `to` on. */
static value change_letters(struct eval *eval, struct text w, uint32_t first, uint32_t to) {
    if (!may_make_text(eval, w.n))
        return VALUE_LIMIT;
    u32_vec out = {0};
    add_text(&out, w);
    for (size_t i = 0; i < out.n; i++)
        if (out.at[i] >= first && out.at[i] < first + 26)
            out.at[i] = out.at[i] - first + to;
    return take_text(eval, &out);
}

static value str_to_lower(struct eval *eval, const struct application *a) {
    return change_letters(eval, text_arg(eval, a, 0), 'A', 'a');
}

static value str_to_upper(struct eval *eval, const struct application *a) {
    return change_letters(eval, text_arg(eval, a, 0), 'a', 'A');
}

/* ---- characters and numbers ---- */

static bool is_digit(uint32_t c) {
    return c >= '0' && c <= '9';
}

static value str_is_digit(struct eval *eval, const struct application *a) {
    struct text w = text_arg(eval, a, 0);
    return value_of_bool(w.n == 1 && is_digit(w.at[0]));
}

static value str_to_code(struct eval *eval, const struct application *a) {
    struct text w = text_arg(eval, a, 0);
    return value_of_small(w.n == 1 ? (int64_t)w.at[0] : -1);
}

static value str_from_code(struct eval *eval, const struct application *a) {
    int64_t code = position_arg(eval, a, 0);
    uint32_t c = (uint32_t)code;
    return value_of_text(eval_values(eval), &c, code >= 0 && code <= CODE_POINT_MAX);
}

/* Decimal conversion takes more than linear time: it is charged for more. */
static bool may_convert(struct eval *eval, uint64_t n_digits) {
    return eval_may_make(eval, n_digits / 2 + 1) && eval_spend(eval, n_digits / 16);
}

static value str_to_int(struct eval *eval, const struct application *a) {
    struct text w = text_arg(eval, a, 0);
    for (uint32_t i = 0; i < w.n; i++)
        if (!is_digit(w.at[i]))
            return value_of_small(-1);
    if (w.n == 0)
        return value_of_small(-1);
    if (!may_convert(eval, w.n))
        return VALUE_LIMIT;
    char *digits = mem_alloc((size_t)w.n + 1);
    for (uint32_t i = 0; i < w.n; i++)
        digits[i] = (char)w.at[i];
    digits[w.n] = '\0';
    mpz_t number;
    mpz_init_set_str(number, digits, 10);
    mem_free(digits);
    value v = value_of_mpz(eval_values(eval), number);
    mpz_clear(number);
    return v;
}

/* The number in decimal, with a minus sign if it is negative. */
static value decimal(struct eval *eval, mpz_srcptr number) {
    size_t n = mpz_sizeinbase(number, 10) + 2;
    if (n > TEXT_MAX || !may_convert(eval, n))
        return VALUE_LIMIT;
    char *digits = mem_alloc(n);
    mpz_get_str(digits, 10, number);
    u32_vec out = {0};
    for (const char *c = digits; *c != '\0'; c++)
        vec_push(&out, (uint32_t)*c);
    mem_free(digits);
    return take_text(eval, &out);
}

static value str_from_int(struct eval *eval, const struct application *a) {
    struct number_room room;
    if (value_sign(eval_values(eval), a->args[0]) < 0)
        return empty_text(eval);
    return decimal(eval, value_mpz(eval_values(eval), a->args[0], &room));
}

static value str_from_ubv(struct eval *eval, const struct application *a) {
    struct number_room room;
    return decimal(eval, value_mpz(eval_values(eval), a->args[0], &room));
}

static value str_from_sbv(struct eval *eval, const struct application *a) {
    struct number_room room;
    mpz_srcptr bits = value_mpz(eval_values(eval), a->args[0], &room);
    uint32_t width = sort_at(&eval_terms(eval)->sorts, a->sorts[0])->indices[0];
    if (mpz_tstbit(bits, width - 1) == 0)
        return decimal(eval, bits);
    mpz_t number;
    mpz_init(number);
    mpz_setbit(number, width);
    mpz_sub(number, bits, number);
    value v = decimal(eval, number);
    mpz_clear(number);
    return v;
}

/* ---- languages ---- */

static value str_to_re(struct eval *eval, const struct application *a) {
    struct text w = text_arg(eval, a, 0);
    if (!eval_may_make(eval, 3 * (uint64_t)w.n) || !eval_spend(eval, w.n / 8))
        return VALUE_LIMIT;
    return regex_word(eval_values(eval), w.at, w.n);
}

static value str_in_re(struct eval *eval, const struct application *a) {
    struct text w = text_arg(eval, a, 0);
    return regex_matches(eval, a->args[1], w.at, w.n);
}

static value re_none(struct eval *eval, const struct application *a) {
    (void)a;
    return regex_none(eval_values(eval));
}

static value re_all(struct eval *eval, const struct application *a) {
    (void)a;
    return regex_all(eval_values(eval));
}

static value re_allchar(struct eval *eval, const struct application *a) {
    (void)a;
    return regex_allchar(eval_values(eval));
}

static value re_concat(struct eval *eval, const struct application *a) {
    value v = a->args[a->n - 1];
    for (uint32_t i = a->n - 1; i > 0; i--)
        v = regex_concat(eval_values(eval), a->args[i - 1], v);
    return v;
}

static value re_union(struct eval *eval, const struct application *a) {
    return regex_union_of(eval_values(eval), a->args, a->n);
}

static value re_inter(struct eval *eval, const struct application *a) {
    return regex_inter_of(eval_values(eval), a->args, a->n);
}

static value re_diff(struct eval *eval, const struct application *a) {
    struct value_table *values = eval_values(eval);
    return regex_inter(values, a->args[0], regex_comp(values, a->args[1]));
}

static value re_comp(struct eval *eval, const struct application *a) {
    return regex_comp(eval_values(eval), a->args[0]);
}

static value re_star(struct eval *eval, const struct application *a) {
    return regex_star(eval_values(eval), a->args[0]);
}

static value re_plus(struct eval *eval, const struct application *a) {
    return regex_loop(eval_values(eval), a->args[0], 1, REGEX_NO_MAX);
}

static value re_opt(struct eval *eval, const struct application *a) {
    return regex_loop(eval_values(eval), a->args[0], 0, 1);
}

static value re_range(struct eval *eval, const struct application *a) {
    struct text low = text_arg(eval, a, 0), high = text_arg(eval, a, 1);
    if (low.n != 1 || high.n != 1)
        return regex_none(eval_values(eval));
    return regex_range(eval_values(eval), low.at[0], high.at[0]);
}

static value re_reverse(struct eval *eval, const struct application *a) {
    return regex_reverse(eval_values(eval), a->args[0]);
}

/* Bounds that cannot be counted are too large. */
static value loop(struct eval *eval, value body, uint64_t min, uint64_t max) {
    if (min > max)
        return regex_none(eval_values(eval));
    if (max > REGEX_COUNT_MAX)
        return VALUE_LIMIT;
    return regex_loop(eval_values(eval), body, (uint32_t)min, (uint32_t)max);
}

static value loop_from(struct eval *eval, value body, uint64_t min) {
    if (min > REGEX_COUNT_MAX)
        return VALUE_LIMIT;
    return regex_loop(eval_values(eval), body, (uint32_t)min, REGEX_NO_MAX);
}

static value re_pow(struct eval *eval, const struct application *a) {
    return loop(eval, a->args[0], a->indices[0], a->indices[0]);
}

static value re_loop(struct eval *eval, const struct application *a) {
    return loop(eval, a->args[0], a->indices[0], a->indices[1]);
}

static value re_loop_min(struct eval *eval, const struct application *a) {
    return loop_from(eval, a->args[0], a->indices[0]);
}

/* The old forms asked for numerals; what a negative number should mean, nobody has said. */
static value re_loop_args(struct eval *eval, const struct application *a) {
    int64_t min = position_arg(eval, a, 1), max = position_arg(eval, a, 2);
    if (min < 0 || max < 0)
        return VALUE_UNSUPPORTED;
    if (value_compare(eval_values(eval), a->args[1], a->args[2]) > 0)
        return regex_none(eval_values(eval));
    return loop(eval, a->args[0], (uint64_t)min, (uint64_t)max);
}

static value re_loop_min_args(struct eval *eval, const struct application *a) {
    int64_t min = position_arg(eval, a, 1);
    if (min < 0)
        return VALUE_UNSUPPORTED;
    return loop_from(eval, a->args[0], (uint64_t)min);
}

/* ---- the table ---- */

/* clang-format off */
const struct meaning theory_strings[] = {
    {OP_STR_CONCAT,          MEANING_WHOLE, str_concat},
    {OP_STR_LEN,             0,             str_len},
    {OP_STR_LT,              0,             str_lt},
    {OP_STR_LE,              0,             str_le},
    {OP_STR_AT,              0,             str_at},
    {OP_STR_SUBSTR,          0,             str_substr},
    {OP_STR_PREFIXOF,        0,             str_prefixof},
    {OP_STR_SUFFIXOF,        0,             str_suffixof},
    {OP_STR_CONTAINS,        0,             str_contains},
    {OP_STR_INDEXOF,         0,             str_indexof},
    {OP_STR_REPLACE,         0,             str_replace},
    {OP_STR_REPLACE_ALL,     0,             str_replace_all},
    {OP_STR_REPLACE_RE,      0,             str_replace_re},
    {OP_STR_REPLACE_RE_ALL,  0,             str_replace_re_all},

    {OP_STR_IS_DIGIT,        0,             str_is_digit},
    {OP_STR_TO_CODE,         0,             str_to_code},
    {OP_STR_FROM_CODE,       0,             str_from_code},
    {OP_STR_TO_INT,          0,             str_to_int},
    {OP_STR_FROM_INT,        0,             str_from_int},

    {OP_STR_TO_RE,           0,             str_to_re},
    {OP_STR_IN_RE,           0,             str_in_re},
    {OP_RE_NONE,             0,             re_none},
    {OP_RE_ALL,              0,             re_all},
    {OP_RE_ALLCHAR,          0,             re_allchar},
    {OP_RE_CONCAT,           MEANING_WHOLE, re_concat},
    {OP_RE_UNION,            MEANING_WHOLE, re_union},
    {OP_RE_INTER,            MEANING_WHOLE, re_inter},
    {OP_RE_STAR,             0,             re_star},
    {OP_RE_COMP,             0,             re_comp},
    {OP_RE_DIFF,             0,             re_diff},
    {OP_RE_PLUS,             0,             re_plus},
    {OP_RE_OPT,              0,             re_opt},
    {OP_RE_RANGE,            0,             re_range},
    {OP_RE_POW,              0,             re_pow},
    {OP_RE_LOOP,             0,             re_loop},

    {OP_RE_LOOP_MIN,         0,             re_loop_min},
    {OP_RE_LOOP_ARGS,        0,             re_loop_args},
    {OP_RE_LOOP_MIN_ARGS,    0,             re_loop_min_args},
    {OP_RE_REVERSE,          0,             re_reverse},
    {OP_STR_INDEXOF_0,       0,             str_indexof_0},
    {OP_STR_LAST_INDEXOF,    0,             str_last_indexof},
    {OP_STR_INDEXOF_RE,      0,             str_indexof_re},
    {OP_STR_UPDATE,          0,             str_update},
    {OP_STR_REV,             0,             str_rev},
    {OP_STR_TO_LOWER,        0,             str_to_lower},
    {OP_STR_TO_UPPER,        0,             str_to_upper},
    {OP_STR_FROM_UBV,        0,             str_from_ubv},
    {OP_STR_FROM_SBV,        0,             str_from_sbv},
    {0, 0, NULL},
};
/* clang-format on */
