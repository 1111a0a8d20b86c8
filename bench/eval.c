/*
 * eval - evaluates mixed terms over integers, reals, bit-vectors and truth
 * values, and says how fast. One line of numbers:
 *
 *     APPLICATIONS SECONDS VALUES
 *
 * The terms are drawn at random, each over terms drawn before, so that most
 * are shared; every distinct one is applied once per assignment, of which there
 * are several. Seconds are CPU time.
 */
#include "eval/eval.h"
#include "base/clock.h"
#include "base/die.h"
#include "base/rng.h"
#include "term/check.h"

enum { N_TERMS = 200000, N_ASSIGNMENTS = 10, N_CONSTANTS = 20, N_SORTS = 5, NEAR = 100 };

/* Terms by sort, to draw arguments from. */
struct pool {
    struct term_table *table;
    struct rng rng;
    sort sorts[N_SORTS];
    u32_vec terms[N_SORTS];
    u32_vec constants;
};

static const struct {
    const char *name;
    int args[3]; /* numbers of sorts, -1 behind the last */
    int result;
} heads[] = {
    {"and", {0, 0, -1}, 0},    {"or", {0, 0, -1}, 0},       {"not", {0, -1, -1}, 0},
    {"ite", {0, 1, 1}, 1},     {"ite", {0, 2, 2}, 2},       {"ite", {0, 3, 3}, 3},
    {"+", {1, 1, -1}, 1},      {"-", {1, 1, -1}, 1},        {"*", {1, 1, -1}, 1},
    {"mod", {1, 1, -1}, 1},    {"div", {1, 1, -1}, 1},      {"abs", {1, -1, -1}, 1},
    {"<=", {1, 1, -1}, 0},     {"<", {1, 1, -1}, 0},        {"=", {1, 1, -1}, 0},
    {"bvadd", {2, 2, -1}, 2},  {"bvmul", {2, 2, -1}, 2},    {"bvand", {2, 2, -1}, 2},
    {"bvxor", {2, 2, -1}, 2},  {"bvsub", {2, 2, -1}, 2},    {"bvlshr", {2, 2, -1}, 2},
    {"bvudiv", {2, 2, -1}, 2}, {"bvult", {2, 2, -1}, 0},    {"bvsle", {2, 2, -1}, 0},
    {"=", {2, 2, -1}, 0},      {"bvneg", {2, -1, -1}, 2},   {"bvadd", {4, 4, -1}, 4},
    {"bvor", {4, 4, -1}, 4},   {"bvult", {4, 4, -1}, 0},    {"+", {3, 3, -1}, 3},
    {"<=", {3, 3, -1}, 0},     {"to_real", {1, -1, -1}, 3}, {"bvshl", {2, 2, -1}, 2},
};

static void declare(struct pool *pool, int s, int i) {
    char name[16];
    snprintf(name, sizeof name, "c%d_%d", s, i);
    symbol called = symbol_intern(&pool->table->symbols, name, strlen(name));
    fun f = fun_declare(pool->table, FUN_DECLARED, called, NULL, 0, pool->sorts[s]);
    term t = term_constant(pool->table, f);
    vec_push(&pool->terms[s], t);
    vec_push(&pool->constants, t);
}

/* Integers stay small: products are taken modulo something. */
static term bounded(struct pool *pool, term t) {
    symbol mod = symbol_find(&pool->table->symbols, "mod", 3);
    symbol text = symbol_intern(&pool->table->symbols, "1000003", 7);
    struct check check;
    term args[2] = {t, term_make(pool->table, OP_NUMERAL, text, SORT_INT, NULL, 0)};
    return check_op(pool->table, mod, NULL, 0, 0, args, 2, &check);
}

static void draw(struct pool *pool) {
    size_t at = rng_below(&pool->rng, sizeof heads / sizeof *heads);
    term args[3];
    uint32_t n = 0;
    for (; n < 3 && heads[at].args[n] >= 0; n++) {
        const u32_vec *from = &pool->terms[heads[at].args[n]];
        /* mostly of terms nearby, as in formulas that people and programs write */
        size_t near = rng_below(&pool->rng, 4) == 0 || from->n < NEAR ? from->n : NEAR;
        args[n] = from->at[from->n - 1 - rng_below(&pool->rng, near)];
    }
    struct check check;
    symbol name = symbol_find(&pool->table->symbols, heads[at].name, strlen(heads[at].name));
    term t = check_op(pool->table, name, NULL, 0, 0, args, n, &check);
    REQUIRE(t != 0);
    if (strcmp(heads[at].name, "*") == 0)
        t = bounded(pool, t);
    vec_push(&pool->terms[heads[at].result], t);
}

/* New values for all constants. */
static void assign(struct pool *pool, struct eval *eval) {
    eval_clear(eval);
    for (size_t i = 0; i < pool->constants.n; i++) {
        term t = pool->constants.at[i];
        uint64_t limit = term_sort(pool->table, t) == SORT_BOOL ? 2 : 1000000;
        eval_set_choice(eval, t, value_of_small((int64_t)rng_below(&pool->rng, limit)));
    }
}

int main(void) {
    struct pool pool = {.table = term_table_new()};
    rng_init(&pool.rng, 1, 0, 0, 0);
    pool.sorts[0] = SORT_BOOL;
    pool.sorts[1] = SORT_INT;
    pool.sorts[2] = sort_bitvec(&pool.table->sorts, 32);
    pool.sorts[3] = SORT_REAL;
    pool.sorts[4] = sort_bitvec(&pool.table->sorts, 64);
    for (int s = 0; s < N_SORTS; s++)
        for (int i = 0; i < N_CONSTANTS; i++)
            declare(&pool, s, i);
    for (int i = 0; i < N_TERMS; i++)
        draw(&pool);

    struct eval *eval = eval_new(pool.table);
    struct eval_limits limits = eval_default_limits;
    limits.steps = UINT64_MAX / 2;
    eval_set_limits(eval, &limits);
    eval_set_fixed(eval, true);
    uint64_t n_applications = 0, n_values = 0, used = 0;
    for (term t = 1; t < pool.table->nodes.n; t++)
        n_applications += term_n_args(pool.table, t) > 0 ? N_ASSIGNMENTS : 0;
    for (int i = 0; i < N_ASSIGNMENTS; i++) {
        assign(&pool, eval);
        uint64_t start = clock_cpu_ns();
        for (int s = 0; s < N_SORTS; s++)
            for (size_t j = 0; j < pool.terms[s].n; j++)
                n_values += eval_result(eval, eval_term(eval, pool.terms[s].at[j])) == EVAL_VALUE;
        used += clock_cpu_ns() - start;
    }
    printf("%llu %.4f %llu\n", (unsigned long long)n_applications, (double)used / 1e9,
           (unsigned long long)n_values);

    eval_free(eval);
    for (int s = 0; s < N_SORTS; s++)
        vec_free(&pool.terms[s]);
    vec_free(&pool.constants);
    term_table_free(pool.table);
    return EXIT_DONE;
}
