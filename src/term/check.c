#include "term/check.h"

#include "base/die.h"
#include "term/check_again.h"

/* One attempt to fit arguments into a rank. */
struct attempt {
    struct term_table *table;
    term *args;
    uint32_t n_args;
    bool tolerant;
    unsigned tolerances;
    uint32_t bad_arg;
    struct sort_binding binding;
};

static void start_attempt(struct attempt *a, struct term_table *table, term *args, uint32_t n_args,
                          bool tolerant) {
    a->table = table;
    a->args = args;
    a->n_args = n_args;
    a->tolerant = tolerant;
    a->tolerances = 0;
    a->bad_arg = UINT32_MAX;
}

term check_coerce(struct term_table *table, term t, sort wanted, unsigned *tolerances) {
    struct term_node node = *term_at(table, t);
    if (node.sort == wanted)
        return t;
    if (wanted == SORT_REAL && node.sort == SORT_INT) {
        if (node.op == OP_NUMERAL) {
            struct symbol_entry *digits = symbol_at(&table->symbols, node.payload);
            struct strbuf text = {0};
            strbuf_add(&text, digits->at, digits->n);
            strbuf_add(&text, ".0", 2);
            symbol decimal = symbol_intern(&table->symbols, text.at, text.n);
            strbuf_free(&text);
            *tolerances |= TOLERATE_REAL_NUMERAL;
            return term_make(table, OP_DECIMAL, decimal, SORT_REAL, NULL, 0);
        }
        if (node.op == OP_INT_NEG && term_op(table, term_arg(table, t, 0)) == OP_NUMERAL) {
            term arg = check_coerce(table, term_arg(table, t, 0), SORT_REAL, tolerances);
            return term_make(table, OP_REAL_NEG, 0, SORT_REAL, &arg, 1);
        }
        *tolerances |= TOLERATE_INT_AS_REAL;
        return term_make(table, OP_TO_REAL, 0, SORT_REAL, &t, 1);
    }
    if (node.op == OP_LAMBDA && node.n_args == 2 &&
        sort_kind(&table->sorts, wanted) == SORT_ARRAY &&
        sort_kind(&table->sorts, node.sort) == SORT_MAP &&
        sort_at(&table->sorts, wanted)->args == sort_at(&table->sorts, node.sort)->args) {
        term parts[2] = {term_arg(table, t, 0), term_arg(table, t, 1)};
        *tolerances |= TOLERATE_LAMBDA_ARRAY;
        return term_make(table, OP_LAMBDA, 0, wanted, parts, 2);
    }
    return 0;
}

/* The array sort that a lambda of one variable has for z3; 0 if t is none. */
static sort array_of_lambda(struct term_table *table, term t) {
    sort s = term_sort(table, t);
    if (term_op(table, t) != OP_LAMBDA || term_n_args(table, t) != 2 ||
        sort_kind(&table->sorts, s) != SORT_MAP)
        return 0;
    return sort_array(&table->sorts, sort_arg(&table->sorts, s, 0), sort_arg(&table->sorts, s, 1));
}

/* Can a term of the first sort become one of the second, which follows it? */
static bool gives_way(const struct sort_table *sorts, sort first, sort second) {
    return (first == SORT_INT && second == SORT_REAL) ||
           (sort_kind(sorts, first) == SORT_MAP && sort_kind(sorts, second) == SORT_ARRAY);
}

/*
 * Does argument i fit the pattern? In a tolerant attempt it may be converted.
 * A sort variable that is bound to Int and meets a Real becomes Real, and a
 * function sort that meets an array becomes that: then *again is set, and the
 * arguments before must be looked at anew.
 */
static bool fit_arg(struct attempt *a, uint32_t i, sort pattern, bool *again) {
    const struct sort_table *sorts = &a->table->sorts;
    sort actual = term_sort(a->table, a->args[i]);
    if (!sort_is_pattern(sorts, pattern) && pattern == actual)
        return true;
    struct sort_binding saved;
    if (a->tolerant)
        saved = a->binding;
    if (sort_match(sorts, pattern, actual, &a->binding))
        return true;
    a->bad_arg = i;
    if (!a->tolerant)
        return false;
    a->binding = saved;
    sort wanted = pattern;
    if (sort_kind(sorts, pattern) == SORT_PARAM) {
        sort *bound = &a->binding.params[sort_at(sorts, pattern)->indices[0]];
        if (gives_way(sorts, *bound, actual)) {
            *bound = actual;
            *again = true;
            return true;
        }
        wanted = *bound;
    } else if (sort_kind(sorts, pattern) == SORT_ARRAY) {
        sort array = array_of_lambda(a->table, a->args[i]);
        if (array == 0 || !sort_match(&a->table->sorts, pattern, array, &a->binding))
            return false;
        wanted = array;
    }
    term converted = check_coerce(a->table, a->args[i], wanted, &a->tolerances);
    if (converted == 0)
        return false;
    a->args[i] = converted;
    return true;
}

