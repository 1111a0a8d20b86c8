/*
 * Where to look for the value of a choice: beside it in the applications that
 * wait for it. For a number: a comparison with a polynomial in it on each side
 * changes only at the roots of their difference.
 */
#include "eval/algebraic.h"
#include "eval/eval_int.h"
#include "eval/polynomial.h"

enum { NODES_MAX = 400, DEGREE_MAX = 24, BITS_MAX = 4096 };

/* A polynomial with rational coefficients: p / d, d > 0. */
struct fraction {
    value of; /* the value that it stands for */
    struct poly p;
    mpz_t d;
};

struct solving {
    struct eval *eval;
    value choice;
    VEC(struct fraction) known;
    value_vec todo;
};

static struct fraction *find_known(struct solving *s, value v) {
    for (size_t i = 0; i < s->known.n; i++)
        if (s->known.at[i].of == v)
            return &s->known.at[i];
    return NULL;
}

static void fraction_init(struct fraction *f, value of) {
    f->of = of;
    poly_init(&f->p);
    mpz_init_set_ui(f->d, 1);
}

static void fraction_clear(struct fraction *f) {
    poly_clear(&f->p);
    mpz_clear(f->d);
}

/* r = p * factor */
static void multiply(struct poly *r, const struct poly *p, mpz_srcptr factor) {
    poly_set(r, p);
    for (uint32_t i = 0; i < r->n; i++)
        mpz_mul(r->c[i], r->c[i], factor);
}

static void fraction_add(struct fraction *r, const struct fraction *a, const struct fraction *b,
                         bool minus) {
    struct poly x, y;
    poly_init(&x);
    poly_init(&y);
    multiply(&x, &a->p, b->d);
    multiply(&y, &b->p, a->d);
    if (minus)
        poly_sub(&r->p, &x, &y);
    else
        poly_add(&r->p, &x, &y);
    mpz_mul(r->d, a->d, b->d);
    poly_clear(&x);
    poly_clear(&y);
}

static void fraction_mul(struct fraction *r, const struct fraction *a, const struct fraction *b) {
    poly_mul(&r->p, &a->p, &b->p);
    mpz_mul(r->d, a->d, b->d);
}

/* By a number that is not 0. */
static void fraction_div(struct fraction *r, const struct fraction *a, const struct fraction *b) {
    mpz_t factor;
    mpz_init_set(factor, b->d);
    mpz_mul(r->d, a->d, b->p.c[0]);
    if (mpz_sgn(r->d) < 0) {
        mpz_neg(r->d, r->d);
        mpz_neg(factor, factor);
    }
    multiply(&r->p, &a->p, factor);
    mpz_clear(factor);
}

static bool is_small_enough(const struct fraction *f) {
    return f->p.n <= DEGREE_MAX + 1 && poly_bits(&f->p) <= BITS_MAX &&
           mpz_sizeinbase(f->d, 2) <= BITS_MAX;
}

/* A number, or the choice. */
static bool set_leaf(struct solving *s, value v, struct fraction *f) {
    enum value_kind kind = value_kind(&s->eval->values, v);
    if (v == s->choice) {
        poly_resize(&f->p, 2);
        mpz_set_ui(f->p.c[1], 1);
        return true;
    }
    if (kind != VALUE_NUMBER && kind != VALUE_RATIO)
        return false;
    mpq_t q;
    mpq_init(q);
    value_to_mpq(&s->eval->values, v, q);
    poly_resize(&f->p, 1);
    mpz_set(f->p.c[0], mpq_numref(q));
    poly_trim(&f->p);
    mpz_set(f->d, mpq_denref(q));
    mpq_clear(q);
    return true;
}

/* An application whose arguments are known. */
static bool set_application(struct solving *s, value v, struct fraction *f) {
    uint32_t n;
    const value *args = stuck_args(s->eval, v, &n);
    struct fraction *a = n > 0 ? find_known(s, args[0]) : NULL;
    struct fraction *b = n > 1 ? find_known(s, args[1]) : NULL, zero;
    if (a == NULL || n > 2)
        return false;
    switch (value_at(&s->eval->values, v)->aux & STUCK_HEAD) {
    case OP_INT_NEG:
    case OP_REAL_NEG:
        fraction_init(&zero, 0);
        fraction_add(f, &zero, a, true);
        fraction_clear(&zero);
        return n == 1;
    case OP_TO_REAL:
        fraction_init(&zero, 0);
        fraction_add(f, a, &zero, false);
        fraction_clear(&zero);
        return n == 1;
    case OP_INT_ADD:
    case OP_REAL_ADD:
    case OP_INT_SUB:
    case OP_REAL_SUB: {
        uint32_t op = value_at(&s->eval->values, v)->aux & STUCK_HEAD;
        if (b != NULL)
            fraction_add(f, a, b, op == OP_INT_SUB || op == OP_REAL_SUB);
        return b != NULL;
    }
    case OP_INT_MUL:
    case OP_REAL_MUL:
        if (b != NULL && a->p.n + b->p.n <= DEGREE_MAX + 2)
            fraction_mul(f, a, b);
        return b != NULL && a->p.n + b->p.n <= DEGREE_MAX + 2;
    case OP_REAL_DIV:
        if (b != NULL && b->p.n == 1)
            fraction_div(f, a, b);
        return b != NULL && b->p.n == 1;
    default:
        return false;
    }
}

