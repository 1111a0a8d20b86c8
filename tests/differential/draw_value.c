/* Values of every sort, as text. */
#include "draw.h"

#include <gmp.h>

#include "base/die.h"

uint32_t draw_below(struct drawer *d, uint32_t n) {
    return (uint32_t)rng_below(&d->rng, n);
}

static bool draw_one_in(struct drawer *d, uint32_t n) {
    return draw_below(d, n) == 0;
}

static void add_mpz(mpz_srcptr number, struct strbuf *out) {
    char digits[256];
    REQUIRE(gmp_snprintf(digits, sizeof digits, "%Zd", number) < (int)sizeof digits);
    strbuf_add_text(out, digits);
}

/* ---- numbers ---- */

/* A magnitude: mostly small, near a power of two, or with some thirty digits. */
static void draw_magnitude(struct drawer *d, mpz_ptr to) {
    static const uint32_t marks[] = {
        0,   1,   2,   9,   10,  47, 48,  57,  58,  64,   65,    90,      91,      96,      97,
        122, 123, 127, 128, 255, 99, 100, 256, 999, 1000, 65535, 0x2fffe, 0x2ffff, 0x30000, 196609};
    switch (d->small ? 10 : draw_below(d, 10)) {
    case 0:
    case 1:
        mpz_set_ui(to, marks[draw_below(d, sizeof marks / sizeof *marks)]);
        return;
    case 2:
        mpz_set_ui(to, 1);
        mpz_mul_2exp(to, to, draw_below(d, 71));
        if (draw_one_in(d, 2))
            mpz_add_ui(to, to, 1);
        else
            mpz_sub_ui(to, to, draw_below(d, 2));
        return;
    case 3:
        mpz_set_ui(to, draw_below(d, 100000));
        return;
    case 4:
        mpz_set_ui(to, draw_below(d, UINT32_MAX));
        for (uint32_t i = draw_below(d, 4); i > 0; i--) {
            mpz_mul_2exp(to, to, 24);
            mpz_add_ui(to, to, draw_below(d, 1 << 24));
        }
        return;
    default:
        mpz_set_ui(to, draw_below(d, draw_one_in(d, 3) ? 20 : 7));
    }
}

static void add_int(struct drawer *d, struct strbuf *out) {
    mpz_t n;
    mpz_init(n);
    draw_magnitude(d, n);
    bool negative = mpz_sgn(n) != 0 && draw_one_in(d, 3);
    if (negative)
        strbuf_add_text(out, "(- ");
    add_mpz(n, out);
    if (negative)
        strbuf_add_char(out, ')');
    mpz_clear(n);
}

static void add_real(struct drawer *d, struct strbuf *out) {
    mpz_t n;
    mpz_init(n);
    draw_magnitude(d, n);
    bool negative = draw_one_in(d, 3);
    if (negative)
        strbuf_add_text(out, "(- ");
    switch (draw_below(d, 3)) {
    case 0: /* (/ 2.0 7.0) */
        strbuf_add_text(out, "(/ ");
        add_mpz(n, out);
        draw_magnitude(d, n);
        if (mpz_sgn(n) == 0)
            mpz_set_ui(n, 3);
        strbuf_add_text(out, ".0 ");
        add_mpz(n, out);
        strbuf_add_text(out, ".0)");
        break;
    case 1:
        add_mpz(n, out);
        strbuf_printf(out, ".%u", draw_one_in(d, 2) ? 5 : draw_below(d, 10000));
        break;
    default:
        add_mpz(n, out);
        strbuf_add_text(out, ".0");
    }
    if (negative)
        strbuf_add_char(out, ')');
    mpz_clear(n);
}

/* ---- bits ---- */

static void add_number_bits(uint64_t number, uint32_t width, struct strbuf *out) {
    for (uint32_t i = width; i > 0; i--)
        strbuf_add_char(out, i <= 64 && (number >> (i - 1) & 1) != 0 ? '1' : '0');
}

