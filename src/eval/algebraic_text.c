/*
 * Algebraic numbers as solvers write them:
 *
 *     z3     (root-obj (+ (^ x 2) (- 2)) 1)
 *     cvc5   (_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)
 *
 * z3 says which of the roots in ascending order is meant, and reads any
 * polynomial made of +, -, * and ^. cvc5 says between which numbers it is.
 */
#include "eval/algebraic_int.h"

struct reader {
    const char *at, *end;
    bool too_large; /* a degree or coefficient */
};

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static void skip_blanks(struct reader *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

/* Reads the text, after blanks, if it is there. */
static bool accept(struct reader *r, const char *text) {
    skip_blanks(r);
    size_t n = strlen(text);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, text, n) != 0)
        return false;
    r->at += n;
    return true;
}

static bool read_number(struct reader *r, mpz_ptr number) {
    skip_blanks(r);
    const char *from = r->at;
    while (r->at < r->end && is_digit(*r->at))
        r->at++;
    size_t n = (size_t)(r->at - from);
    if (n == 0)
        return false;
    if (n > ALGEBRAIC_SIZE_MAX / 3) { /* a digit has more than three bits */
        r->too_large = true;
        return false;
    }
    char *digits = mem_copy_text(from, n);
    mpz_set_str(number, digits, 10);
    mem_free(digits);
    return true;
}

static bool read_small(struct reader *r, uint32_t *number) {
    mpz_t large;
    mpz_init(large);
    bool good = read_number(r, large) && mpz_fits_uint_p(large);
    *number = good ? (uint32_t)mpz_get_ui(large) : 0;
    mpz_clear(large);
    return good;
}

/* ---- z3: polynomials as S-expressions ---- */

/* An application that waits for its ')'. */
struct frame {
    char op;
    uint32_t n; /* operands so far */
    struct poly sum;
};

typedef VEC(struct frame) frame_vec;

/* May there be a polynomial of so many coefficients, each of so many bits? */
static bool check_size(struct reader *r, uint64_t n, uint64_t bits) {
    r->too_large =
        r->too_large || n > ALGEBRAIC_WORK_DEGREE_MAX + 1 || n * bits > ALGEBRAIC_WORK_SIZE_MAX;
    return !r->too_large;
}

static bool multiply(struct reader *r, struct poly *p, const struct poly *q) {
    if (p->n > 0 && q->n > 0 && !check_size(r, p->n + q->n - 1, poly_bits(p) + poly_bits(q)))
        return false;
    struct poly product;
    poly_init(&product);
    poly_mul(&product, p, q);
    poly_swap(p, &product);
    poly_clear(&product);
    return true;
}

static bool raise_to(struct reader *r, struct poly *p, const struct poly *exponent) {
    if (exponent->n > 1 || (exponent->n == 1 && mpz_sgn(exponent->c[0]) < 0))
        return false;
    uint64_t n = exponent->n == 0 ? 0 : mpz_get_ui(exponent->c[0]);
    r->too_large = exponent->n == 1 && mpz_cmp_ui(exponent->c[0], ALGEBRAIC_WORK_DEGREE_MAX) > 0;
    if (r->too_large)
        return false;
    struct poly base;
    poly_init(&base);
    poly_swap(&base, p);
    poly_resize(p, 1);
    mpz_set_ui(p->c[0], 1);
    bool good = true;
    for (uint64_t i = 0; i < n && good; i++)
        good = multiply(r, p, &base);
    poly_clear(&base);
    return good;
}

/* The next operand of an application; it is swapped away. */
static bool deliver(struct reader *r, struct frame *f, struct poly *p) {
    struct poly result;
    bool good = true;
    if (f->n++ == 0) {
        poly_swap(&f->sum, p);
        return true;
    }
    poly_init(&result);
    switch (f->op) {
    case '+':
        poly_add(&result, &f->sum, p);
        poly_swap(&result, &f->sum);
        break;
    case '-':
        poly_sub(&result, &f->sum, p);
        poly_swap(&result, &f->sum);
        break;
    case '*':
        good = multiply(r, &f->sum, p);
        break;
    default:
        good = f->n == 2 && raise_to(r, &f->sum, p);
        break;
    }
    poly_clear(&result);
    return good && check_size(r, f->sum.n, poly_bits(&f->sum));
}

static bool open_frame(struct reader *r, frame_vec *frames) {
    skip_blanks(r);
    if (r->at == r->end || strchr("+-*^", *r->at) == NULL)
        return false;
    struct frame f = {.op = *r->at++};
    vec_push(frames, f);
    return true;
}

/* The frame on top is complete: its value. */
static bool close_frame(frame_vec *frames, struct poly *p) {
    if (frames->n == 0)
        return false;
    struct frame f = vec_pop(frames);
    poly_swap(p, &f.sum);
    poly_clear(&f.sum);
    if (f.op == '-' && f.n == 1)
        for (uint32_t i = 0; i < p->n; i++)
            mpz_neg(p->c[i], p->c[i]);
    return f.n >= (f.op == '^' ? 2 : 1);
}

static bool read_atom(struct reader *r, struct poly *p) {
    p->n = 0;
    if (accept(r, "x")) {
        poly_resize(p, 2);
        mpz_set_ui(p->c[1], 1);
        return true;
    }
    poly_resize(p, 1);
    bool good = read_number(r, p->c[0]);
    poly_trim(p);
    return good;
}