/* Are there arguments that are not known yet? Then they are put in front. */
static bool wants_more(struct solving *s, value v) {
    uint32_t n;
    size_t before = s->todo.n;
    if (v == s->choice || value_is_definite(&s->eval->values, v) || stuck_worst(&v, 1) != 0)
        return false;
    if ((value_at(&s->eval->values, v)->aux & (STUCK_OP | STUCK_TERM)) != STUCK_OP)
        return false;
    const value *args = stuck_args(s->eval, v, &n);
    for (uint32_t i = 0; i < n; i++)
        if (find_known(s, args[i]) == NULL)
            vec_push(&s->todo, args[i]);
    return s->todo.n > before;
}

/* The polynomial that the value is; NULL if it is none, or not a small one. */
static struct fraction *find_polynomial(struct solving *s, value v) {
    vec_clear(&s->todo);
    vec_push(&s->todo, v);
    while (s->todo.n > 0) {
        value next = vec_top(&s->todo);
        if (s->todo.n > NODES_MAX || s->known.n > NODES_MAX ||
            !eval_spend(s->eval, 1 + s->known.n / 4))
            return NULL;
        if (find_known(s, next) != NULL) {
            s->todo.n--;
            continue;
        }
        if (wants_more(s, next))
            continue;
        struct fraction f;
        fraction_init(&f, next);
        bool is_leaf = next == s->choice || value_is_definite(&s->eval->values, next);
        bool good = stuck_worst(&next, 1) == 0 &&
                    (is_leaf ? set_leaf(s, next, &f) : set_application(s, next, &f));
        if (!good || !is_small_enough(&f)) {
            fraction_clear(&f);
            return NULL;
        }
        vec_push(&s->known, f);
        s->todo.n--;
    }
    return find_known(s, v);
}

static bool is_comparison(const struct eval *eval, value v) {
    const struct value_node *node = value_at(&eval->values, v);
    if ((node->aux & (STUCK_OP | STUCK_TERM)) != STUCK_OP || node->n / 2 != 2)
        return false;
    switch (node->aux & STUCK_HEAD) {
    case OP_EQ:
        return stuck_arg_sort(eval, v, 0) == SORT_INT || stuck_arg_sort(eval, v, 0) == SORT_REAL;
    case OP_INT_LE:
    case OP_INT_LT:
    case OP_INT_GE:
    case OP_INT_GT:
    case OP_REAL_LE:
    case OP_REAL_LT:
    case OP_REAL_GE:
    case OP_REAL_GT:
        return true;
    default:
        return false;
    }
}

bool solve_difference(struct eval *eval, value left, value right, value choice, struct poly *out) {
    struct solving s = {.eval = eval, .choice = choice};
    bool good = find_polynomial(&s, left) != NULL && find_polynomial(&s, right) != NULL;
    if (good) {
        struct fraction difference;
        fraction_init(&difference, 0);
        fraction_add(&difference, find_known(&s, left), find_known(&s, right), true);
        poly_swap(&difference.p, out);
        fraction_clear(&difference);
    }
    for (size_t i = 0; i < s.known.n; i++)
        fraction_clear(&s.known.at[i]);
    vec_free(&s.known);
    vec_free(&s.todo);
    return good;
}

/* ---- a x + b, where b may wait for something else ---- */

struct linear {
    value of, a, b;
    sort sort;
};
typedef VEC(struct linear) linear_vec;

static struct linear *find_linear(linear_vec *known, value v) {
    for (size_t i = 0; i < known->n; i++)
        if (known->at[i].of == v)
            return &known->at[i];
    return NULL;
}

static value combine(struct eval *eval, enum op int_op, enum op real_op, sort s, value x, value y) {
    value args[2] = {x, y};
    sort sorts[2] = {s, s};
    return apply_op(eval, s == SORT_INT ? int_op : real_op, 0, s, args, sorts, 2);
}

static bool is_number(struct eval *eval, value v) {
    return value_is_definite(&eval->values, v);
}