/* Zeros and ones, without a prefix. */
static void add_bits(struct drawer *d, uint32_t width, struct strbuf *out) {
    uint32_t place = draw_below(d, width);
    switch (draw_below(d, 12)) {
    case 0:
        strbuf_add_repeat(out, '0', width);
        break;
    case 1:
        strbuf_add_repeat(out, '1', width);
        break;
    case 2: /* least signed */
        strbuf_add_char(out, '1');
        strbuf_add_repeat(out, '0', width - 1);
        break;
    case 3: /* greatest signed */
        strbuf_add_char(out, '0');
        strbuf_add_repeat(out, '1', width - 1);
        break;
    case 4: /* a power of two */
        strbuf_add_repeat(out, '0', place);
        strbuf_add_char(out, '1');
        strbuf_add_repeat(out, '0', width - place - 1);
        break;
    case 5: /* a power of two less one */
        strbuf_add_repeat(out, '0', place);
        strbuf_add_repeat(out, '1', width - place);
        break;
    case 6: /* minus a power of two */
        strbuf_add_repeat(out, '1', place);
        strbuf_add_repeat(out, '0', width - place);
        break;
    case 7:
    case 8: /* small, or about the width */
        add_number_bits(draw_one_in(d, 3) ? width - 1 + draw_below(d, 3) : draw_below(d, 8), width,
                        out);
        break;
    default:
        for (uint32_t i = 0; i < width; i++)
            strbuf_add_char(out, draw_one_in(d, 2) ? '1' : '0');
    }
}

static void add_exponent(struct drawer *d, uint32_t width, struct strbuf *out) {
    uint64_t bias = (UINT64_C(1) << (width - 1)) - 1, most = 2 * bias + 1;
    switch (draw_below(d, 8)) {
    case 0:
        add_number_bits(draw_below(d, 2), width, out);
        break;
    case 1:
        add_number_bits(most - 1, width, out);
        break;
    case 2:
        add_bits(d, width, out);
        break;
    default: { /* values around one, where rounding to integers shows */
        uint64_t off = draw_below(d, 12), exponent = bias + off >= 4 ? bias + off - 4 : 0;
        add_number_bits(exponent < most ? exponent : most - 1, width, out);
    }
    }
}

static void add_float(struct drawer *d, uint32_t e, uint32_t s, struct strbuf *out) {
    static const char *const names[] = {"+oo", "-oo", "+zero", "-zero", "NaN"};
    if (draw_one_in(d, 8)) {
        strbuf_printf(out, "(_ %s %u %u)", names[draw_below(d, 5)], e, s);
        return;
    }
    strbuf_printf(out, "(fp #b%u #b", draw_below(d, 2));
    add_exponent(d, e, out);
    strbuf_add_text(out, " #b");
    add_bits(d, s - 1, out);
    strbuf_add_char(out, ')');
}

/* ---- words and languages ---- */

static void add_character(struct drawer *d, struct strbuf *out) {
    static const char *const odd[] = {"\\u{0}",     "\\u{7f}",   "\\u{80}", "\\u{ff}",    "\\u{5c}",
                                      "\\u{2ffff}", "\\u{ffff}", "\"\"",    "\\u{10000}", " ",
                                      "\\u",        "{",         "}",       "x",          "~"};
    static const char plain[] = "abAZz0189cB/:@[`";
    switch (draw_below(d, 8)) {
    case 0:
        strbuf_add_text(out, odd[draw_below(d, sizeof odd / sizeof *odd)]);
        break;
    case 1:
    case 2:
        strbuf_add_char(out, plain[draw_below(d, sizeof plain - 1)]);
        break;
    default:
        strbuf_add_char(out, draw_one_in(d, 2) ? 'a' : 'b');
    }
}

static void add_string(struct drawer *d, struct strbuf *out) {
    static const char *const patterns[] = {"a", "ab", "aab", "aba", "\\u{2ffff}a", "ba", "1"};
    strbuf_add_char(out, '"');
    switch (d->single ? 3 : draw_below(d, 8)) {
    case 0:
        break;
    case 1: {
        const char *pattern = patterns[draw_below(d, 7)];
        for (uint32_t n = 1 + draw_below(d, 4); n > 0; n--)
            strbuf_add_text(out, pattern);
        break;
    }
    case 2:
        for (uint32_t n = 1 + draw_below(d, draw_one_in(d, 4) ? 24 : 4); n > 0; n--)
            strbuf_add_char(out, (char)('0' + draw_below(d, 10)));
        break;
    case 3:
        add_character(d, out);
        break;
    case 4:
        for (uint32_t n = draw_below(d, 6); n > 0; n--)
            add_character(d, out);
        break;
    default:
        for (uint32_t n = draw_below(d, 5); n > 0; n--)
            strbuf_add_char(out, draw_one_in(d, 2) ? 'a' : 'b');
    }
    strbuf_add_char(out, '"');
}

