/*
 * Irreducible factors of a polynomial over the integers, by Zassenhaus: factor
 * it modulo a prime, lift the factors to a power of the prime that is larger
 * than any coefficient of a true factor, and try which products of them are
 * true factors.
 *
 * The primes have 30 bits, so that few steps lift far, and products of
 * residues fit into 64 bits.
 */
#include "eval/polynomial.h"

#include "base/die.h"
#include "base/rng.h"

enum {
    MODULAR_DEGREE_MAX = 127, /* sets of degrees are bits of 128 */
    PRIMES_TRIED = 5,
    SUBSETS_MAX = 100000,
};

/* ---- polynomials modulo a prime ---- */

struct residues {
    uint32_t n; /* coefficients; the last is not 0 */
    uint32_t c[MODULAR_DEGREE_MAX + 1];
};

static void residues_trim(struct residues *f) {
    while (f->n > 0 && f->c[f->n - 1] == 0)
        f->n--;
}

static uint32_t power_mod(uint32_t base, uint32_t exponent, uint32_t p) {
    uint64_t result = 1, square = base;
    for (; exponent > 0; exponent >>= 1, square = square * square % p)
        if ((exponent & 1) != 0)
            result = result * square % p;
    return (uint32_t)result;
}

static uint32_t inverse_mod(uint32_t x, uint32_t p) {
    return power_mod(x, p - 2, p);
}

static void residues_of(struct residues *r, const struct poly *f, uint32_t p) {
    r->n = f->n;
    for (uint32_t i = 0; i < f->n; i++)
        r->c[i] = (uint32_t)mpz_fdiv_ui(f->c[i], p);
    residues_trim(r);
}

static void make_monic(struct residues *f, uint32_t p) {
    if (f->n == 0 || f->c[f->n - 1] == 1)
        return;
    uint64_t inverse = inverse_mod(f->c[f->n - 1], p);
    for (uint32_t i = 0; i < f->n; i++)
        f->c[i] = (uint32_t)(f->c[i] * inverse % p);
}

/* a becomes the remainder by b; the quotient goes to q if that is given. b is not 0. */
static void divide(struct residues *a, const struct residues *b, struct residues *q, uint32_t p) {
    uint64_t inverse = b->c[b->n - 1] == 1 ? 1 : inverse_mod(b->c[b->n - 1], p);
    if (q != NULL)
        q->n = a->n >= b->n ? a->n - b->n + 1 : 0;
    for (uint32_t i = a->n; i >= b->n; i--) {
        uint64_t factor = a->c[i - 1] * inverse % p;
        if (q != NULL)
            q->c[i - b->n] = (uint32_t)factor;
        if (factor == 0)
            continue;
        for (uint32_t j = 0; j < b->n; j++) {
            uint32_t *c = &a->c[i - b->n + j];
            *c = (uint32_t)((*c + (p - factor) * b->c[j]) % p);
        }
    }
    residues_trim(a);
}

/* a = a * b mod f, of degrees below f's */
static void multiply(struct residues *a, const struct residues *b, const struct residues *f,
                     uint32_t p) {
    uint64_t product[2 * MODULAR_DEGREE_MAX + 2] = {0};
    if (a->n == 0 || b->n == 0) {
        a->n = 0;
        return;
    }
    uint32_t n = a->n + b->n - 1;
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t j = 0; j < b->n; j++)
            product[i + j] = (product[i + j] + (uint64_t)a->c[i] * b->c[j]) % p;
    uint64_t inverse = f->c[f->n - 1] == 1 ? 1 : inverse_mod(f->c[f->n - 1], p);
    for (uint32_t i = n; i >= f->n; i--) {
        uint64_t factor = product[i - 1] * inverse % p;
        for (uint32_t j = 0; j < f->n && factor != 0; j++) {
            uint64_t *c = &product[i - f->n + j];
            *c = (*c + (p - factor) * f->c[j]) % p;
        }
    }
    a->n = n < f->n - 1 ? n : f->n - 1;
    for (uint32_t i = 0; i < a->n; i++)
        a->c[i] = (uint32_t)product[i];
    residues_trim(a);
}