static bool read_polynomial(struct reader *r, struct poly *p) {
    frame_vec frames = {0};
    bool good, done = false;
    do {
        bool is_value = true;
        if (accept(r, "(")) {
            good = open_frame(r, &frames);
            is_value = false;
        } else
            good = accept(r, ")") ? close_frame(&frames, p) : read_atom(r, p);
        if (!good || !is_value)
            continue;
        done = frames.n == 0;
        good = done || deliver(r, &vec_top(&frames), p);
    } while (good && !done);
    for (size_t i = 0; i < frames.n; i++)
        poly_clear(&frames.at[i].sum);
    vec_free(&frames);
    return good;
}

static value read_root_object(struct reader *r, struct value_table *values) {
    struct poly p;
    uint32_t k;
    poly_init(&p);
    value v = 0;
    if (read_polynomial(r, &p) && read_small(r, &k) && accept(r, ")") && r->at == r->end)
        v = algebraic_nth(values, &p, k);
    poly_clear(&p);
    return v;
}

/* ---- cvc5: a sum of monomials, highest first, and an interval ---- */

static bool read_signed(struct reader *r, mpz_ptr number) {
    bool negative = accept(r, "-");
    if (!read_number(r, number))
        return false;
    if (negative)
        mpz_neg(number, number);
    return true;
}

static bool read_monomial(struct reader *r, struct poly *p) {
    bool in_parentheses = accept(r, "(");
    uint32_t degree = 0;
    bool good;
    mpz_t c;
    mpz_init(c);
    good = read_signed(r, c);
    if (good && accept(r, "*")) {
        degree = 1;
        good = accept(r, "x") && (!accept(r, "^") || read_small(r, &degree));
    }
    good = good && (!in_parentheses || accept(r, ")")) && check_size(r, (uint64_t)degree + 1, 0);
    if (good && p->n <= degree)
        poly_resize(p, degree + 1);
    if (good)
        mpz_add(p->c[degree], p->c[degree], c);
    mpz_clear(c);
    return good;
}

static bool read_rational(struct reader *r, mpq_ptr q) {
    mpz_set_ui(mpq_denref(q), 1);
    if (!read_signed(r, mpq_numref(q)))
        return false;
    if (accept(r, "/") && (!read_number(r, mpq_denref(q)) || mpz_sgn(mpq_denref(q)) == 0)) {
        mpz_set_ui(mpq_denref(q), 1);
        return false;
    }
    mpq_canonicalize(q);
    return true;
}

static value read_real_algebraic(struct reader *r, struct value_table *values) {
    struct poly p;
    struct interval i;
    value v = 0;
    poly_init(&p);
    interval_init(&i);
    bool good = accept(r, "<") && read_monomial(r, &p);
    while (good && accept(r, "+"))
        good = read_monomial(r, &p);
    poly_trim(&p);
    good = good && accept(r, ",") && accept(r, "(") && read_rational(r, i.low) && accept(r, ",") &&
           read_rational(r, i.high) && accept(r, ")") && accept(r, ">") && accept(r, ")") &&
           r->at == r->end;
    if (good)
        v = algebraic_between(values, &p, i.low, i.high);
    poly_clear(&p);
    interval_clear(&i);
    return v;
}

value algebraic_parse(struct value_table *values, const char *text, size_t n) {
    struct reader r = {text, text + n, false};
    value v = 0;
    if (accept(&r, "(root-obj"))
        v = read_root_object(&r, values);
    else if (accept(&r, "(_ real_algebraic_number"))
        v = read_real_algebraic(&r, values);
    return v == 0 && r.too_large ? VALUE_LIMIT : v;
}

/* ---- printing ---- */

static void add_number(struct strbuf *out, mpz_srcptr number) {
    bool negative = mpz_sgn(number) < 0;
    strbuf_add_text(out, negative ? "(- " : "");
    strbuf_reserve(out, mpz_sizeinbase(number, 10) + 2);
    mpz_get_str(out->at + out->n, 10, number);
    size_t n = strlen(out->at + out->n);
    if (negative)
        memmove(out->at + out->n, out->at + out->n + 1, --n);
    out->n += n;
    strbuf_add_text(out, negative ? ")" : "");
}

static void add_monomial(struct strbuf *out, mpz_srcptr c, uint32_t degree) {
    bool has_factor = degree == 0 || mpz_cmp_ui(c, 1) != 0;
    strbuf_add_text(out, has_factor && degree > 0 ? " (* " : " ");
    if (has_factor)
        add_number(out, c);
    if (degree > 0)
        strbuf_add_text(out, has_factor ? " " : "");
    if (degree == 1)
        strbuf_add_char(out, 'x');
    if (degree > 1)
        strbuf_printf(out, "(^ x %u)", degree);
    strbuf_add_text(out, has_factor && degree > 0 ? ")" : "");
}

/* Which root is it? One more than there are below its place. */
static uint32_t root_number(const struct algebraic *a) {
    struct interval i;
    interval_init(&i);
    algebraic_interval(a, &i);
    mpq_set(i.high, i.low);
    mpq_set_si(i.low, -1, 1);
    mpq_mul_2exp(i.low, i.low, poly_bits(&a->p) + 1);
    uint32_t below = mpq_cmp(i.low, i.high) < 0 ? poly_count(&a->p, i.low, i.high) : 0;
    interval_clear(&i);
    return below + 1;
}

void algebraic_print(struct value_table *values, value v, struct strbuf *out) {
    struct algebraic a;
    algebraic_load(values, v, &a);
    strbuf_add_text(out, "(root-obj (+");
    for (uint32_t i = a.p.n; i > 0; i--)
        if (mpz_sgn(a.p.c[i - 1]) != 0)
            add_monomial(out, a.p.c[i - 1], i - 1);
    strbuf_printf(out, ") %u)", root_number(&a));
    algebraic_clear(&a);
}