static void add_regex(struct drawer *d, int depth, struct strbuf *out) {
    static const char *const two[] = {"re.++", "re.union", "re.inter", "re.diff"};
    static const char *const one[] = {"re.*", "re.+", "re.opt", "re.comp"};
    uint32_t kind = draw_below(d, depth == 0 ? 6 : 12);
    if (kind < 3) {
        strbuf_add_text(out, "(str.to_re ");
        add_string(d, out);
        strbuf_add_char(out, ')');
    } else if (kind == 3) {
        strbuf_add_text(out, "re.allchar");
    } else if (kind == 4) {
        uint32_t from = draw_below(d, 4);
        strbuf_printf(out, "(re.range \"%c\" \"%c\")", "a0A "[from], "b9Z~"[draw_below(d, 4)]);
    } else if (kind == 5) {
        strbuf_add_text(out, draw_one_in(d, 2) ? "re.all" : "re.none");
    } else if (kind < 9) {
        strbuf_printf(out, "(%s ", two[draw_below(d, 4)]);
        add_regex(d, depth - 1, out);
        strbuf_add_char(out, ' ');
        add_regex(d, depth - 1, out);
        strbuf_add_char(out, ')');
    } else if (kind < 11) {
        strbuf_printf(out, "(%s ", one[draw_below(d, 4)]);
        add_regex(d, depth - 1, out);
        strbuf_add_char(out, ')');
    } else {
        strbuf_printf(out, "((_ re.loop %u %u) ", draw_below(d, 3), draw_below(d, 4));
        add_regex(d, depth - 1, out);
        strbuf_add_char(out, ')');
    }
}

/* ---- containers ---- */

static void add_sort(struct drawer *d, sort s, struct strbuf *out) {
    sort_print(&d->table->sorts, s, out);
}

static void add_array(struct drawer *d, sort s, struct strbuf *out) {
    sort index = sort_arg(&d->table->sorts, s, 0), element = sort_arg(&d->table->sorts, s, 1);
    uint32_t n = draw_below(d, 4);
    for (uint32_t i = 0; i < n; i++)
        strbuf_add_text(out, "(store ");
    strbuf_add_text(out, "((as const ");
    add_sort(d, s, out);
    strbuf_add_text(out, ") ");
    draw_add_value(d, element, out);
    strbuf_add_char(out, ')');
    for (uint32_t i = 0; i < n; i++) {
        strbuf_add_char(out, ' ');
        draw_add_value(d, index, out);
        strbuf_add_char(out, ' ');
        draw_add_value(d, element, out);
        strbuf_add_char(out, ')');
    }
}

/* One, as a sequence, set or bag. */
static void add_single(struct drawer *d, enum sort_kind kind, sort element, struct strbuf *out) {
    strbuf_add_text(out, kind == SORT_SEQ   ? "(seq.unit "
                         : kind == SORT_SET ? "(set.singleton "
                                            : "(bag ");
    draw_add_value(d, element, out);
    if (kind == SORT_BAG)
        strbuf_printf(out, " %u", 1 + draw_below(d, 3));
    strbuf_add_char(out, ')');
}

static void add_collection(struct drawer *d, sort s, struct strbuf *out) {
    enum sort_kind kind = sort_kind(&d->table->sorts, s);
    sort element = sort_arg(&d->table->sorts, s, 0);
    uint32_t n = draw_below(d, 5);
    if (n == 0) {
        strbuf_add_text(out, kind == SORT_SEQ   ? "(as seq.empty "
                             : kind == SORT_SET ? "(as set.empty "
                                                : "(as bag.empty ");
        add_sort(d, s, out);
        strbuf_add_char(out, ')');
        return;
    }
    for (uint32_t i = 1; i < n; i++)
        strbuf_add_text(out, kind == SORT_SEQ   ? "(seq.++ "
                             : kind == SORT_SET ? "(set.union "
                                                : "(bag.union_disjoint ");
    add_single(d, kind, element, out);
    for (uint32_t i = 1; i < n; i++) {
        strbuf_add_char(out, ' ');
        add_single(d, kind, element, out);
        strbuf_add_char(out, ')');
    }
}

static void add_tuple(struct drawer *d, sort s, struct strbuf *out) {
    uint32_t n = sort_n_args(&d->table->sorts, s);
    if (n == 0) {
        strbuf_add_text(out, "tuple.unit");
        return;
    }
    strbuf_add_text(out, "(tuple");
    for (uint32_t i = 0; i < n; i++) {
        strbuf_add_char(out, ' ');
        draw_add_value(d, sort_arg(&d->table->sorts, s, i), out);
    }
    strbuf_add_char(out, ')');
}

/* ---- functions ---- */

enum { PARAMS_MAX = 4 };

struct params {
    sort sorts[PARAMS_MAX];
    uint32_t n, first; /* the i-th is called x<first + i> */
};

/* A parameter of that sort; UINT32_MAX if there is none. */
static uint32_t find_param(struct drawer *d, const struct params *p, sort s) {
    uint32_t from = draw_below(d, p->n);
    for (uint32_t i = 0; i < p->n; i++)
        if (p->sorts[(from + i) % p->n] == s)
            return p->first + (from + i) % p->n;
    return UINT32_MAX;
}

