/* Applications of operators to random arguments. */
#include "draw.h"

#include "base/die.h"
#include "term/check.h"

static sort wrap(struct sort_table *sorts, enum sort_kind kind, sort inner) {
    return sort_make(sorts, kind, 0, 0, &inner, 1);
}

static sort field(struct drawer *d, const char *order) {
    symbol s = symbol_intern(&d->table->symbols, order, strlen(order));
    return sort_make(&d->table->sorts, SORT_FIELD, s, 0, NULL, 0);
}

static const char *const field_orders[] = {
    "2",
    "3",
    "5",
    "7",
    "257",
    "2147483647",
    "57896044618658097711785492504343953926634992332820282019728792003956564819949"};

static void add_row(struct drawer *d, sort s) {
    REQUIRE(d->n_rows < DRAW_POOL_MAX);
    d->row_terms[d->n_rows] = term_variable(d->table, 0, s);
    d->rows[d->n_rows++] = s;
}

/* Tuples, relations, tables of them, functions over them, and single sorts. */
static void fill_rows(struct drawer *d) {
    struct sort_table *sorts = &d->table->sorts;
    sort bits = sort_bitvec(sorts, 2);
    const sort parts[][3] = {{SORT_INT},
                             {SORT_BOOL},
                             {SORT_INT, SORT_INT},
                             {SORT_INT, SORT_BOOL},
                             {SORT_BOOL, SORT_INT},
                             {SORT_STRING, SORT_INT},
                             {bits, bits},
                             {SORT_INT, SORT_BOOL, SORT_INT}};
    const uint32_t lengths[] = {1, 1, 2, 2, 2, 2, 2, 3};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        sort tuple = sort_make(sorts, SORT_TUPLE, 0, 0, parts[i], lengths[i]);
        add_row(d, tuple);
        add_row(d, wrap(sorts, SORT_SET, tuple));
        add_row(d, wrap(sorts, SORT_BAG, tuple));
        add_row(d, sort_map(sorts, tuple, sort_map(sorts, SORT_INT, SORT_INT)));
    }
    const sort singles[] = {SORT_BOOL,
                            SORT_BOOL,
                            SORT_INT,
                            SORT_INT,
                            SORT_REAL,
                            bits,
                            SORT_STRING,
                            wrap(sorts, SORT_SET, SORT_INT),
                            field(d, "5"),
                            field(d, "257"),
                            field(d, field_orders[6])};
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++)
        add_row(d, singles[i]);
}

static void fill_pool(struct drawer *d) {
    struct sort_table *sorts = &d->table->sorts;
    const sort pool[] = {/* some more than once, to have them more often */
                         SORT_INT,
                         SORT_INT,
                         SORT_INT,
                         SORT_INT,
                         SORT_BOOL,
                         SORT_REAL,
                         SORT_STRING,
                         sort_bitvec(sorts, 1),
                         sort_bitvec(sorts, 3),
                         sort_bitvec(sorts, 8),
                         sort_float(sorts, 3, 5)};
    d->n_pool = sizeof pool / sizeof *pool;
    memcpy(d->pool, pool, sizeof pool);
}

void drawer_init(struct drawer *d, struct term_table *table, struct parser *parser) {
    *d = (struct drawer){.table = table, .parser = parser};
    d->customs = mem_alloc_zero(OP_COUNT * sizeof *d->customs);
    rng_init(&d->rng, 1, 0, 0, 0);
    fill_pool(d);
    fill_rows(d);
}

void drawer_release(struct drawer *d) {
    parse_error_release(&d->error);
    mem_free(d->customs);
}

/* ---- the variables of a row ---- */

static uint32_t draw_width(struct drawer *d) {
    static const uint32_t marks[] = {1, 2, 31, 32, 33, 63, 64, 65, 66, 70};
    switch (draw_below(d, 4)) {
    case 0:
        return marks[draw_below(d, 10)];
    case 1:
        return 1 + draw_below(d, 70);
    default:
        return 1 + draw_below(d, 9);
    }
}