/* Which of the patterns of a rank argument i of n has to fit. */
static uint32_t pattern_place(const struct op_info *info, uint32_t i, uint32_t n) {
    switch (info->assoc) {
    case ASSOC_LEFT:
    case ASSOC_CHAIN:
    case ASSOC_PAIRWISE:
        return i == 0 ? 0 : 1;
    case ASSOC_RIGHT:
    case ASSOC_INIT:
        return i + 1 < n ? 0 : 1;
    default:
        return i;
    }
}

/* Is the result of another sort than the first argument, so that it meets the next one anew? */
static bool is_folded(const struct term_table *table, const struct op_info *info) {
    return info->assoc == ASSOC_LEFT && list_items(&table->lists, info->args)[0] != info->result;
}

static bool arity_fits(const struct term_table *table, const struct op_info *info, uint32_t n,
                       bool tolerant) {
    if (info->assoc == ASSOC_NONE)
        return n == info->n_args;
    return n >= 2 || (n == 1 && tolerant && info->assoc == ASSOC_LEFT && !is_folded(table, info));
}

static bool fit_args(struct attempt *a, const struct op_info *info) {
    bool again;
    do {
        again = false;
        for (uint32_t i = 0; i < a->n_args; i++) {
            uint32_t place = pattern_place(info, i, a->n_args);
            if (!fit_arg(a, i, list_items(&a->table->lists, info->args)[place], &again))
                return false;
        }
    } while (again);
    return true;
}

/* concat, @: the sort of (f a b) meets the next argument. 0 without a bad_arg: too large. */
static sort fold_left(struct attempt *a, const struct op_info *info) {
    struct sort_table *sorts = &a->table->sorts;
    const sort *patterns = list_items(&a->table->lists, info->args);
    sort first = patterns[0], second = patterns[1];
    sort result = term_sort(a->table, a->args[0]);
    for (uint32_t i = 1; i < a->n_args; i++) {
        sort_binding_clear(&a->binding, info->n_params_sorts);
        a->bad_arg = i == 1 ? 0 : i;
        if (!sort_match(sorts, first, result, &a->binding))
            return 0;
        a->bad_arg = i;
        if (!sort_match(sorts, second, term_sort(a->table, a->args[i]), &a->binding))
            return 0;
        a->bad_arg = UINT32_MAX;
        result = sort_instantiate(sorts, info->result, &a->binding);
        if (result == 0)
            return 0;
    }
    return result;
}

static sort finish(struct check *check, enum check_status status) {
    check->status = status;
    return 0;
}

static bool condition_holds(const struct term_table *table, const struct op_info *info,
                            const struct sort_binding *binding) {
    int64_t value;
    return info->condition == 0 ||
           (numeral_value(&table->sorts, info->condition - 1, binding, &value) && value != 0);
}

static bool has_unbound(const struct term_table *table, sort pattern,
                        const struct sort_binding *binding) {
    const struct sort_node *node = sort_at(&table->sorts, pattern);
    if (!node->is_pattern)
        return false;
    if (node->kind == SORT_PARAM)
        return binding->params[node->indices[0]] == 0;
    for (uint32_t i = 0; i < list_length(&table->lists, node->args); i++)
        if (has_unbound(table, sort_arg(&table->sorts, pattern, i), binding))
            return true;
    return false;
}

