#include "eval/polynomial.h"

#include "base/die.h"

void poly_init(struct poly *p) {
    *p = (struct poly){0};
}

void poly_clear(struct poly *p) {
    for (uint32_t i = 0; i < p->cap; i++)
        mpz_clear(p->c[i]);
    mem_free(p->c);
    *p = (struct poly){0};
}

void poly_swap(struct poly *p, struct poly *q) {
    struct poly other = *p;
    *p = *q;
    *q = other;
}

void poly_resize(struct poly *p, uint32_t n) {
    if (n > p->cap) {
        p->c = mem_realloc(p->c, n * sizeof *p->c);
        for (; p->cap < n; p->cap++)
            mpz_init(p->c[p->cap]);
    }
    for (uint32_t i = p->n; i < n; i++)
        mpz_set_ui(p->c[i], 0);
    p->n = n;
}

void poly_trim(struct poly *p) {
    while (p->n > 0 && mpz_sgn(p->c[p->n - 1]) == 0)
        p->n--;
}

void poly_set(struct poly *p, const struct poly *q) {
    poly_resize(p, q->n);
    for (uint32_t i = 0; i < q->n; i++)
        mpz_set(p->c[i], q->c[i]);
}

uint64_t poly_bits(const struct poly *p) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        uint64_t more = mpz_sizeinbase(p->c[i], 2);
        bits = more > bits ? more : bits;
    }
    return bits;
}

/* ---- arithmetic ---- */

static void add_multiple(struct poly *r, const struct poly *a, const struct poly *b, int sign) {
    poly_set(r, a);
    if (b->n > r->n)
        poly_resize(r, b->n);
    for (uint32_t i = 0; i < b->n; i++)
        if (sign > 0)
            mpz_add(r->c[i], r->c[i], b->c[i]);
        else
            mpz_sub(r->c[i], r->c[i], b->c[i]);
    poly_trim(r);
}

void poly_add(struct poly *r, const struct poly *a, const struct poly *b) {
    add_multiple(r, a, b, 1);
}

void poly_sub(struct poly *r, const struct poly *a, const struct poly *b) {
    add_multiple(r, a, b, -1);
}

void poly_mul(struct poly *r, const struct poly *a, const struct poly *b) {
    r->n = 0;
    if (a->n == 0 || b->n == 0)
        return;
    poly_resize(r, a->n + b->n - 1);
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t j = 0; j < b->n; j++)
            mpz_addmul(r->c[i + j], a->c[i], b->c[j]);
}

void poly_derivative(struct poly *r, const struct poly *p) {
    r->n = 0;
    if (p->n < 2)
        return;
    poly_resize(r, p->n - 1);
    for (uint32_t i = 1; i < p->n; i++)
        mpz_mul_ui(r->c[i - 1], p->c[i], i);
}

bool poly_divide(struct poly *r, const struct poly *a, const struct poly *b) {
    r->n = 0;
    if (a->n < b->n)
        return a->n == 0;
    uint32_t n = a->n - b->n + 1;
    bool good = true;
    struct poly rest;
    poly_init(&rest);
    poly_set(&rest, a);
    poly_resize(r, n);
    for (uint32_t i = n; i > 0 && good; i--) {
        mpz_ptr lead = rest.c[i - 1 + b->n - 1];
        good = mpz_divisible_p(lead, b->c[b->n - 1]) != 0;
        if (!good)
            break;
        mpz_divexact(r->c[i - 1], lead, b->c[b->n - 1]);
        for (uint32_t j = 0; j < b->n; j++)
            mpz_submul(rest.c[i - 1 + j], r->c[i - 1], b->c[j]);
    }
    poly_trim(&rest);
    good = good && rest.n == 0;
    poly_clear(&rest);
    return good;
}

/* ---- changes in place ---- */

void poly_primitive(struct poly *p) {
    if (p->n == 0)
        return;
    mpz_t content;
    mpz_init(content);
    for (uint32_t i = p->n; i > 0 && mpz_cmp_ui(content, 1) != 0; i--)
        mpz_gcd(content, content, p->c[i - 1]);
    if (mpz_sgn(p->c[p->n - 1]) < 0)
        mpz_neg(content, content);
    if (mpz_cmp_ui(content, 1) != 0)
        for (uint32_t i = 0; i < p->n; i++)
            mpz_divexact(p->c[i], p->c[i], content);
    mpz_clear(content);
}