/* Binds a variable that stands at an index, or in (+ 1 n), unless it is bound. */
static void bind_index(struct drawer *d, uint32_t index, uint32_t value,
                       struct sort_binding *binding) {
    const struct sort_table *sorts = &d->table->sorts;
    if (index <= SORT_INDEX_MAX)
        return;
    const struct numeral_expr *e = &sorts->exprs.at[index & SORT_INDEX_MAX];
    if (e->op == '+' && sorts->exprs.at[e->a].op == 'c' && sorts->exprs.at[e->b].op == 'v') {
        value -= sorts->exprs.at[e->a].a;
        e = &sorts->exprs.at[e->b];
    }
    if (e->op == 'v' && binding->numerals[e->a] == NUMERAL_UNBOUND)
        binding->numerals[e->a] = value;
}

static void bind_pattern(struct drawer *d, sort pattern, struct sort_binding *binding) {
    /* Not smaller: of these solvers know least, and tests/unit/eval has all values of them. */
    static const uint32_t formats[][2] = {{3, 5},   {3, 4},   {4, 4},  {5, 11}, {8, 24},
                                          {11, 53}, {5, 4},   {3, 8},  {8, 8},  {6, 19},
                                          {3, 5},   {15, 64}, {8, 24}, {4, 12}};
    const struct sort_node node = *sort_at(&d->table->sorts, pattern);
    if (!node.is_pattern)
        return;
    switch (node.kind) {
    case SORT_FLOAT: {
        const uint32_t *format = formats[draw_below(d, sizeof formats / sizeof *formats)];
        bind_index(d, node.indices[0], format[0], binding);
        bind_index(d, node.indices[1], format[1], binding);
        return;
    }
    case SORT_BITVEC:
        bind_index(d, node.indices[0], draw_width(d), binding);
        return;
    case SORT_FIELD: {
        const char *order = field_orders[draw_below(d, sizeof field_orders / sizeof *field_orders)];
        bind_index(d, node.indices[0], symbol_intern(&d->table->symbols, order, strlen(order)),
                   binding);
        return;
    }
    case SORT_PARAM:
        if (binding->params[node.indices[0]] == 0)
            binding->params[node.indices[0]] = d->pool[draw_below(d, d->n_pool)];
        return;
    default:
        for (uint32_t i = 0; i < sort_n_args(&d->table->sorts, pattern); i++)
            bind_pattern(d, sort_arg(&d->table->sorts, pattern, i), binding);
    }
}

/* Of a condition (= v e): v becomes what e is. */
static void bind_condition(struct drawer *d, uint32_t condition, struct sort_binding *binding) {
    const struct sort_table *sorts = &d->table->sorts;
    const struct numeral_expr *e = &sorts->exprs.at[condition];
    int64_t value;
    if (e->op == '=' && sorts->exprs.at[e->a].op == 'v' &&
        numeral_value(sorts, e->b, binding, &value))
        binding->numerals[sorts->exprs.at[e->a].a] = (uint32_t)value;
}

static bool is_float(const struct drawer *d, sort s) {
    return sort_kind(&d->table->sorts, s) == SORT_FLOAT;
}

/* Binds all that is not bound. Floats go first: their widths go together. */
static void bind_all(struct drawer *d, const struct op_info *info, struct sort_binding *binding) {
    if (is_float(d, info->result))
        bind_pattern(d, info->result, binding);
    for (int floats = 1; floats >= 0; floats--)
        for (uint32_t i = 0; i < info->n_args; i++) {
            sort pattern = list_items(&d->table->lists, info->args)[i];
            if (is_float(d, pattern) == floats)
                bind_pattern(d, pattern, binding);
        }
    bind_pattern(d, info->result, binding);
    for (uint32_t i = 0; i < info->n_indices; i++)
        if (binding->numerals[i] == NUMERAL_UNBOUND)
            binding->numerals[i] = draw_below(d, draw_below(d, 4) == 0 ? 72 : 6);
    if (info->condition != 0)
        bind_condition(d, info->condition - 1, binding);
}

/* ---- applications ---- */

/* Which pattern of a rank argument i of n has to fit. */
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