/* The result sort of one rank, or 0 and the reason. */
static sort try_rank(struct attempt *a, const struct op_info *info, const uint32_t *indices,
                     sort as, struct check *check) {
    struct sort_table *sorts = &a->table->sorts;
    if (!arity_fits(a->table, info, a->n_args, a->tolerant))
        return finish(check, CHECK_ARITY);
    sort_binding_clear(&a->binding, info->n_params_sorts);
    for (uint32_t i = 0; i < info->n_indices; i++)
        a->binding.numerals[i] = indices[i];
    if (as != 0 && !sort_match(sorts, info->result, as, &a->binding))
        return finish(check, CHECK_AS);
    if (is_folded(a->table, info)) {
        sort result = fold_left(a, info);
        return result != 0
                   ? result
                   : finish(check, a->bad_arg != UINT32_MAX ? CHECK_SORTS : CHECK_TOO_LARGE);
    }
    if (!fit_args(a, info))
        return finish(check, CHECK_SORTS);
    a->bad_arg = UINT32_MAX;
    if (!condition_holds(a->table, info, &a->binding))
        return finish(check, CHECK_CONDITION);
    sort result = sort_instantiate(sorts, info->result, &a->binding);
    if (result == 0)
        return finish(check, has_unbound(a->table, info->result, &a->binding) ? CHECK_NEEDS_AS
                                                                              : CHECK_TOO_LARGE);
    return result;
}

/* ---- what was accepted before ---- */

/* Ranks with rules of their own may look at more than sorts. */
static bool has_custom_rank(const struct term_table *table, symbol name) {
    for (uint32_t op = symbol_at(&table->symbols, name)->op; op != 0; op = op_info(table, op)->next)
        if (op_info(table, op)->assoc == ASSOC_CUSTOM)
            return true;
    return false;
}

static void remember(struct term_table *table, symbol name, list indices, const term *args,
                     uint32_t n_args, term made) {
    if (n_args > MEMO_ARGS)
        return;
    struct rank_key key = check_key(table, name, indices, args, n_args);
    *check_memo(table, key) = (struct rank_memo){
        .key = key,
        .generation = table->generation,
        .result = term_sort(table, made),
        .op = (uint16_t)term_op(table, made),
    };
}

term check_op_again(struct term_table *table, symbol name, list indices, const term *args,
                    uint32_t n_args) {
    switch (n_args) {
    case 0:
        return check_again(table, name, indices, args, 0);
    case 1:
        return check_again(table, name, indices, args, 1);
    case 2:
        return check_again(table, name, indices, args, 2);
    case 3:
        return check_again(table, name, indices, args, 3);
    case MEMO_ARGS:
        return check_again(table, name, indices, args, MEMO_ARGS);
    default:
        return 0;
    }
}

/* ---- one operator ---- */

static term try_op(struct term_table *table, uint32_t op, const uint32_t *indices,
                   uint32_t n_indices, sort as, term *args, uint32_t n_args, bool tolerant,
                   struct check *check) {
    struct op_info info = *op_info(table, op);
    check->bad_arg = UINT32_MAX;
    if (info.n_indices != OP_ANY_INDICES && info.n_indices != n_indices)
        return finish(check, CHECK_NO_INDEX_FITS);
    sort result;
    unsigned tolerances = 0;
    if (info.assoc == ASSOC_CUSTOM) {
        result = check_custom(table, info.canonical, indices, n_indices, args, n_args);
        if (result == 0)
            return finish(check, CHECK_SORTS);
    } else {
        struct attempt a; /* the binding is cleared when it is needed */
        start_attempt(&a, table, args, n_args, tolerant);
        if (tolerant && n_args == 1 && info.n_args == 2)
            a.tolerances |= TOLERATE_UNARY;
        result = try_rank(&a, &info, indices, as, check);
        check->bad_arg = a.bad_arg;
        tolerances = a.tolerances;
    }
    if (result == 0)
        return 0;
    if (as != 0 && result != as) /* Real for Int, or a rule that does not look at `as` */
        return finish(check, CHECK_AS);
    check->status = CHECK_OK;
    check->tolerances = tolerances;
    uint32_t payload = list_intern(&table->lists, indices, n_indices);
    return term_make(table, op, payload, result, args, n_args);
}

/*
 * The result sort by one of the simple rules; 0 if it does not fit, or has none
 * of them: then the patterns decide.
 */