static void residues_gcd(struct residues *r, const struct residues *a, const struct residues *b,
                         uint32_t p) {
    struct residues x = *a, y = *b;
    while (y.n > 0) {
        divide(&x, &y, NULL, p);
        struct residues other = x;
        x = y;
        y = other;
    }
    make_monic(&x, p);
    *r = x;
}

/* r = base^exponent mod f */
static void residues_power(struct residues *r, const struct residues *base, mpz_srcptr exponent,
                           const struct residues *f, uint32_t p) {
    struct residues square = *base;
    divide(&square, f, NULL, p);
    *r = (struct residues){.n = 1, .c = {1}};
    size_t bits = mpz_sizeinbase(exponent, 2);
    for (size_t i = 0; i < bits; i++) {
        if (mpz_tstbit(exponent, i) != 0)
            multiply(r, &square, f, p);
        multiply(&square, &square, f, p);
    }
}

static void residues_sub(struct residues *a, const struct residues *b, uint32_t p) {
    for (uint32_t i = a->n; i < b->n; i++)
        a->c[i] = 0;
    a->n = a->n > b->n ? a->n : b->n;
    for (uint32_t i = 0; i < b->n; i++)
        a->c[i] = (a->c[i] + (p - b->c[i])) % p;
    residues_trim(a);
}

/* The inverse of a modulo f, which has no factor in common with it: Euclid, extended. */
static void residues_invert(struct residues *r, const struct residues *a, const struct residues *f,
                            uint32_t p) {
    struct residues old = *f, now = *a, old_factor = {0}, factor = {.n = 1, .c = {1}};
    divide(&now, f, NULL, p);
    while (now.n > 1) {
        struct residues quotient, next_factor;
        divide(&old, &now, &quotient, p);
        next_factor = factor;
        multiply(&next_factor, &quotient, f, p);
        residues_sub(&old_factor, &next_factor, p);
        struct residues other = old;
        old = now;
        now = other;
        other = old_factor;
        old_factor = factor;
        factor = other;
    }
    REQUIRE(now.n == 1);
    uint64_t inverse = inverse_mod(now.c[0], p);
    for (uint32_t i = 0; i < factor.n; i++)
        factor.c[i] = (uint32_t)(factor.c[i] * inverse % p);
    *r = factor;
}

/* ---- factors modulo a prime: Cantor and Zassenhaus ---- */

typedef VEC(struct residues) residues_vec;

static bool is_square_free(const struct residues *f, uint32_t p) {
    struct residues derivative = {.n = f->n - 1}, common;
    for (uint32_t i = 1; i < f->n; i++)
        derivative.c[i - 1] = (uint32_t)((uint64_t)f->c[i] * i % p);
    residues_trim(&derivative);
    residues_gcd(&common, f, &derivative, p);
    return common.n == 1;
}

/*
 * f is a product of irreducible polynomials of this degree: a random one to
 * the power (p^degree - 1) / 2 is 1 modulo about half of them, else -1.
 */
static void split_equal(const struct residues *f, uint32_t degree, uint32_t p, struct rng *rng,
                        residues_vec *factors) {
    residues_vec open = {0};
    mpz_t exponent;
    mpz_init(exponent);
    mpz_ui_pow_ui(exponent, p, degree);
    mpz_sub_ui(exponent, exponent, 1);
    mpz_tdiv_q_2exp(exponent, exponent, 1);
    vec_push(&open, *f);
    while (open.n > 0) {
        struct residues g = vec_pop(&open);
        if (g.n - 1 == degree) {
            vec_push(factors, g);
            continue;
        }
        struct residues some = {.n = g.n - 1}, power, common;
        for (uint32_t i = 0; i < some.n; i++)
            some.c[i] = (uint32_t)rng_below(rng, p);
        residues_trim(&some);
        residues_power(&power, &some, exponent, &g, p);
        residues_sub(&power, &(struct residues){.n = 1, .c = {1}}, p);
        residues_gcd(&common, &g, &power, p);
        if (common.n > 1 && common.n < g.n) {
            struct residues other;
            divide(&g, &common, &other, p);
            make_monic(&other, p);
            vec_push(&open, other);
            vec_push(&open, common);
        } else
            vec_push(&open, g);
    }
    vec_free(&open);
    mpz_clear(exponent);
}