static uint32_t draw_n_args(struct drawer *d, const struct op_info *info, uint32_t op) {
    if (info->assoc == ASSOC_NONE)
        return info->n_args;
    return op == OP_BV_CONCAT_MANY || draw_below(d, 5) == 0 ? 3 + draw_below(d, 2) : 2;
}

/*
 * An application under a binding that may be partly given; the term `given`
 * stands at place `given_at`, if it is not 0.
 */
static term apply_bound(struct drawer *d, uint32_t op, const struct sort_binding *start, int depth,
                        term given, uint32_t given_at) {
    const struct op_info info = *op_info(d->table, op);
    struct check check;
    for (int attempt = 0; attempt < 200; attempt++) {
        struct sort_binding binding = *start;
        term args[DRAW_ARGS_MAX];
        sort sorts[DRAW_ARGS_MAX];
        uint32_t n = draw_n_args(d, &info, op);
        bind_all(d, &info, &binding);
        int64_t holds = 1;
        if (info.condition != 0 &&
            (!numeral_value(&d->table->sorts, info.condition - 1, &binding, &holds) || !holds))
            continue;
        sort result = sort_instantiate(&d->table->sorts, info.result, &binding);
        bool good = result != 0;
        for (uint32_t i = 0; i < n && good; i++) {
            sort pattern = list_items(&d->table->lists, info.args)[pattern_place(&info, i, n)];
            sorts[i] = sort_instantiate(&d->table->sorts, pattern, &binding);
            good = sorts[i] != 0;
        }
        if (!good)
            continue;
        for (uint32_t i = 0; i < n; i++)
            args[i] = given != 0 && i == given_at ? given : draw_term(d, sorts[i], depth);
        term t = check_one_op(d->table, op, binding.numerals, info.n_indices,
                              info.needs_as ? result : 0, args, n, &check);
        if (t != 0)
            return t;
    }
    return 0;
}

/* A term that has a number in it. */
static term draw_text(struct drawer *d, const char *format, uint32_t number) {
    struct strbuf text = {0};
    for (; *format != '\0'; format++)
        if (format[0] == '%' && format[1] == 'u') {
            strbuf_add_u64(&text, number);
            format++;
        } else
            strbuf_add_char(&text, *format);
    term t = draw_read(d, &text);
    strbuf_free(&text);
    return t;
}

/* ---- CUSTOM operators ---- */

static bool try_custom(struct drawer *d, uint32_t op, struct custom_rank *rank) {
    term args[DRAW_ARGS_MAX];
    struct check check;
    uint32_t n_indices = op_info(d->table, op)->n_indices;
    *rank = (struct custom_rank){.n_args = draw_below(d, 4)};
    rank->n_indices = n_indices == OP_ANY_INDICES ? draw_below(d, 3) : n_indices;
    if (op == OP_PB_LE || op == OP_PB_GE || op == OP_PB_EQ) /* a bound, and a weight for each */
        rank->n_indices = rank->n_args + 1;
    for (uint32_t i = 0; i < rank->n_indices; i++)
        rank->indices[i] = draw_below(d, 3);
    if (op == OP_BV_FROM_BOOLS || op == OP_TUPLE || op == OP_FF_BITSUM || op == OP_AT_MOST ||
        op == OP_AT_LEAST)
        rank->n_args = 1 + draw_below(d, DRAW_ARGS_MAX);
    uint32_t row = draw_below(d, d->n_rows);
    bool same = draw_below(d, 2) == 0; /* all of one sort */
    for (uint32_t i = 0; i < rank->n_args; i++) {
        row = same ? row : draw_below(d, d->n_rows);
        rank->sorts[i] = d->rows[row];
        args[i] = d->row_terms[row];
        if (op == OP_REL_JOIN_IMAGE && i == 1) { /* the number must be written out */
            rank->sorts[i] = SORT_INT;
            args[i] = draw_text(d, "%u", 1);
        }
    }
    return check_one_op(d->table, op, rank->indices, rank->n_indices, 0, args, rank->n_args,
                        &check) != 0;
}