static sort quick_sort(const struct term_table *table, const struct op_info *info, const term *args,
                       uint32_t n_args) {
    if (info->rule == RULE_PATTERNS || !arity_fits(table, info, n_args, false))
        return 0;
    sort first = term_sort(table, args[0]), second = n_args > 1 ? term_sort(table, args[1]) : 0;
    if (info->rule == RULE_ITE)
        return first == SORT_BOOL && second == term_sort(table, args[2]) ? second : 0;
    if (info->rule == RULE_SELECT)
        return sort_kind(&table->sorts, first) == SORT_ARRAY &&
                       sort_arg(&table->sorts, first, 0) == second
                   ? sort_arg(&table->sorts, first, 1)
                   : 0;
    for (uint32_t i = 1; i < n_args; i++)
        if (term_sort(table, args[i]) != first)
            return 0;
    switch (info->rule) {
    case RULE_CONCRETE:
        return first == list_items(&table->lists, info->args)[0] ? info->result : 0;
    case RULE_SAME:
        return info->result;
    default:
        if (sort_kind(&table->sorts, first) != SORT_BITVEC)
            return 0;
        return sort_is_pattern(&table->sorts, info->result) ? first : info->result;
    }
}

/* Of two reasons for a refusal, is the new one closer to what the user meant? */
static bool is_better_reason(const struct check *fresh, const struct check *old) {
    static const int rank[] = {
        [CHECK_OK] = 0,    [CHECK_NO_INDEX_FITS] = 1, [CHECK_ARITY] = 2,     [CHECK_AS] = 3,
        [CHECK_SORTS] = 4, [CHECK_NEEDS_AS] = 5,      [CHECK_TOO_LARGE] = 6, [CHECK_CONDITION] = 7,
    };
    if (fresh->status != CHECK_SORTS || old->status != CHECK_SORTS)
        return rank[fresh->status] > rank[old->status];
    /* The rank that took more of the arguments; UINT32_MAX, not known, counts as none. */
    return fresh->bad_arg + 1 > old->bad_arg + 1;
}

/* What the arguments were before an attempt, which may convert some and then fail. */
struct given {
    term few[8];
    term *args;
};

static void keep_args(struct given *given, const term *args, uint32_t n) {
    given->args = n <= 8 ? given->few : mem_alloc(n * sizeof *args);
    memcpy(given->args, args, n * sizeof *args);
}

static void drop_given(struct given *given) {
    if (given->args != given->few)
        mem_free(given->args);
}

static bool may_be_tolerated(const struct term_table *table, const term *args, uint32_t n_args) {
    if (n_args == 1)
        return true;
    for (uint32_t i = 0; i < n_args; i++)
        if (term_sort(table, args[i]) == SORT_INT || term_op(table, args[i]) == OP_LAMBDA)
            return true;
    return false;
}

term check_op_quick(struct term_table *table, symbol name, const term *args, uint32_t n_args) {
    for (uint32_t op = symbol_at(&table->symbols, name)->op; op != 0;) {
        const struct op_info *info = op_info(table, op);
        sort s = quick_sort(table, info, args, n_args);
        if (s != 0) {
            term t = term_make(table, op, 0, s, args, n_args);
            remember(table, name, 0, args, n_args, t);
            return t;
        }
        if (info->rule == RULE_PATTERNS) /* ranks are tried in their order */
            return 0;
        op = info->next;
    }
    return 0;
}

TERM_INLINE term apply_fun(struct term_table *table, fun f, const term *args, uint32_t n_args) {
    const struct fun *info = fun_at(table, f);
    if (info->n_params_sorts > 0 || list_length(&table->lists, info->params) != n_args)
        return 0;
    const sort *params = list_items(&table->lists, info->params);
    uint32_t differ = 0;
    TERM_UNROLL
    for (uint32_t i = 0; i < n_args; i++)
        differ |= term_sort(table, args[i]) ^ params[i];
    return differ != 0 ? 0 : term_make_applied(table, OP_APPLY, f, info->result, args, n_args);
}

term check_fun_quick(struct term_table *table, fun f, const term *args, uint32_t n_args) {
    switch (n_args) {
    case 0: {
        const struct fun *info = fun_at(table, f);
        return info->n_params_sorts > 0 || info->params != 0 ? 0 : term_constant(table, f);
    }
    case 1:
        return apply_fun(table, f, args, 1);
    case 2:
        return apply_fun(table, f, args, 2);
    default:
        return apply_fun(table, f, args, n_args);
    }
}