/* All monic factors of a square-free f: x^(p^d) - x is the product of those of degrees d divides. */
static void factor_mod(const struct residues *f, uint32_t p, residues_vec *factors) {
    struct residues rest = *f, x = {.n = 2, .c = {0, 1}}, power = x;
    struct rng rng;
    mpz_t exponent;
    mpz_init_set_ui(exponent, p);
    rng_init(&rng, p, f->n, 0, 0);
    make_monic(&rest, p);
    for (uint32_t degree = 1; 2 * degree < rest.n; degree++) {
        struct residues difference, common, quotient;
        residues_power(&power, &power, exponent, &rest, p);
        difference = power;
        residues_sub(&difference, &x, p);
        residues_gcd(&common, &rest, &difference, p);
        if (common.n == 1)
            continue;
        split_equal(&common, degree, p, &rng, factors);
        divide(&rest, &common, &quotient, p);
        rest = quotient;
        divide(&power, &rest, NULL, p);
    }
    if (rest.n > 1)
        vec_push(factors, rest);
    mpz_clear(exponent);
}

/* ---- lifting ---- */

struct lifting {
    const struct poly *f;
    uint32_t p;
    residues_vec modular; /* monic factors modulo p */
    residues_vec weights; /* the inverse of the product of all others, modulo each */
    poly_vec lifted;      /* monic factors modulo `modulus`, coefficients in [0, modulus) */
    mpz_t modulus;        /* a power of p */
};

static void find_weights(struct lifting *l) {
    for (size_t i = 0; i < l->modular.n; i++) {
        const struct residues *g = &l->modular.at[i];
        struct residues others = {.n = 1, .c = {1}}, weight;
        for (size_t j = 0; j < l->modular.n; j++) {
            struct residues factor = l->modular.at[j];
            if (j == i)
                continue;
            divide(&factor, g, NULL, l->p);
            multiply(&others, &factor, g, l->p);
        }
        residues_invert(&weight, &others, g, l->p);
        vec_push(&l->weights, weight);
    }
}

/* The product of lifted factors, times the leading coefficient of f, modulo m. */
static void lifted_product(const struct lifting *l, const struct poly *f, const bool *chosen,
                           mpz_srcptr m, struct poly *product) {
    struct poly next;
    poly_init(&next);
    product->n = 0;
    poly_resize(product, 1);
    mpz_set(product->c[0], f->c[f->n - 1]);
    for (size_t i = 0; i < l->lifted.n; i++) {
        if (chosen != NULL && !chosen[i])
            continue;
        poly_mul(&next, product, &l->lifted.at[i]);
        for (uint32_t j = 0; j < next.n; j++)
            mpz_fdiv_r(next.c[j], next.c[j], m);
        poly_swap(&next, product);
    }
    poly_clear(&next);
}

/* From a modulus p^k to p^(k + 1): what is missing is p^k times what the weights share out. */
static void lift_once(struct lifting *l) {
    struct poly product, missing;
    mpz_t next;
    mpz_init(next);
    poly_init(&product);
    poly_init(&missing);
    mpz_mul_ui(next, l->modulus, l->p);
    lifted_product(l, l->f, NULL, next, &product);
    poly_sub(&missing, l->f, &product);
    for (uint32_t i = 0; i < missing.n; i++) {
        mpz_fdiv_r(missing.c[i], missing.c[i], next);
        mpz_divexact(missing.c[i], missing.c[i], l->modulus);
    }
    poly_trim(&missing);
    struct residues error;
    residues_of(&error, &missing, l->p);
    uint64_t inverse = inverse_mod((uint32_t)mpz_fdiv_ui(l->f->c[l->f->n - 1], l->p), l->p);
    for (uint32_t i = 0; i < error.n; i++)
        error.c[i] = (uint32_t)(error.c[i] * inverse % l->p);
    for (size_t i = 0; i < l->lifted.n; i++) {
        struct residues change = error;
        divide(&change, &l->modular.at[i], NULL, l->p);
        multiply(&change, &l->weights.at[i], &l->modular.at[i], l->p);
        for (uint32_t j = 0; j < change.n; j++)
            mpz_addmul_ui(l->lifted.at[i].c[j], l->modulus, change.c[j]);
    }
    mpz_swap(l->modulus, next);
    poly_clear(&product);
    poly_clear(&missing);
    mpz_clear(next);
}