void poly_square_free(struct poly *p) {
    struct poly derivative, common, quotient;
    poly_primitive(p);
    if (p->n < 3)
        return;
    poly_init(&derivative);
    poly_init(&common);
    poly_init(&quotient);
    poly_derivative(&derivative, p);
    poly_gcd(&common, p, &derivative);
    if (common.n > 1) {
        REQUIRE(poly_divide(&quotient, p, &common));
        poly_swap(p, &quotient);
        poly_primitive(p);
    }
    poly_clear(&derivative);
    poly_clear(&common);
    poly_clear(&quotient);
}

void poly_reflect(struct poly *p) {
    for (uint32_t i = 1; i < p->n; i += 2)
        mpz_neg(p->c[i], p->c[i]);
}

void poly_reverse(struct poly *p) {
    for (uint32_t i = 0; i < p->n / 2; i++)
        mpz_swap(p->c[i], p->c[p->n - 1 - i]);
    poly_trim(p);
}

/* Multiplies c[i] by factor^i. */
static void scale(struct poly *p, mpz_srcptr factor) {
    mpz_t power;
    mpz_init_set_ui(power, 1);
    for (uint32_t i = 0; i < p->n; i++) {
        mpz_mul(p->c[i], p->c[i], power);
        mpz_mul(power, power, factor);
    }
    mpz_clear(power);
}

/* Multiplies c[i] by factor^(degree - i). */
static void scale_down(struct poly *p, mpz_srcptr factor) {
    mpz_t power;
    mpz_init_set_ui(power, 1);
    for (uint32_t i = p->n; i > 0; i--) {
        mpz_mul(p->c[i - 1], p->c[i - 1], power);
        mpz_mul(power, power, factor);
    }
    mpz_clear(power);
}

void poly_substitute(struct poly *p, mpz_srcptr u, mpz_srcptr w, mpz_srcptr d) {
    scale_down(p, d); /* d^degree p(x / d) */
    for (uint32_t i = 0; i + 1 < p->n; i++)
        for (uint32_t j = p->n - 1; j > i; j--)
            mpz_addmul(p->c[j - 1], p->c[j], u);
    scale(p, w);
}

void poly_stretch(struct poly *p, uint32_t k) {
    uint32_t n = p->n;
    if (n < 2 || k == 1)
        return;
    poly_resize(p, (n - 1) * k + 1);
    for (uint32_t i = n; i > 1; i--)
        mpz_swap(p->c[i - 1], p->c[(i - 1) * k]);
}

/* ---- composed polynomials ---- */

/*
 * The sums of the k-th powers of all roots, k = 0 to n - 1, of a monic
 * polynomial: Newton's identities, once forth and once back. They are integers
 * as the roots are algebraic integers.
 */
static void power_sums(const struct poly *p, mpz_t *sums, uint32_t n) {
    uint32_t degree = poly_degree(p);
    mpz_set_ui(sums[0], degree);
    for (uint32_t k = 1; k < n; k++) {
        mpz_set_ui(sums[k], 0);
        if (k <= degree)
            mpz_submul_ui(sums[k], p->c[degree - k], k);
        for (uint32_t i = 1; i < k && i <= degree; i++)
            mpz_submul(sums[k], p->c[degree - i], sums[k - i]);
    }
}

/* The monic polynomial of this degree whose roots have these sums of powers. */
static void of_power_sums(struct poly *p, const mpz_t *sums, uint32_t degree) {
    p->n = 0;
    poly_resize(p, degree + 1);
    mpz_set_ui(p->c[degree], 1);
    for (uint32_t k = 1; k <= degree; k++) {
        mpz_ptr c = p->c[degree - k];
        for (uint32_t i = 1; i <= k; i++)
            mpz_submul(c, p->c[degree - k + i], sums[i]);
        mpz_divexact_ui(c, c, k);
    }
}

