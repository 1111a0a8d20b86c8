/*
 * Irreducible factors of a polynomial over the integers, by Zassenhaus: factor
 * it modulo a prime, lift the factors to a power of the prime that is larger
 * than any coefficient of a true factor, and try which products of them are
 * true factors.
 */
#include "eval/polynomial_mod.h"

#include "base/die.h"
#include "base/rng.h"

enum {
    PRIMES_TRIED = 4,
    SUBSETS_MAX = 20000,
};

/* ---- factors modulo a prime: Cantor and Zassenhaus ---- */

static bool is_square_free(const struct residues *f, uint32_t p) {
    struct residues derivative = {.n = f->n - 1}, common;
    for (uint32_t i = 1; i < f->n; i++)
        derivative.c[i - 1] = (uint32_t)((uint64_t)f->c[i] * i % p);
    residues_trim(&derivative);
    residues_gcd(&common, f, &derivative, p);
    return common.n == 1;
}

/* g^p is g(x^p): a linear map, known by what it makes of the powers of x. */
struct frobenius {
    const struct residues *f; /* monic */
    uint32_t p;
    struct residues images[POLY_DEGREE_MAX]; /* of x^i: x^(i p) mod f */
};

static struct frobenius *frobenius_new(const struct residues *f, uint32_t p) {
    struct frobenius *map = mem_alloc(sizeof *map);
    struct residues x = {.n = 2, .c = {0, 1}}, power;
    map->f = f;
    map->p = p;
    residues_power(&power, &x, p, f, p);
    map->images[0] = (struct residues){.n = 1, .c = {1}};
    for (uint32_t i = 1; i + 1 < f->n; i++) {
        map->images[i] = map->images[i - 1];
        residues_multiply(&map->images[i], &power, f, p);
    }
    return map;
}

/* g = g^p mod f */
static void frobenius_apply(const struct frobenius *map, struct residues *g) {
    uint64_t sums[POLY_DEGREE_MAX] = {0};
    for (uint32_t i = 0; i < g->n; i++)
        for (uint32_t j = 0; j < map->images[i].n; j++)
            sums[j] += (uint64_t)g->c[i] * map->images[i].c[j];
    residues_reduce(g, sums, map->f->n - 1, map->f, map->p);
}

/*
 * f is a product of irreducible polynomials of this degree: a random one to
 * the power (p^degree - 1) / 2 is 1 modulo about half of them, else -1. The
 * exponent is 1 + p + p^2 + ... + p^(degree - 1), times (p - 1) / 2.
 */
static void random_unit(const struct frobenius *map, const struct residues *g, uint32_t degree,
                        struct rng *rng, struct residues *unit) {
    uint32_t p = map->p;
    struct residues power = {.n = g->n - 1}, norm, factor;
    for (uint32_t i = 0; i < power.n; i++)
        power.c[i] = (uint32_t)rng_below(rng, p);
    residues_trim(&power);
    norm = power;
    for (uint32_t i = 1; i < degree; i++) {
        frobenius_apply(map, &power);
        factor = power;
        residues_divide(&factor, g, NULL, p);
        residues_multiply(&norm, &factor, g, p);
    }
    residues_power(unit, &norm, (p - 1) / 2, g, p);
}

static void split_equal(const struct frobenius *map, const struct residues *f, uint32_t degree,
                        struct rng *rng, residues_vec *factors) {
    residues_vec open = {0};
    vec_push(&open, *f);
    while (open.n > 0) {
        struct residues g = vec_pop(&open), unit, common;
        if (g.n - 1 == degree) {
            vec_push(factors, g);
            continue;
        }
        random_unit(map, &g, degree, rng, &unit);
        residues_sub(&unit, &(struct residues){.n = 1, .c = {1}}, map->p);
        residues_gcd(&common, &g, &unit, map->p);
        if (common.n > 1 && common.n < g.n) {
            struct residues other;
            residues_divide(&g, &common, &other, map->p);
            vec_push(&open, other);
            vec_push(&open, common);
        } else
            vec_push(&open, g);
    }
    vec_free(&open);
}