/*
 * Mignotte: coefficients of a factor are at most 2^degree times the norm of f.
 * The candidates are multiplied by the leading coefficient, and have signs.
 */
static void lift(struct lifting *l) {
    uint64_t bits = poly_bits(l->f) + poly_degree(l->f) + 8 /* square root of the degree */ +
                    mpz_sizeinbase(l->f->c[l->f->n - 1], 2) + 1;
    find_weights(l);
    mpz_set_ui(l->modulus, l->p);
    for (size_t i = 0; i < l->modular.n; i++) {
        const struct residues *g = &l->modular.at[i];
        struct poly factor;
        poly_init(&factor);
        poly_resize(&factor, g->n);
        for (uint32_t j = 0; j < g->n; j++)
            mpz_set_ui(factor.c[j], g->c[j]);
        vec_push(&l->lifted, factor);
    }
    while (mpz_sizeinbase(l->modulus, 2) <= bits)
        lift_once(l);
}

/* ---- recombination ---- */

typedef unsigned __int128 degree_set;

static degree_set degrees_of(const residues_vec *factors) {
    degree_set sums = 1;
    for (size_t i = 0; i < factors->n; i++)
        sums |= sums << (factors->at[i].n - 1);
    return sums;
}

struct search {
    struct lifting *l;
    struct poly rest; /* what is left of f */
    degree_set degrees;
    bool *chosen;
    uint32_t tried;
    poly_vec *factors;
};

/* The number between -modulus/2 and modulus/2 that is the same modulo it. */
static void make_signed(mpz_ptr x, mpz_srcptr modulus) {
    mpz_t twice;
    mpz_init(twice);
    mpz_mul_2exp(twice, x, 1);
    if (mpz_cmp(twice, modulus) > 0)
        mpz_sub(x, x, modulus);
    mpz_clear(twice);
}

/* Before anything else: the degree, and the constant coefficient, which has to divide f's. */
static bool is_plausible(const struct search *s) {
    const struct lifting *l = s->l;
    uint32_t degree = 0;
    for (size_t i = 0; i < l->lifted.n; i++)
        degree += s->chosen[i] ? poly_degree(&l->lifted.at[i]) : 0;
    if ((s->degrees >> degree & 1) == 0)
        return false;
    mpz_t constant, whole;
    mpz_init_set(constant, s->rest.c[s->rest.n - 1]);
    mpz_init(whole);
    mpz_mul(whole, constant, s->rest.c[0]);
    for (size_t i = 0; i < l->lifted.n; i++)
        if (s->chosen[i]) {
            mpz_mul(constant, constant, l->lifted.at[i].c[0]);
            mpz_fdiv_r(constant, constant, l->modulus);
        }
    make_signed(constant, l->modulus);
    bool divides = mpz_sgn(constant) == 0 ? mpz_sgn(whole) == 0 : mpz_divisible_p(whole, constant);
    mpz_clears(constant, whole, NULL);
    return divides;
}

/* Is the product of the chosen ones a factor? Then it is split off. */
static bool try_chosen(struct search *s) {
    struct lifting *l = s->l;
    struct poly candidate, quotient;
    if (!is_plausible(s))
        return false;
    poly_init(&candidate);
    poly_init(&quotient);
    lifted_product(l, &s->rest, s->chosen, l->modulus, &candidate);
    for (uint32_t i = 0; i < candidate.n; i++)
        make_signed(candidate.c[i], l->modulus);
    poly_trim(&candidate);
    poly_primitive(&candidate);
    bool divides = candidate.n > 1 && poly_divide(&quotient, &s->rest, &candidate);
    if (divides) {
        vec_push(s->factors, candidate);
        poly_swap(&s->rest, &quotient);
        poly_primitive(&s->rest);
        size_t n = 0;
        for (size_t i = 0; i < l->lifted.n; i++)
            if (s->chosen[i])
                poly_clear(&l->lifted.at[i]);
            else
                l->lifted.at[n++] = l->lifted.at[i];
        l->lifted.n = n;
    } else
        poly_clear(&candidate);
    poly_clear(&quotient);
    return divides;
}

