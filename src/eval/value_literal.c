/*
 * Literals, and what is nearly one: each in its canonical spelling.
 */
#include "eval/value_literal.h"

#include "eval/algebraic.h"
#include "eval/eval_int.h"
#include "eval/float.h"
#include "lang/literal.h"

struct writer {
    struct eval *eval;
    struct term_table *table;
    struct value_table *values;
    struct sort_table *sorts;
    struct strbuf text;
};

static term leaf(struct writer *w, enum op op, sort s) {
    symbol text = symbol_intern(&w->table->symbols, w->text.at, w->text.n);
    return term_make(w->table, op, text, s, NULL, 0);
}

/* The digits of a number's absolute value. */
static void add_digits(struct writer *w, value number) {
    struct number_room room;
    mpz_srcptr z = value_mpz(w->values, number, &room);
    strbuf_reserve(&w->text, mpz_sizeinbase(z, 10) + 2);
    char *at = w->text.at + w->text.n;
    mpz_get_str(at, 10, z);
    size_t n = strlen(at);
    if (at[0] == '-')
        memmove(at, at + 1, --n);
    w->text.n += n;
}

static term write_int(struct writer *w, value v) {
    strbuf_clear(&w->text);
    add_digits(w, v);
    term t = leaf(w, OP_NUMERAL, SORT_INT);
    return value_sign(w->values, v) < 0 ? term_make(w->table, OP_INT_NEG, 0, SORT_INT, &t, 1) : t;
}

static term write_decimal(struct writer *w, value number) {
    strbuf_clear(&w->text);
    add_digits(w, number);
    strbuf_add_text(&w->text, ".0");
    return leaf(w, OP_DECIMAL, SORT_REAL);
}

static term write_real(struct writer *w, value v) {
    value numerator = v;
    term t;
    if (value_kind(w->values, v) == VALUE_ALGEBRAIC) {
        strbuf_clear(&w->text);
        algebraic_print(w->values, v, &w->text);
        return leaf(w, OP_ALGEBRAIC, SORT_REAL);
    }
    if (value_kind(w->values, v) == VALUE_RATIO) {
        const uint64_t *words = value_at(w->values, v)->words;
        numerator = words[0];
        term parts[2] = {write_decimal(w, words[0]), write_decimal(w, words[1])};
        t = term_make(w->table, OP_REAL_DIV, 0, SORT_REAL, parts, 2);
    } else
        t = write_decimal(w, v);
    return value_sign(w->values, numerator) < 0
               ? term_make(w->table, OP_REAL_NEG, 0, SORT_REAL, &t, 1)
               : t;
}

static term write_bits(struct writer *w, value v, uint32_t width) {
    struct strbuf digits = {0};
    strbuf_clear(&w->text);
    add_digits(w, v);
    strbuf_add(&digits, w->text.at, w->text.n);
    strbuf_clear(&w->text);
    literal_bits_decimal(digits.at, digits.n, width, &w->text);
    strbuf_free(&digits);
    return leaf(w, OP_BITS, sort_bitvec(w->sorts, width));
}

/* `width` bits of a number, from bit `from` on. */
static term write_bits_of(struct writer *w, value v, uint32_t from, uint32_t width) {
    struct number_room room;
    mpz_t bits;
    mpz_init(bits);
    mpz_fdiv_q_2exp(bits, value_mpz(w->values, v, &room), from);
    mpz_fdiv_r_2exp(bits, bits, width);
    term t = write_bits(w, value_of_mpz(w->values, bits), width);
    mpz_clear(bits);
    return t;
}

static enum float_class class_of(struct writer *w, value v, struct float_format f) {
    struct number_room room;
    mpz_srcptr bits = value_mpz(w->values, v, &room);
    uint32_t low = f.significand - 1, sign = f.exponent + low;
    mp_bitcnt_t first_one = mpz_scan1(bits, 0);
    if (first_one >= sign)
        return FLOAT_ZERO;
    if (mpz_scan0(bits, low) < sign)
        return FLOAT_FINITE;
    return first_one >= low ? FLOAT_INF : FLOAT_NAN;
}