static bool add_linear(struct eval *eval, struct linear *r, const struct linear *x,
                       const struct linear *y, bool minus) {
    value zero = value_of_small(0);
    r->a = minus ? real_sub(&eval->values, x->a, y->a) : real_add(&eval->values, x->a, y->a);
    r->b = !minus && y->b == zero   ? x->b
           : !minus && x->b == zero ? y->b
           : minus                  ? combine(eval, OP_INT_SUB, OP_REAL_SUB, r->sort, x->b, y->b)
                                    : combine(eval, OP_INT_ADD, OP_REAL_ADD, r->sort, x->b, y->b);
    return stuck_worst(&r->b, 1) == 0 && stuck_worst(&r->a, 1) == 0;
}

static bool scale_linear(struct eval *eval, struct linear *r, const struct linear *x, value by) {
    r->a = real_mul(&eval->values, x->a, by);
    r->b = combine(eval, OP_INT_MUL, OP_REAL_MUL, r->sort, x->b, by);
    return stuck_worst(&r->b, 1) == 0 && stuck_worst(&r->a, 1) == 0;
}

/* An application whose arguments are known. */
static bool combine_linear(struct eval *eval, linear_vec *known, value v, struct linear *r) {
    uint32_t n, op = value_at(&eval->values, v)->aux & STUCK_HEAD;
    const value *args = stuck_args(eval, v, &n);
    value zero = value_of_small(0);
    const struct linear *x = find_linear(known, args[0]),
                        *y = n > 1 ? find_linear(known, args[1]) : x;
    switch (op) {
    case OP_INT_NEG:
    case OP_REAL_NEG:
        return scale_linear(eval, r, x, value_of_small(-1));
    case OP_INT_ADD:
    case OP_REAL_ADD:
    case OP_INT_SUB:
    case OP_REAL_SUB:
        return n == 2 && add_linear(eval, r, x, y, op == OP_INT_SUB || op == OP_REAL_SUB);
    case OP_INT_MUL:
    case OP_REAL_MUL:
        if (n == 2 && x->a == zero && is_number(eval, x->b))
            return scale_linear(eval, r, y, x->b);
        return n == 2 && y->a == zero && is_number(eval, y->b) && scale_linear(eval, r, x, y->b);
    case OP_REAL_DIV:
        return n == 2 && y->a == zero && y->b != zero && is_number(eval, y->b) &&
               scale_linear(eval, r, x, real_div(&eval->values, value_of_small(1), y->b));
    default:
        return false;
    }
}

/* What does not depend on x is a part of b. */
static bool make_linear(struct eval *eval, linear_vec *known, value v, struct linear *r) {
    uint32_t n;
    const value *args = stuck_args(eval, v, &n);
    bool depends = false;
    for (uint32_t i = 0; i < n; i++) {
        const struct linear *arg = find_linear(known, args[i]);
        depends = depends || arg == NULL || arg->a != value_of_small(0) || arg->b != args[i];
    }
    if (depends)
        return combine_linear(eval, known, v, r);
    r->a = value_of_small(0);
    r->b = v;
    return true;
}

/* Arguments of arithmetic that are not known yet are put in front. */
static bool wants_linear(struct eval *eval, linear_vec *known, value v, value_vec *todo) {
    uint32_t n;
    size_t before = todo->n;
    const value *args = stuck_args(eval, v, &n);
    for (uint32_t i = 0; i < n; i++)
        if (find_linear(known, args[i]) == NULL)
            vec_push(todo, args[i]);
    return todo->n > before;
}

static bool find_linear_form(struct eval *eval, value v, value x, linear_vec *known, sort s) {
    value_vec todo = {0};
    bool good = true;
    vec_push(&todo, v);
    while (todo.n > 0 && good) {
        value next = vec_top(&todo);
        struct linear r = {.of = next, .sort = s, .a = value_of_small(next == x)};
        bool is_leaf = next == x || is_number(eval, next) || stuck_worst(&next, 1) != 0;
        if (todo.n > NODES_MAX || known->n > NODES_MAX || !eval_spend(eval, 1 + known->n / 4))
            good = false;
        else if (find_linear(known, next) != NULL)
            todo.n--;
        else if (is_leaf) {
            r.b = next == x ? value_of_small(0) : next;
            vec_push(known, r);
            todo.n--;
            good = stuck_worst(&next, 1) == 0;
        } else if (!wants_linear(eval, known, next, &todo)) {
            r.sort = stuck_sort(eval, next);
            good = make_linear(eval, known, next, &r);
            vec_push(known, r);
            todo.n--;
        }
    }
    vec_free(&todo);
    return good;
}

bool solve_linear(struct eval *eval, value left, value right, value x, sort s, value *a, value *b) {
    linear_vec known = {0};
    struct linear difference = {.sort = s};
    bool good =
        find_linear_form(eval, left, x, &known, s) && find_linear_form(eval, right, x, &known, s) &&
        add_linear(eval, &difference, find_linear(&known, left), find_linear(&known, right), true);
    *a = difference.a;
    *b = difference.b;
    vec_free(&known);
    return good;
}