/* The next choice of as many, in lexicographic order; false after the last. */
static bool next_choice(bool *chosen, size_t n) {
    size_t i = n, ones = 0;
    while (i > 0 && chosen[i - 1]) {
        chosen[--i] = false;
        ones++;
    }
    while (i > 0 && !chosen[i - 1])
        i--;
    if (i == 0)
        return false;
    chosen[i - 1] = false;
    for (size_t j = i; j <= i + ones; j++)
        chosen[j] = true;
    return true;
}

static void choose_first(bool *chosen, size_t n, size_t size) {
    for (size_t i = 0; i < n; i++)
        chosen[i] = i < size;
}

/* False if there were too many choices. */
static bool recombine(struct search *s) {
    struct lifting *l = s->l;
    for (size_t size = 1; 2 * size <= l->lifted.n; size++) {
        choose_first(s->chosen, l->lifted.n, size);
        bool more = true;
        while (more && 2 * size <= l->lifted.n) {
            if (++s->tried > SUBSETS_MAX)
                return false;
            if (try_chosen(s)) {
                choose_first(s->chosen, l->lifted.n, size);
                more = 2 * size <= l->lifted.n;
            } else
                more = next_choice(s->chosen, l->lifted.n);
        }
    }
    return true;
}

/* ---- all together ---- */

static uint32_t next_prime(uint32_t after) {
    mpz_t prime;
    mpz_init_set_ui(prime, after);
    mpz_nextprime(prime, prime);
    uint32_t p = (uint32_t)mpz_get_ui(prime);
    mpz_clear(prime);
    return p;
}

/*
 * The factors modulo the one of several primes that has fewest, and the
 * degrees that a true factor can have as all of them say.
 */
static degree_set choose_prime(struct lifting *l) {
    degree_set degrees = ~(degree_set)0;
    uint32_t p = (uint32_t)1 << 29;
    uint32_t degree = poly_degree(l->f);
    for (uint32_t tried = 0; tried < PRIMES_TRIED;) {
        struct residues f;
        residues_vec factors = {0};
        p = next_prime(p);
        residues_of(&f, l->f, p);
        if (f.n != l->f->n || !is_square_free(&f, p))
            continue;
        tried++;
        factor_mod(&f, p, &factors);
        degrees &= degrees_of(&factors);
        if (l->modular.n == 0 || factors.n < l->modular.n) {
            residues_vec other = l->modular;
            l->modular = factors;
            factors = other;
            l->p = p;
        }
        vec_free(&factors);
        if ((degrees & ~((degree_set)1 | (degree_set)1 << degree)) == 0)
            break;
    }
    return degrees;
}

static void push_copy(poly_vec *polys, const struct poly *p) {
    struct poly copy;
    poly_init(&copy);
    poly_set(&copy, p);
    vec_push(polys, copy);
}

bool poly_factor(const struct poly *p, poly_vec *factors) {
    uint32_t degree = poly_degree(p);
    if (degree > MODULAR_DEGREE_MAX)
        return false;
    if (degree <= 1) {
        push_copy(factors, p);
        return true;
    }
    struct lifting l = {.f = p};
    degree_set degrees = choose_prime(&l);
    bool irreducible = (degrees & ~((degree_set)1 | (degree_set)1 << degree)) == 0;
    bool complete = true;
    if (irreducible)
        push_copy(factors, p);
    else {
        struct search s = {.l = &l, .degrees = degrees, .factors = factors};
        mpz_init(l.modulus);
        poly_init(&s.rest);
        poly_set(&s.rest, p);
        lift(&l);
        s.chosen = mem_alloc(l.lifted.n * sizeof *s.chosen);
        complete = recombine(&s);
        if (complete && s.rest.n > 1)
            push_copy(factors, &s.rest);
        mem_free(s.chosen);
        poly_clear(&s.rest);
        mpz_clear(l.modulus);
        poly_vec_clear(&l.lifted);
        vec_free(&l.weights);
    }
    vec_free(&l.modular);
    return complete;
}

void poly_vec_clear(poly_vec *polys) {
    for (size_t i = 0; i < polys->n; i++)
        poly_clear(&polys->at[i]);
    vec_free(polys);
}
