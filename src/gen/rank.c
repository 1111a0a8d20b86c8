#include "gen/rank.h"

#include "term/check.h"

/* Languages and functions stand for no sort variable: solvers do not compare them. */
static bool is_first_class(const struct sort_table *sorts, sort s) {
    return s != SORT_REGLAN && sort_kind(sorts, s) != SORT_MAP;
}

/* ---- numerals -------------------------------------------------------------- */

struct draw {
    struct term_table *table;
    struct rng *rng;
    struct sort_binding binding;
    int64_t limit; /* the greatest numeral that is bound: where indices should stay below */
};

static bool bind(struct draw *d, uint32_t variable, int64_t number) {
    if (number < 0 || number > SORT_INDEX_MAX)
        return false;
    if (d->binding.numerals[variable] != NUMERAL_UNBOUND)
        return d->binding.numerals[variable] == number;
    d->binding.numerals[variable] = (uint32_t)number;
    if (number > d->limit)
        d->limit = number;
    return true;
}

/* A number in [0, most]. */
static int64_t draw_up_to(struct draw *d, int64_t most) {
    return most <= 0 ? 0 : (int64_t)rng_below(d->rng, (uint64_t)most + 1);
}

static bool solve(struct draw *d, uint32_t expr, int64_t target);

static int64_t draw_divisor(struct draw *d, int64_t n) {
    int64_t divisor = 1 + draw_up_to(d, n - 1);
    while (n % divisor != 0)
        divisor--;
    return divisor;
}

/* Neither side is known: the left one is drawn, unless it is an expression itself. */
static bool solve_both(struct draw *d, const struct numeral_expr *e, int64_t target) {
    int64_t drawn;
    switch (e->op) {
    case '+':
        drawn = 1 + draw_up_to(d, target - 1);
        return solve(d, e->a, drawn) && solve(d, e->b, target - drawn);
    case '-': /* of a slice: as far up as there are bits */
        drawn = draw_up_to(d, d->limit > target ? d->limit - target - 1 : 8);
        return solve(d, e->b, drawn) && solve(d, e->a, target + drawn);
    case '*':
        if (target <= 0)
            return false;
        drawn = draw_divisor(d, target);
        return solve(d, e->a, drawn) && solve(d, e->b, target / drawn);
    default:
        return false;
    }
}

/* Gives the variables of an expression values that make it the target. */
static bool solve(struct draw *d, uint32_t expr, int64_t target) {
    const struct sort_table *sorts = &d->table->sorts;
    struct numeral_expr e = sorts->exprs.at[expr];
    int64_t a, b;
    if (e.op == 'v')
        return bind(d, e.a, target);
    if (e.op == 'c')
        return e.a == target;
    bool has_a = numeral_value(sorts, e.a, &d->binding, &a);
    bool has_b = numeral_value(sorts, e.b, &d->binding, &b);
    if (!has_a && !has_b)
        return solve_both(d, &e, target);
    switch (e.op) {
    case '+':
        return has_a ? solve(d, e.b, target - a) : solve(d, e.a, target - b);
    case '-':
        return has_a ? solve(d, e.b, a - target) : solve(d, e.a, target + b);
    case '*':
        if (has_a)
            return a > 0 && target % a == 0 && solve(d, e.b, target / a);
        return b > 0 && target % b == 0 && solve(d, e.a, target / b);
    default:
        return false;
    }
}

static bool solve_index(struct draw *d, uint32_t index, uint32_t actual) {
    return index <= SORT_INDEX_MAX ? index == actual : solve(d, index & SORT_INDEX_MAX, actual);
}

/* ---- sorts ----------------------------------------------------------------- */

/* sort_match, with expressions solved where their variables are open. */
static bool solve_sort(struct draw *d, sort pattern, sort actual) {
    const struct sort_table *sorts = &d->table->sorts;
    struct sort_node p = *sort_at(sorts, pattern), a = *sort_at(sorts, actual);
    if (!p.is_pattern)
        return pattern == actual;
    if (p.kind == SORT_PARAM) {
        sort *bound = &d->binding.params[p.indices[0]];
        if (*bound == 0 && is_first_class(sorts, actual))
            *bound = actual;
        return *bound == actual;
    }
    if (p.kind != a.kind)
        return false;
    if (p.kind == SORT_BITVEC || p.kind == SORT_FIELD)
        return solve_index(d, p.indices[0], a.indices[0]);
    if (p.kind == SORT_FLOAT)
        return solve_index(d, p.indices[0], a.indices[0]) &&
               solve_index(d, p.indices[1], a.indices[1]);
    uint32_t n = sort_n_args(sorts, pattern);
    if (p.indices[0] != a.indices[0] || n != sort_n_args(sorts, actual))
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!solve_sort(d, sort_arg(sorts, pattern, i), sort_arg(sorts, actual, i)))
            return false;
    return true;
}