static void add_leaf(struct drawer *d, const struct params *p, sort s, struct strbuf *out) {
    uint32_t param = find_param(d, p, s);
    if (param != UINT32_MAX && !draw_one_in(d, 3))
        strbuf_printf(out, "x%u", param);
    else
        draw_add_value(d, s, out);
}

static void add_body(struct drawer *d, const struct params *p, sort s, struct strbuf *out) {
    static const char *const arithmetic[] = {"(+ ", "(+ ", "(- ", "(* "};
    uint32_t kind = draw_below(d, 4);
    if (s == SORT_INT && kind < 2) {
        strbuf_add_text(out, arithmetic[draw_below(d, 4)]);
        add_leaf(d, p, s, out);
        strbuf_add_char(out, ' ');
        add_leaf(d, p, s, out);
        strbuf_add_char(out, ')');
    } else if (s == SORT_BOOL && kind < 3) {
        sort of = p->sorts[draw_below(d, p->n)];
        strbuf_add_text(out, of == SORT_INT && draw_one_in(d, 2) ? "(< " : "(= ");
        add_leaf(d, p, of, out);
        strbuf_add_char(out, ' ');
        add_leaf(d, p, of, out);
        strbuf_add_char(out, ')');
    } else if (kind < 3) {
        uint32_t i = draw_below(d, p->n);
        strbuf_printf(out, "(ite (= x%u ", p->first + i);
        draw_add_value(d, p->sorts[i], out);
        strbuf_add_text(out, ") ");
        add_leaf(d, p, s, out);
        strbuf_add_char(out, ' ');
        add_leaf(d, p, s, out);
        strbuf_add_char(out, ')');
    } else
        add_leaf(d, p, s, out);
}

static void add_lambda(struct drawer *d, sort s, struct strbuf *out) {
    const struct sort_table *sorts = &d->table->sorts;
    struct params p = {.first = d->n_names};
    strbuf_add_text(out, "(lambda (");
    while (sort_kind(sorts, s) == SORT_MAP && p.n < PARAMS_MAX) {
        strbuf_printf(out, "%s(x%u ", p.n > 0 ? " " : "", d->n_names++);
        add_sort(d, sort_arg(sorts, s, 0), out);
        strbuf_add_char(out, ')');
        p.sorts[p.n++] = sort_arg(sorts, s, 0);
        s = sort_arg(sorts, s, 1);
    }
    strbuf_add_text(out, ") ");
    add_body(d, &p, s, out);
    strbuf_add_char(out, ')');
}

/* ---- all of them ---- */

void draw_add_value(struct drawer *d, sort s, struct strbuf *out) {
    static const char *const modes[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
    const struct sort_node *node = sort_at(&d->table->sorts, s);
    switch (node->kind) {
    case SORT_BOOL:
        strbuf_add_text(out, draw_one_in(d, 2) ? "true" : "false");
        return;
    case SORT_INT:
        add_int(d, out);
        return;
    case SORT_REAL:
        add_real(d, out);
        return;
    case SORT_STRING:
        add_string(d, out);
        return;
    case SORT_REGLAN:
        add_regex(d, 2, out);
        return;
    case SORT_ROUNDING_MODE:
        strbuf_add_text(out, modes[draw_below(d, 5)]);
        return;
    case SORT_BITVEC:
        strbuf_add_text(out, "#b");
        add_bits(d, node->indices[0], out);
        return;
    case SORT_FLOAT:
        add_float(d, node->indices[0], node->indices[1], out);
        return;
    case SORT_FIELD:
        strbuf_printf(out, "(as ff%u ", draw_below(d, draw_one_in(d, 4) ? UINT32_MAX : 20));
        add_sort(d, s, out);
        strbuf_add_char(out, ')');
        return;
    case SORT_ARRAY:
        add_array(d, s, out);
        return;
    case SORT_SEQ:
    case SORT_SET:
    case SORT_BAG:
        add_collection(d, s, out);
        return;
    case SORT_TUPLE:
        add_tuple(d, s, out);
        return;
    case SORT_MAP:
        add_lambda(d, s, out);
        return;
    default:
        BUG("no values of sort kind %d", node->kind);
    }
}

term draw_read(struct drawer *d, struct strbuf *text) {
    term t;
    if (!parser_read_term(d->parser, strbuf_text(text), text->n, &t, &d->error))
        BUG("%s: %s", strbuf_text(text), strbuf_text(&d->error.message));
    return t;
}

term draw_value(struct drawer *d, sort s) {
    struct strbuf text = {0};
    d->n_names = 0;
    draw_add_value(d, s, &text);
    term t = draw_read(d, &text);
    strbuf_free(&text);
    return t;
}