static const struct custom_ranks *custom_ranks(struct drawer *d, uint32_t op) {
    struct custom_ranks *ranks = &d->customs[op];
    for (int i = 0; !ranks->tried && i < 100000 && ranks->n < DRAW_RANKS_MAX; i++)
        if (try_custom(d, op, &ranks->at[ranks->n]))
            ranks->n++;
    ranks->tried = true;
    return ranks;
}

static term apply_custom(struct drawer *d, uint32_t op, int depth) {
    const struct custom_ranks *ranks = custom_ranks(d, op);
    term args[DRAW_ARGS_MAX];
    struct check check;
    if (ranks->n == 0)
        return 0;
    struct custom_rank rank = ranks->at[draw_below(d, ranks->n)];
    for (uint32_t i = 0; i < rank.n_args; i++)
        args[i] = op == OP_REL_JOIN_IMAGE && i == 1
                      ? draw_text(d, "%u", 1 + draw_below(d, 3)) /* of 0, all: open */
                      : draw_term(d, rank.sorts[i], depth);
    return check_one_op(d->table, op, rank.indices, rank.n_indices, 0, args, rank.n_args, &check);
}

/* ---- terms ---- */

/*
 * May the pattern stand for the sort? Languages and functions only for
 * themselves: solvers do not compare them, or keep them in arrays.
 */
static bool fits(const struct drawer *d, sort pattern, sort s, struct sort_binding *binding) {
    const struct sort_table *sorts = &d->table->sorts;
    sort_binding_clear(binding, SORT_PARAMS_MAX);
    if ((s == SORT_REGLAN || sort_kind(sorts, s) == SORT_MAP) &&
        sort_kind(sorts, pattern) != sort_kind(sorts, s))
        return false;
    return sort_match(sorts, pattern, s, binding);
}

/* Solvers have little to say of what has these in it. */
static bool is_bad_inside(uint32_t op) {
    return op == OP_ARRAY_EXT || op == OP_SET_COMPLEMENT || op == OP_SET_UNIVERSE ||
           op == OP_BAG_PARTITION || op == OP_ARRAY_DEFAULT;
}

/* An operator that may give a term of this sort. */
static term apply_some(struct drawer *d, sort s, int depth) {
    for (int attempt = 0; attempt < 60; attempt++) {
        uint32_t op = OP_FIRST_THEORY + draw_below(d, OP_COUNT - OP_FIRST_THEORY);
        const struct op_info *info = op_info(d->table, op);
        struct sort_binding binding;
        if (info->canonical != op || info->assoc == ASSOC_CUSTOM || info->n_args == 0 ||
            info->theory == THEORY_SEP || info->theory == THEORY_TRANS || is_bad_inside(op))
            continue;
        if (info->origin != ORIGIN_STD && draw_below(d, 4) != 0) /* few solvers know it */
            continue;
        if (!fits(d, info->result, s, &binding))
            continue;
        term t = apply_bound(d, op, &binding, depth, 0, 0);
        if (t != 0 && term_sort(d->table, t) == s)
            return t;
    }
    return 0;
}

term draw_term(struct drawer *d, sort s, int depth) {
    term t = 0;
    if (depth > 0 && draw_below(d, s == SORT_BOOL ? 2 : 6) == 0)
        t = apply_some(d, s, depth - 1);
    return t != 0 ? t : draw_value(d, s);
}

/* Numbers that say how often something is done. */
static bool wants_small(uint32_t op) {
    switch (op) {
    case OP_INT_POW:
    case OP_INT_CARET:
    case OP_INT_POW2:
    case OP_REAL_CARET:
    case OP_RE_LOOP_ARGS:
    case OP_RE_LOOP_MIN_ARGS:
    case OP_FP_OF_REAL_EXP:
    case OP_FP_OF_EXP_REAL:
    case OP_SEQ_NTH:
    case OP_SEQ_NTH_I:
        return true;
    default:
        return false;
    }
}