static term write_float(struct writer *w, value v, sort s) {
    const struct sort_node *node = sort_at(w->sorts, s);
    struct float_format f = {node->indices[0], node->indices[1]};
    struct number_room room;
    uint32_t low = f.significand - 1;
    bool negative = mpz_tstbit(value_mpz(w->values, v, &room), f.exponent + low);
    enum op op = OP_NONE;
    switch (class_of(w, v, f)) {
    case FLOAT_ZERO:
        op = negative ? OP_FP_NEG_ZERO : OP_FP_POS_ZERO;
        break;
    case FLOAT_INF:
        op = negative ? OP_FP_NEG_INF : OP_FP_POS_INF;
        break;
    case FLOAT_NAN:
        op = OP_FP_NAN_VALUE;
        break;
    case FLOAT_FINITE: {
        term parts[3] = {write_bits_of(w, v, f.exponent + low, 1),
                         write_bits_of(w, v, low, f.exponent), write_bits_of(w, v, 0, low)};
        return term_make(w->table, OP_FP, 0, s, parts, 3);
    }
    }
    uint32_t indices[2] = {f.exponent, f.significand};
    return term_make(w->table, op, list_intern(&w->table->lists, indices, 2), s, NULL, 0);
}

static term write_string(struct writer *w, value v) {
    uint32_t n;
    const uint32_t *code_points = value_text(w->values, v, &n);
    strbuf_clear(&w->text);
    literal_from_code_points(code_points, n, &w->text);
    return leaf(w, OP_STRING, SORT_STRING);
}

static term write_field(struct writer *w, value v, sort s) {
    strbuf_clear(&w->text);
    add_digits(w, v);
    return leaf(w, OP_FIELD, s);
}

/* By the sort, as numbers stand for many things. */
static term write_literal(struct writer *w, value v, sort s) {
    switch (sort_kind(w->sorts, s)) {
    case SORT_BOOL:
        return v == VALUE_TRUE ? term_true(w->table) : term_false(w->table);
    case SORT_INT:
        return write_int(w, v);
    case SORT_REAL:
        return write_real(w, v);
    case SORT_STRING:
        return write_string(w, v);
    case SORT_REGLAN:
        return regex_to_term(w->eval, v);
    case SORT_ROUNDING_MODE:
        return term_make(w->table, (enum op)(OP_RNE + value_small(v)), 0, s, NULL, 0);
    case SORT_BITVEC:
        return write_bits(w, v, sort_at(w->sorts, s)->indices[0]);
    case SORT_FLOAT:
        return write_float(w, v, s);
    case SORT_FIELD:
        return write_field(w, v, s);
    case SORT_DECLARED:
        return term_make(w->table, OP_ABSTRACT, (symbol)value_at(w->values, v)->words[0], s, NULL,
                         0);
    default:
        return 0;
    }
}

/* Digits of numbers beyond this would take many seconds to find, and nobody reads them. */
enum { LITERAL_WORDS = 1 << 16 };

static bool is_too_large(const struct value_table *values, value v) {
    const uint64_t *words;
    switch (value_kind(values, v)) {
    case VALUE_BIG:
        return value_at(values, v)->n > LITERAL_WORDS;
    case VALUE_RATIO:
        words = value_at(values, v)->words;
        return is_too_large(values, words[0]) || is_too_large(values, words[1]);
    default:
        return false;
    }
}

term value_literal(struct eval *eval, value v, sort s) {
    if (is_too_large(eval_values(eval), v))
        return 0;
    struct writer w = {.eval = eval,
                       .table = eval_terms(eval),
                       .values = eval_values(eval),
                       .sorts = &eval_terms(eval)->sorts};
    term t = write_literal(&w, v, s);
    strbuf_free(&w.text);
    return t;
}