/* The monic polynomial whose roots are those of p times `factor`, a multiple of its lead. */
static void make_monic(struct poly *r, const struct poly *p, mpz_srcptr factor) {
    poly_set(r, p);
    scale_down(r, factor);
    for (uint32_t i = 0; i < r->n; i++)
        mpz_divexact(r->c[i], r->c[i], p->c[p->n - 1]);
}

static mpz_t *numbers_new(uint32_t n) {
    mpz_t *numbers = mem_alloc(n * sizeof *numbers);
    for (uint32_t i = 0; i < n; i++)
        mpz_init(numbers[i]);
    return numbers;
}

static void numbers_free(mpz_t *numbers, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        mpz_clear(numbers[i]);
    mem_free(numbers);
}

/* Power sums of a sum: the binomial theorem, summed over all pairs of roots. */
static void sums_of_sums(mpz_t *sums, const mpz_t *a, const mpz_t *b, uint32_t n) {
    mpz_t binomial, part;
    mpz_inits(binomial, part, NULL);
    for (uint32_t k = 0; k < n; k++) {
        mpz_set_ui(binomial, 1);
        for (uint32_t i = 0; i <= k; i++) {
            mpz_mul(part, a[i], b[k - i]);
            mpz_addmul(sums[k], part, binomial);
            mpz_mul_ui(binomial, binomial, k - i);
            mpz_divexact_ui(binomial, binomial, i + 1);
        }
    }
    mpz_clears(binomial, part, NULL);
}

static void compose(struct poly *r, const struct poly *a, const struct poly *b, bool is_sum) {
    uint32_t degree = poly_degree(a) * poly_degree(b), n = degree + 1;
    mpz_srcptr lead_a = a->c[a->n - 1], lead_b = b->c[b->n - 1];
    mpz_t *sums_a = numbers_new(n), *sums_b = numbers_new(n), *sums = numbers_new(n);
    mpz_t factor;
    struct poly monic;
    mpz_init(factor);
    poly_init(&monic);
    if (is_sum)
        mpz_lcm(factor, lead_a, lead_b);
    make_monic(&monic, a, is_sum ? factor : lead_a);
    power_sums(&monic, sums_a, n);
    make_monic(&monic, b, is_sum ? factor : lead_b);
    power_sums(&monic, sums_b, n);
    if (is_sum)
        sums_of_sums(sums, (const mpz_t *)sums_a, (const mpz_t *)sums_b, n);
    else {
        mpz_mul(factor, lead_a, lead_b);
        for (uint32_t k = 0; k < n; k++)
            mpz_mul(sums[k], sums_a[k], sums_b[k]);
    }
    of_power_sums(r, (const mpz_t *)sums, degree);
    scale(r, factor);
    poly_primitive(r);
    poly_clear(&monic);
    mpz_clear(factor);
    numbers_free(sums_a, n);
    numbers_free(sums_b, n);
    numbers_free(sums, n);
}

void poly_composed_sum(struct poly *r, const struct poly *a, const struct poly *b) {
    compose(r, a, b, true);
}

void poly_composed_product(struct poly *r, const struct poly *a, const struct poly *b) {
    compose(r, a, b, false);
}

void poly_composed_power(struct poly *r, const struct poly *p, uint32_t k) {
    uint32_t degree = poly_degree(p), n = degree * k + 1;
    mpz_t *sums = numbers_new(n), *powers = numbers_new(degree + 1);
    mpz_t factor;
    struct poly monic;
    mpz_init(factor);
    poly_init(&monic);
    make_monic(&monic, p, p->c[degree]);
    power_sums(&monic, sums, n);
    for (uint32_t i = 0; i <= degree; i++)
        mpz_swap(powers[i], sums[i * k]);
    of_power_sums(r, (const mpz_t *)powers, degree);
    mpz_pow_ui(factor, p->c[degree], k);
    scale(r, factor);
    poly_primitive(r);
    poly_clear(&monic);
    mpz_clear(factor);
    numbers_free(sums, n);
    numbers_free(powers, degree + 1);
}