/* ---- hints ---- */

/* Appends the numbers at which a comparison changes. */
static void add_roots(struct eval *eval, value comparison, value choice, value_vec *out) {
    struct poly p;
    uint32_t n;
    if (!is_comparison(eval, comparison))
        return;
    const value *args = stuck_args(eval, comparison, &n);
    poly_init(&p);
    if (solve_difference(eval, args[0], args[1], choice, &p))
        for (uint32_t k = 1; k < p.n; k++) {
            value root = algebraic_nth_root(&eval->values, p.c, p.n, k);
            if (root == 0 || root == VALUE_LIMIT)
                break;
            vec_push(out, root);
        }
    poly_clear(&p);
}

static int compare_reals(struct eval *eval, value a, value b) {
    return real_compare(&eval->values, a, b);
}

/* Ascending, without repetition. There are few. */
static void sort_reals(struct eval *eval, value_vec *numbers) {
    size_t kept = 0;
    for (size_t i = 0; i < numbers->n; i++) {
        value v = numbers->at[i];
        size_t at = kept;
        while (at > 0 && compare_reals(eval, numbers->at[at - 1], v) > 0)
            at--;
        if (at > 0 && numbers->at[at - 1] == v)
            continue;
        memmove(numbers->at + at + 1, numbers->at + at, (kept - at) * sizeof v);
        numbers->at[at] = v;
        kept++;
    }
    numbers->n = kept;
}

value solve_between(struct eval *eval, value a, value b) {
    mpq_t low, high, other;
    value v = 0;
    mpq_inits(low, high, other, NULL);
    for (uint32_t bits = 4; bits <= 256 && v == 0; bits *= 2) {
        real_enclose(&eval->values, a, bits, other, low);
        real_enclose(&eval->values, b, bits, high, other);
        if (mpq_cmp(low, high) < 0) {
            mpq_add(low, low, high);
            mpq_div_2exp(low, low, 1);
            v = value_of_mpq(&eval->values, low);
        }
    }
    mpq_clears(low, high, other, NULL);
    return v;
}

/* Sorts them, and appends one between each two, and one at each end. */
static void fill(struct eval *eval, value_vec *numbers) {
    value_vec roots = {0};
    for (size_t i = 0; i < numbers->n; i++)
        vec_push(&roots, numbers->at[i]);
    sort_reals(eval, &roots);
    vec_clear(numbers);
    for (size_t i = 0; i < roots.n; i++)
        vec_push(numbers, roots.at[i]);
    for (size_t i = 0; i + 1 < roots.n; i++) {
        value v = solve_between(eval, roots.at[i], roots.at[i + 1]);
        if (v != 0)
            vec_push(numbers, v);
    }
    if (roots.n > 0) {
        value one = value_of_small(1);
        vec_push(numbers, real_sub(&eval->values, real_floor(&eval->values, roots.at[0]), one));
        value last = real_floor(&eval->values, roots.at[roots.n - 1]);
        vec_push(numbers, real_add(&eval->values, last, one));
    }
    vec_free(&roots);
}

/* The values beside the choice: what it is compared with. */
static void add_neighbours(struct eval *eval, value choice, value application, value_vec *hints) {
    uint32_t n;
    sort s = stuck_sort(eval, choice);
    const value *args = stuck_args(eval, application, &n);
    bool waits = false;
    for (uint32_t i = 0; i < n; i++)
        waits = waits || args[i] == choice;
    for (uint32_t i = 0; waits && i < n; i++)
        if (value_is_definite(&eval->values, args[i]) && stuck_arg_sort(eval, application, i) == s)
            vec_push(hints, args[i]);
}

void solve_hints(struct eval *eval, value choice, const value_vec *stuck, value_vec *hints) {
    enum { HINTS_MAX = 64, ROOTS_MAX = 32, COMPARISONS_MAX = 200 };
    sort s = stuck_sort(eval, choice);
    value_vec roots = {0};
    for (size_t i = 0; i < stuck->n && hints->n < HINTS_MAX; i++)
        add_neighbours(eval, choice, stuck->at[i], hints);
    if (s != SORT_INT && s != SORT_REAL)
        return;
    for (size_t i = 0; i < stuck->n && i < COMPARISONS_MAX && roots.n < ROOTS_MAX; i++)
        add_roots(eval, stuck->at[i], choice, &roots);
    fill(eval, &roots);
    for (size_t i = 0; i < roots.n; i++)
        vec_push(hints, s == SORT_INT ? real_floor(&eval->values, roots.at[i]) : roots.at[i]);
    vec_free(&roots);
}