/* (= m (+ e s)): m becomes what the other side is. */
static void use_condition(struct draw *d, const struct op_info *info) {
    const struct sort_table *sorts = &d->table->sorts;
    int64_t number;
    if (info->condition == 0)
        return;
    struct numeral_expr e = sorts->exprs.at[info->condition - 1];
    if (e.op == '=' && numeral_value(sorts, e.b, &d->binding, &number))
        solve(d, e.a, number);
}

static bool is_bound(const struct draw *d, sort pattern) {
    const struct sort_table *sorts = &d->table->sorts;
    const struct sort_node *p = sort_at(sorts, pattern);
    int64_t number;
    if (!p->is_pattern)
        return true;
    if (p->kind == SORT_PARAM)
        return d->binding.params[p->indices[0]] != 0;
    if (p->kind == SORT_BITVEC || p->kind == SORT_FLOAT || p->kind == SORT_FIELD) {
        for (int i = 0; i < (p->kind == SORT_FLOAT ? 2 : 1); i++)
            if (p->indices[i] > SORT_INDEX_MAX &&
                !numeral_value(sorts, p->indices[i] & SORT_INDEX_MAX, &d->binding, &number))
                return false;
        return true;
    }
    for (uint32_t i = 0; i < sort_n_args(sorts, pattern); i++)
        if (!is_bound(d, sort_arg(sorts, pattern, i)))
            return false;
    return true;
}

/* A sort of the seed that the pattern can stand for. */
static bool bind_to_seed(struct draw *d, const struct pool *pool, sort pattern) {
    if (pool->sorts.n == 0)
        return false;
    size_t start = rng_below(d->rng, pool->sorts.n);
    struct sort_binding before = d->binding;
    for (size_t i = 0; i < pool->sorts.n; i++) {
        sort s = pool->sorts.at[(start + i) % pool->sorts.n].sort;
        if (solve_sort(d, pattern, s))
            return true;
        d->binding = before;
    }
    return false;
}

static bool make_up_bits(struct draw *d, uint32_t index) {
    static const uint32_t widths[] = {1, 1, 2, 3, 4, 8, 16, 32, 64};
    uint32_t width = rng_chance(d->rng, 1, 4)
                         ? 1 + (uint32_t)rng_below(d->rng, 66)
                         : widths[rng_below(d->rng, sizeof widths / sizeof *widths)];
    return solve_index(d, index, width);
}

static bool make_up_float(struct draw *d, const struct sort_node *p) {
    static const uint32_t formats[][2] = {{5, 11}, {8, 24}, {11, 53}};
    const uint32_t *format = formats[rng_below(d->rng, 3)];
    return solve_index(d, p->indices[0], format[0]) && solve_index(d, p->indices[1], format[1]);
}

/* A sort of the right kind that the seed may not have. */
static bool make_up(struct draw *d, const struct pool *pool, const struct vocabulary *vocabulary,
                    sort pattern) {
    const struct sort_table *sorts = &d->table->sorts;
    struct sort_node p = *sort_at(sorts, pattern);
    if (is_bound(d, pattern))
        return true;
    if (p.kind == SORT_PARAM)
        return bind_to_seed(d, pool, pattern) || solve_sort(d, pattern, SORT_BOOL);
    if (!vocabulary_knows(vocabulary, (enum sort_kind)p.kind))
        return false;
    if (p.kind == SORT_BITVEC)
        return make_up_bits(d, p.indices[0]);
    if (p.kind == SORT_FLOAT)
        return make_up_float(d, &p);
    if (p.kind == SORT_FIELD || p.kind == SORT_MAP || p.kind == SORT_ARRAY)
        return false; /* cvc5 has no arrays with arrays as indices, for one */
    for (uint32_t i = 0; i < sort_n_args(sorts, pattern); i++)
        if (!make_up(d, pool, vocabulary, sort_arg(sorts, pattern, i)))
            return false;
    return true;
}