/* All monic factors of a square-free f: x^(p^d) - x is the product of those of degrees d divides. */
static void factor_mod(const struct residues *f, uint32_t p, residues_vec *factors) {
    struct residues monic = *f, rest, x = {.n = 2, .c = {0, 1}}, power = x;
    struct rng rng;
    rng_init(&rng, p, f->n, 0, 0);
    residues_make_monic(&monic, p);
    rest = monic;
    struct frobenius *map = frobenius_new(&monic, p);
    for (uint32_t degree = 1; 2 * degree < rest.n; degree++) {
        struct residues difference, common, quotient;
        frobenius_apply(map, &power);
        difference = power;
        residues_sub(&difference, &x, p);
        residues_gcd(&common, &rest, &difference, p);
        if (common.n == 1)
            continue;
        split_equal(map, &common, degree, &rng, factors);
        residues_divide(&rest, &common, &quotient, p);
        rest = quotient;
    }
    if (rest.n > 1)
        vec_push(factors, rest);
    mem_free(map);
}

/* ---- lifting ---- */

struct lifting {
    const struct poly *f;
    uint32_t p;
    residues_vec modular; /* monic factors modulo p */
    residues_vec weights; /* the inverse of the product of all others, modulo each */
    poly_vec lifted;      /* monic factors modulo `modulus`, coefficients in [0, modulus) */
    mpz_t modulus;        /* a power of p */
    uint64_t bits;        /* of a true factor's coefficients, and of its values at 0 and 1 */
};