static term try_fun(struct term_table *table, fun f, sort as, term *args, uint32_t n_args,
                    bool tolerant, struct check *check) {
    struct fun info = *fun_at(table, f);
    struct attempt a;
    start_attempt(&a, table, args, n_args, tolerant);
    check->bad_arg = UINT32_MAX;
    if (list_length(&table->lists, info.params) != n_args)
        return finish(check, CHECK_ARITY);
    sort_binding_clear(&a.binding, info.n_params_sorts);
    if (as != 0 && !sort_match(&table->sorts, info.result, as, &a.binding))
        return finish(check, CHECK_AS);
    bool again;
    do {
        again = false;
        for (uint32_t i = 0; i < n_args; i++)
            if (!fit_arg(&a, i, list_items(&table->lists, info.params)[i], &again)) {
                check->bad_arg = i;
                return finish(check, CHECK_SORTS);
            }
    } while (again);
    sort result = sort_instantiate(&table->sorts, info.result, &a.binding);
    if (result == 0)
        return finish(check, has_unbound(table, info.result, &a.binding) ? CHECK_NEEDS_AS
                                                                         : CHECK_TOO_LARGE);
    if (as != 0 && result != as) /* Real for Int */
        return finish(check, CHECK_AS);
    check->status = CHECK_OK;
    check->tolerances = a.tolerances;
    return term_make(table, OP_APPLY, f, result, args, n_args);
}

/* The operators with one symbol, or the functions with one name, and how they are applied. */
struct ranks {
    bool are_funs;
    uint32_t first;
    const uint32_t *indices;
    uint32_t n_indices;
    sort as;
};

static uint32_t next_rank(const struct term_table *table, const struct ranks *ranks,
                          uint32_t rank) {
    return ranks->are_funs ? fun_at(table, rank)->shadowed : op_info(table, rank)->next;
}

static term try_one(struct term_table *table, const struct ranks *ranks, uint32_t rank, term *args,
                    uint32_t n_args, bool tolerant, struct check *check) {
    return ranks->are_funs ? try_fun(table, rank, ranks->as, args, n_args, tolerant, check)
                           : try_op(table, rank, ranks->indices, ranks->n_indices, ranks->as, args,
                                    n_args, tolerant, check);
}

/* The first rank that fits; strictly first, then with tolerance. Else the best reason. */
static term try_ranks(struct term_table *table, const struct ranks *ranks, term *args,
                      uint32_t n_args, struct check *check) {
    struct check reason = {0};
    *check = (struct check){.bad_arg = UINT32_MAX};
    for (int tolerant = 0; tolerant < 2; tolerant++) {
        struct given given = {.args = given.few};
        if (tolerant && !may_be_tolerated(table, args, n_args))
            break;
        if (tolerant)
            keep_args(&given, args, n_args);
        for (uint32_t r = ranks->first; r != 0; r = next_rank(table, ranks, r)) {
            term t = try_one(table, ranks, r, args, n_args, tolerant, &reason);
            if (t != 0) {
                *check = reason;
                symbol name = ranks->are_funs ? 0 : op_info(table, r)->symbol;
                /* The first rank that fits, and nothing was converted for it. */
                if (!tolerant && name != 0 && ranks->as == 0 && !has_custom_rank(table, name))
                    remember(table, name, term_at(table, t)->payload, args, n_args, t);
                drop_given(&given);
                return t;
            }
            if (tolerant)
                memcpy(args, given.args, n_args * sizeof *args);
            if (is_better_reason(&reason, check))
                *check = reason;
        }
        drop_given(&given);
    }
    return 0;
}

term check_op(struct term_table *table, symbol name, const uint32_t *indices, uint32_t n_indices,
              sort as, term *args, uint32_t n_args, struct check *check) {
    struct ranks ranks = {false, symbol_at(&table->symbols, name)->op, indices, n_indices, as};
    if (n_indices == 0 && as == 0) {
        term t = check_op_quick(table, name, args, n_args);
        *check = (struct check){.bad_arg = UINT32_MAX};
        if (t != 0)
            return t;
    }
    return try_ranks(table, &ranks, args, n_args, check);
}

term check_one_op(struct term_table *table, uint32_t op, const uint32_t *indices,
                  uint32_t n_indices, sort as, term *args, uint32_t n_args, struct check *check) {
    *check = (struct check){0};
    return try_op(table, op, indices, n_indices, as, args, n_args, false, check);
}

term check_fun(struct term_table *table, fun f, sort as, term *args, uint32_t n_args,
               struct check *check) {
    struct ranks ranks = {.are_funs = true, .first = f, .as = as};
    return try_ranks(table, &ranks, args, n_args, check);
}