static bool bind_args(struct draw *d, const struct pool *pool, const struct vocabulary *vocabulary,
                      const struct op_info *info) {
    for (uint32_t i = 0; i < info->n_args; i++) {
        sort pattern = list_items(&d->table->lists, info->args)[i];
        if (is_bound(d, pattern))
            continue;
        enum sort_kind kind = sort_kind(&d->table->sorts, pattern);
        bool is_other = (kind == SORT_BITVEC || kind == SORT_FLOAT) && rng_chance(d->rng, 1, 8);
        if (!(!is_other && bind_to_seed(d, pool, pattern)) &&
            !make_up(d, pool, vocabulary, pattern))
            return false;
    }
    return true;
}

static void draw_indices(struct draw *d, const struct op_info *info) {
    for (uint32_t i = 0; i < info->n_indices; i++)
        if (d->binding.numerals[i] == NUMERAL_UNBOUND)
            d->binding.numerals[i] = (uint32_t)draw_up_to(d, rng_chance(d->rng, 1, 8) ? 70
                                                             : d->limit > 4           ? d->limit
                                                                                      : 4);
}

static bool condition_holds(const struct draw *d, const struct op_info *info) {
    int64_t number;
    return info->condition == 0 ||
           (numeral_value(&d->table->sorts, info->condition - 1, &d->binding, &number) &&
            number != 0);
}

/* ---- whole ranks ----------------------------------------------------------- */

/* Is the result of another sort than the first argument, so that more of them meet it anew? */
static bool is_folded(const struct term_table *table, const struct op_info *info) {
    return info->assoc == ASSOC_LEFT && list_items(&table->lists, info->args)[0] != info->result;
}

static uint32_t draw_n_args(const struct term_table *table, uint32_t op, struct rng *rng) {
    const struct op_info *info = op_info(table, op);
    if (info->assoc == ASSOC_NONE || is_folded(table, info) || op_most_args(op) == 2 ||
        !rng_chance(rng, 1, 8))
        return info->n_args;
    return 3 + (uint32_t)rng_below(rng, 2);
}

/* Which of two patterns argument i of n has to fit. */
static uint32_t pattern_place(const struct op_info *info, uint32_t i, uint32_t n) {
    if (info->assoc == ASSOC_NONE)
        return i;
    if (info->assoc == ASSOC_RIGHT || info->assoc == ASSOC_INIT)
        return i + 1 < n ? 0 : 1;
    return i == 0 ? 0 : 1;
}

static bool try_rank(struct draw *d, const struct pool *pool, const struct vocabulary *vocabulary,
                     const struct op_info *info, sort result, bool args_first) {
    sort_binding_clear(&d->binding, info->n_params_sorts);
    d->limit = 0;
    if (args_first && !bind_args(d, pool, vocabulary, info))
        return false;
    if (!solve_sort(d, info->result, result))
        return false;
    use_condition(d, info);
    if (!bind_args(d, pool, vocabulary, info))
        return false;
    use_condition(d, info);
    draw_indices(d, info);
    return condition_holds(d, info) &&
           sort_instantiate(&d->table->sorts, info->result, &d->binding) == result;
}

bool rank_draw(const struct pool *pool, const struct vocabulary *vocabulary, uint32_t op,
               sort result, struct rng *rng, struct rank *rank) {
    enum { TRIES = 6 };
    struct term_table *table = pool->table;
    const struct op_info info = *op_info(table, op);
    struct draw d = {.table = table, .rng = rng};
    bool is_computed = sort_kind(&table->sorts, info.result) == SORT_BITVEC && info.n_args > 0;
    if (info.assoc == ASSOC_CUSTOM)
        return false;
    for (int i = 0; i < TRIES; i++) {
        if (!try_rank(&d, pool, vocabulary, &info, result, is_computed && i % 2 == 0))
            continue;
        rank->op = op;
        rank->n_args = draw_n_args(table, op, rng);
        rank->n_indices = info.n_indices;
        memcpy(rank->indices, d.binding.numerals, sizeof rank->indices);
        rank->as = info.needs_as ? result : 0;
        bool good = true;
        for (uint32_t k = 0; k < rank->n_args && good; k++) {
            sort pattern =
                list_items(&table->lists, info.args)[pattern_place(&info, k, rank->n_args)];
            rank->args[k] = sort_instantiate(&table->sorts, pattern, &d.binding);
            good = rank->args[k] != 0;
        }
        if (good)
            return true;
    }
    return false;
}