/* Transcendental functions have values at 0 and 1 only, and roots are rational for squares. */
static term apply_transcendental(struct drawer *d, uint32_t op) {
    static const char *const forms[] = {"0.0",
                                        "1.0",
                                        "(- 1.0)",
                                        "(- %u.0 %u.0)",
                                        "(/ %u.0 %u.0)",
                                        "(* 0.0 %u.5)",
                                        "(- (+ 1.0 %u.0) %u.0)"};
    struct check check;
    term arg;
    if (op == OP_SQRT) {
        term factor = draw_value(d, SORT_REAL), factors[2] = {factor, factor};
        arg = check_one_op(d->table, OP_REAL_MUL, NULL, 0, 0, factors, 2, &check);
    } else
        arg = draw_text(d, forms[draw_below(d, 7)], 1 + draw_below(d, 99999));
    return check_one_op(d->table, op, NULL, 0, 0, &arg, 1, &check);
}

/* Two arrays that mostly differ at one index: then it is known which. */
static term apply_array_ext(struct drawer *d) {
    struct sort_table *sorts = &d->table->sorts;
    sort index = d->pool[draw_below(d, d->n_pool)], element = d->pool[draw_below(d, d->n_pool)];
    sort s = sort_array(sorts, index, element);
    struct check check;
    const uint32_t zero = 0;
    term args[2] = {draw_value(d, s), 0};
    term parts[3] = {args[0], draw_value(d, index), draw_value(d, element)};
    args[1] = check_one_op(d->table, OP_STORE, NULL, 0, 0, parts, 3, &check);
    return check_one_op(d->table, OP_ARRAY_EXT, &zero, 1, 0, args, 2, &check);
}

term draw_application(struct drawer *d, uint32_t op, int depth) {
    struct sort_binding binding;
    bool wants_single = op == OP_RE_RANGE || op == OP_STR_TO_CODE || op == OP_STR_IS_DIGIT;
    bool always = op == OP_FP_OF_REAL_EXP || op == OP_FP_OF_EXP_REAL; /* z3: 32 bits */
    depth = always ? 0 : depth;
    d->small = wants_small(op) && (always || draw_below(d, 8) != 0);
    d->single = wants_single && draw_below(d, 4) != 0;
    if (op_info(d->table, op)->theory == THEORY_TRANS && op_info(d->table, op)->n_args == 1 &&
        draw_below(d, 8) != 0)
        return apply_transcendental(d, op);
    if (op == OP_ARRAY_EXT && draw_below(d, 4) != 0)
        return apply_array_ext(d);
    if (op_info(d->table, op)->assoc == ASSOC_CUSTOM)
        return apply_custom(d, op, depth);
    sort_binding_clear(&binding, SORT_PARAMS_MAX);
    return apply_bound(d, op, &binding, depth, 0, 0);
}

term draw_context(struct drawer *d, term t) {
    sort s = term_sort(d->table, t);
    for (int attempt = 0; attempt < 1000; attempt++) {
        uint32_t op = OP_FIRST_THEORY + draw_below(d, OP_COUNT - OP_FIRST_THEORY);
        const struct op_info *info = op_info(d->table, op);
        struct sort_binding binding;
        if (info->canonical != op || info->assoc == ASSOC_CUSTOM || info->n_args == 0 ||
            info->theory == THEORY_SEP || is_bad_inside(op))
            continue;
        uint32_t place = draw_below(d, info->n_args);
        if (!fits(d, list_items(&d->table->lists, info->args)[place], s, &binding))
            continue;
        term made = apply_bound(d, op, &binding, 0, t, place);
        if (made != 0)
            return made;
    }
    return t;
}

term draw_observation(struct drawer *d, term t) {
    struct check check;
    for (;;) {
        sort s = term_sort(d->table, t);
        term args[2];
        switch (sort_kind(&d->table->sorts, s)) {
        case SORT_REGLAN:
            args[0] = draw_value(d, SORT_STRING), args[1] = t;
            return check_one_op(d->table, OP_STR_IN_RE, NULL, 0, 0, args, 2, &check);
        case SORT_MAP:
            args[0] = t, args[1] = draw_value(d, sort_arg(&d->table->sorts, s, 0));
            t = check_one_op(d->table, OP_HO_APPLY, NULL, 0, 0, args, 2, &check);
            break;
        default:
            return t;
        }
    }
}