static void find_weights(struct lifting *l) {
    for (size_t i = 0; i < l->modular.n; i++) {
        const struct residues *g = &l->modular.at[i];
        struct residues others = {.n = 1, .c = {1}}, weight;
        for (size_t j = 0; j < l->modular.n; j++) {
            struct residues factor = l->modular.at[j];
            if (j == i)
                continue;
            residues_divide(&factor, g, NULL, l->p);
            residues_multiply(&others, &factor, g, l->p);
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
    uint64_t inverse = residue_inverse((uint32_t)mpz_fdiv_ui(l->f->c[l->f->n - 1], l->p), l->p);
    for (uint32_t i = 0; i < error.n; i++)
        error.c[i] = (uint32_t)(error.c[i] * inverse % l->p);
    for (size_t i = 0; i < l->lifted.n; i++) {
        struct residues change = error;
        residues_divide(&change, &l->modular.at[i], NULL, l->p);
        residues_multiply(&change, &l->weights.at[i], &l->modular.at[i], l->p);
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
 * The candidates are multiplied by the leading coefficient. The modulus gets
 * larger than that needs, so that what is no factor mostly exceeds the bound.
 */
static void lift(struct lifting *l) {
    enum { NORM_BITS = 8, SUM_BITS = 7, SPARE_BITS = 40 };
    l->bits = poly_bits(l->f) + NORM_BITS + poly_degree(l->f) +
              mpz_sizeinbase(l->f->c[l->f->n - 1], 2) + SUM_BITS;
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
    while (mpz_sizeinbase(l->modulus, 2) <= l->bits + SPARE_BITS)
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
    mpz_t *at_one; /* values of the lifted factors at 1 */
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

/*
 * Can the product of the chosen ones be a factor, by its value at a point? `whole` is
 * what the rest has there. A true factor's value is small, and divides it.
 */
static bool fits_at(const struct search *s, bool at_one, mpz_srcptr whole) {
    const struct lifting *l = s->l;
    mpz_t product, multiple;
    mpz_init_set(product, s->rest.c[s->rest.n - 1]);
    mpz_init(multiple);
    mpz_mul(multiple, product, whole);
    for (size_t i = 0; i < l->lifted.n; i++)
        if (s->chosen[i]) {
            mpz_mul(product, product, at_one ? s->at_one[i] : l->lifted.at[i].c[0]);
            mpz_fdiv_r(product, product, l->modulus);
        }
    make_signed(product, l->modulus);
    bool fits = mpz_sgn(product) == 0
                    ? mpz_sgn(whole) == 0
                    : mpz_sizeinbase(product, 2) <= l->bits && mpz_divisible_p(multiple, product);
    mpz_clears(product, multiple, NULL);
    return fits;
}

static void sum_coefficients(mpz_ptr sum, const struct poly *p) {
    mpz_set_ui(sum, 0);
    for (uint32_t i = 0; i < p->n; i++)
        mpz_add(sum, sum, p->c[i]);
}

/* Before anything else: the degree, and the values at 1 and 0. */
static bool is_plausible(const struct search *s) {
    uint32_t degree = 0;
    for (size_t i = 0; i < s->l->lifted.n; i++)
        degree += s->chosen[i] ? poly_degree(&s->l->lifted.at[i]) : 0;
    if ((s->degrees >> degree & 1) == 0)
        return false;
    mpz_t sum;
    mpz_init(sum);
    sum_coefficients(sum, &s->rest);
    bool plausible = fits_at(s, true, sum) && fits_at(s, false, s->rest.c[0]);
    mpz_clear(sum);
    return plausible;
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
    bool divides = candidate.n > 1 && poly_bits(&candidate) <= l->bits;
    if (divides) {
        poly_primitive(&candidate);
        divides = poly_divide(&quotient, &s->rest, &candidate);
    }
    if (divides) {
        vec_push(s->factors, candidate);
        poly_swap(&s->rest, &quotient);
        poly_primitive(&s->rest);
        size_t n = 0;
        for (size_t i = 0; i < l->lifted.n; i++)
            if (s->chosen[i])
                poly_clear(&l->lifted.at[i]);
            else {
                mpz_swap(s->at_one[n], s->at_one[i]);
                l->lifted.at[n++] = l->lifted.at[i];
            }
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

/*
 * The factors modulo the one of several primes that has fewest, and the
 * degrees that a true factor can have as all of them say.
 */
static degree_set choose_prime(struct lifting *l) {
    degree_set degrees = ~(degree_set)0;
    uint32_t p = RESIDUES_FIRST_PRIME;
    uint32_t degree = poly_degree(l->f);
    for (uint32_t tried = 0; tried < PRIMES_TRIED;) {
        struct residues f;
        residues_vec factors = {0};
        p = residues_next_prime(p);
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

/* Lifts the factors modulo the prime, and puts them together. */
static bool factor_by(struct lifting *l, degree_set degrees, poly_vec *factors) {
    struct search s = {.l = l, .degrees = degrees, .factors = factors};
    poly_init(&s.rest);
    poly_set(&s.rest, l->f);
    mpz_init(l->modulus);
    lift(l);
    size_t n = l->lifted.n;
    s.chosen = mem_alloc(n * sizeof *s.chosen);
    s.at_one = mem_alloc(n * sizeof *s.at_one);
    for (size_t i = 0; i < n; i++) {
        mpz_init(s.at_one[i]);
        sum_coefficients(s.at_one[i], &l->lifted.at[i]);
    }
    bool complete = recombine(&s);
    if (complete)
        push_copy(factors, &s.rest);
    for (size_t i = 0; i < n; i++)
        mpz_clear(s.at_one[i]);
    mem_free(s.at_one);
    mem_free(s.chosen);
    poly_clear(&s.rest);
    poly_vec_clear(&l->lifted);
    vec_free(&l->weights);
    mpz_clear(l->modulus);
    return complete;
}

/* A quadratic polynomial splits if its discriminant is a square. */
static void factor_quadratic(const struct poly *p, poly_vec *factors) {
    struct poly linear, other;
    mpz_t root;
    mpz_init(root);
    poly_init(&linear);
    poly_init(&other);
    mpz_mul(root, p->c[0], p->c[2]);
    mpz_mul_2exp(root, root, 2);
    mpz_neg(root, root);
    mpz_addmul(root, p->c[1], p->c[1]);
    if (mpz_sgn(root) >= 0 && mpz_perfect_square_p(root)) {
        mpz_sqrt(root, root);
        poly_resize(&linear, 2); /* 2 a x + b - root */
        mpz_sub(linear.c[0], p->c[1], root);
        mpz_mul_2exp(linear.c[1], p->c[2], 1);
        poly_primitive(&linear);
        REQUIRE(poly_divide(&other, p, &linear));
        push_copy(factors, &linear);
        push_copy(factors, &other);
    } else
        push_copy(factors, p);
    poly_clear(&linear);
    poly_clear(&other);
    mpz_clear(root);
}

bool poly_factor(const struct poly *p, poly_vec *factors) {
    uint32_t degree = poly_degree(p);
    if (degree > POLY_DEGREE_MAX)
        return false;
    if (degree <= 1) {
        push_copy(factors, p);
        return true;
    }
    if (degree == 2) {
        factor_quadratic(p, factors);
        return true;
    }
    struct lifting l = {.f = p};
    degree_set degrees = choose_prime(&l), trivial = (degree_set)1 | (degree_set)1 << degree;
    bool complete = true;
    if ((degrees & ~trivial) == 0)
        push_copy(factors, p);
    else
        complete = factor_by(&l, degrees, factors);
    vec_free(&l.modular);
    return complete;
}

void poly_vec_clear(poly_vec *polys) {
    for (size_t i = 0; i < polys->n; i++)
        poly_clear(&polys->at[i]);
    vec_free(polys);
}