/* ---- other indices --------------------------------------------------------- */

/* Rules in C say nothing about what they want: it is tried. */
static bool try_custom(struct term_table *table, uint32_t op, const term *args, uint32_t n_args,
                       sort result, struct rng *rng, uint32_t *indices, uint32_t *n_indices) {
    const struct op_info *info = op_info(table, op);
    *n_indices = info->n_indices == OP_ANY_INDICES ? (uint32_t)rng_below(rng, 4) : info->n_indices;
    for (uint32_t i = 0; i < *n_indices; i++)
        indices[i] = (uint32_t)rng_below(rng, 4);
    return check_custom(table, (enum op)info->canonical, indices, *n_indices, args, n_args) ==
           result;
}

static bool try_indices(struct draw *d, const struct op_info *info, const term *args,
                        uint32_t n_args, sort result) {
    sort_binding_clear(&d->binding, info->n_params_sorts);
    d->limit = 0;
    for (uint32_t i = 0; i < n_args; i++) {
        sort pattern = list_items(&d->table->lists, info->args)[pattern_place(info, i, n_args)];
        if (!solve_sort(d, pattern, term_sort(d->table, args[i])))
            return false;
    }
    if (!solve_sort(d, info->result, result))
        return false;
    draw_indices(d, info);
    return condition_holds(d, info) &&
           sort_instantiate(&d->table->sorts, info->result, &d->binding) == result;
}

bool rank_draw_indices(struct term_table *table, uint32_t op, const term *args, uint32_t n_args,
                       sort result, struct rng *rng, uint32_t *indices, uint32_t *n_indices) {
    enum { TRIES = 6 };
    const struct op_info info = *op_info(table, op);
    struct draw d = {.table = table, .rng = rng};
    for (int i = 0; i < TRIES; i++) {
        if (info.assoc == ASSOC_CUSTOM) {
            if (try_custom(table, op, args, n_args, result, rng, indices, n_indices))
                return true;
        } else if (try_indices(&d, &info, args, n_args, result)) {
            *n_indices = info.n_indices;
            memcpy(indices, d.binding.numerals, info.n_indices * sizeof *indices);
            return true;
        }
    }
    return false;
}

/* ---- functions ------------------------------------------------------------- */

bool rank_draw_fun(const struct pool *pool, fun f, sort result, struct rng *rng, sort *params) {
    struct term_table *table = pool->table;
    const struct fun info = *fun_at(table, f);
    struct draw d = {.table = table, .rng = rng};
    uint32_t n = list_length(&table->lists, info.params);
    sort_binding_clear(&d.binding, info.n_params_sorts);
    if (n > RANK_ARGS_MAX || !solve_sort(&d, info.result, result))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        sort pattern = list_items(&table->lists, info.params)[i];
        if (!is_bound(&d, pattern) && !bind_to_seed(&d, pool, pattern))
            return false;
        params[i] = sort_instantiate(&table->sorts, pattern, &d.binding);
        if (params[i] == 0)
            return false;
        /* z3 knows only the instances of a datatype that something is declared with. */
        if (info.n_params_sorts > 0 && sort_datatype(&table->sorts, params[i]) != NULL &&
            pool_sort(pool, params[i]) == NULL)
            return false;
    }
    return true;
}

bool rank_is_sound(const struct term_table *table, uint32_t op, const sort *args, uint32_t n_args) {
    const struct op_info *info = op_info(table, op);
    if (n_args > op_most_args(op))
        return false;
    if (info->assoc == ASSOC_CUSTOM)
        return true;
    for (uint32_t i = 0; i < n_args; i++) {
        sort pattern = list_items(&table->lists, info->args)[pattern_place(info, i, n_args)];
        if (sort_kind(&table->sorts, pattern) == SORT_PARAM &&
            !is_first_class(&table->sorts, args[i]))
            return false;
    }
    return true;
}
