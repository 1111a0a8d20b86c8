#include "reduce/simplify.h"

#include "base/id_set.h"
#include "lang/literal.h"

/* ---- connectives ----------------------------------------------------------- */

static term pair(struct term_table *table, enum op op, term a, term b) {
    term both[2] = {a, b};
    return term_make(table, op, 0, SORT_BOOL, both, 2);
}

static term negation(struct term_table *table, term t) {
    bool is_pair = term_n_args(table, t) == 2;
    switch (term_op(table, t)) {
    case OP_NOT:
        return term_arg(table, t, 0);
    case OP_TRUE:
        return term_false(table);
    case OP_FALSE:
        return term_true(table);
    case OP_DISTINCT:
    case OP_XOR:
        if (is_pair)
            return pair(table, OP_EQ, term_arg(table, t, 0), term_arg(table, t, 1));
        break;
    case OP_EQ:
        if (is_pair && term_sort(table, term_arg(table, t, 0)) == SORT_BOOL)
            return pair(table, OP_XOR, term_arg(table, t, 0), term_arg(table, t, 1));
        break;
    default:
        break;
    }
    return term_make(table, OP_NOT, 0, SORT_BOOL, &t, 1);
}

static struct id_set set_of(const u32_vec *terms) {
    struct id_set set = {0};
    for (size_t i = 0; i < terms->n; i++)
        id_set_add(&set, terms->at[i]);
    return set;
}

static bool is_complement(const struct term_table *table, term a, term b) {
    return (term_op(table, a) == OP_NOT && term_arg(table, a, 0) == b) ||
           (term_op(table, b) == OP_NOT && term_arg(table, b, 0) == a);
}

/* (or p (and p q)) is p: is the argument one that another one of them makes needless? */
static bool is_absorbed(const struct term_table *table, enum op op, const struct id_set *args,
                        term t) {
    if (term_op(table, t) != (op == OP_AND ? OP_OR : OP_AND))
        return false;
    for (uint32_t i = 0; i < term_n_args(table, t); i++)
        if (id_set_has(args, term_arg(table, t, i)))
            return true;
    return false;
}

/* Of a conjunction or disjunction, what it comes to; args are flat. */
static term junction(struct term_table *table, enum op op, u32_vec *args) {
    term neutral = op == OP_AND ? term_true(table) : term_false(table);
    term absorbing = op == OP_AND ? term_false(table) : term_true(table);
    struct id_set all = set_of(args), seen = {0}, denied = {0}; /* denied: p, of a (not p) */
    u32_vec kept = {0};
    term result = 0;
    for (size_t i = 0; i < args->n && result == 0; i++) {
        term t = args->at[i];
        if (t == neutral || id_set_has(&seen, t) || is_absorbed(table, op, &all, t))
            continue;
        bool is_not = term_op(table, t) == OP_NOT;
        if (t == absorbing || id_set_has(&denied, t) ||
            (is_not && id_set_has(&seen, term_arg(table, t, 0))))
            result = absorbing;
        vec_push(&kept, t);
        id_set_add(&seen, t);
        if (is_not)
            id_set_add(&denied, term_arg(table, t, 0));
    }
    if (result == 0)
        result = kept.n == 0   ? neutral
                 : kept.n == 1 ? kept.at[0]
                               : term_make(table, op, 0, SORT_BOOL, kept.at, (uint32_t)kept.n);
    vec_free(&kept);
    id_set_free(&all);
    id_set_free(&seen);
    id_set_free(&denied);
    return result;
}

static void conjuncts(const struct term_table *table, term t, u32_vec *out) {
    if (term_op(table, t) != OP_AND)
        vec_push(out, t);
    else
        for (uint32_t i = 0; i < term_n_args(table, t); i++)
            vec_push(out, term_arg(table, t, i));
}

/* (or (and p m) (and p (not m))) is p; 0 if it is not of this kind. */
static term resolve(struct term_table *table, const u32_vec *args) {
    u32_vec left = {0}, right = {0}, common = {0};
    term odd_left = 0, odd_right = 0, result = 0;
    size_t n_left = 0, n_right = 0;
    if (args->n != 2)
        return 0;
    conjuncts(table, args->at[0], &left);
    conjuncts(table, args->at[1], &right);
    struct id_set in_left = set_of(&left), in_right = set_of(&right);
    for (size_t i = 0; i < left.n; i++)
        if (id_set_has(&in_right, left.at[i]))
            vec_push(&common, left.at[i]);
        else {
            odd_left = left.at[i];
            n_left++;
        }
    for (size_t i = 0; i < right.n; i++)
        if (!id_set_has(&in_left, right.at[i])) {
            odd_right = right.at[i];
            n_right++;
        }
    if (n_left == 1 && n_right == 1 && is_complement(table, odd_left, odd_right))
        result = junction(table, OP_AND, &common);
    id_set_free(&in_left);
    id_set_free(&in_right);
    vec_free(&left);
    vec_free(&right);
    vec_free(&common);
    return result;
}

/* Arguments of the same operator take the place of the argument that has them. */
static void flatten(const struct term_table *table, uint32_t op, const u32_vec *args,
                    u32_vec *out) {
    for (size_t i = 0; i < args->n; i++)
        if (term_op(table, args->at[i]) == op)
            for (uint32_t k = 0; k < term_n_args(table, args->at[i]); k++)
                vec_push(out, term_arg(table, args->at[i], k));
        else
            vec_push(out, args->at[i]);
}

/* ---- sums, products, words ------------------------------------------------- */

static bool is_literal(const struct term_table *table, term t, const char *text) {
    return op_is_literal(term_op(table, t)) &&
           strcmp(symbol_at(&table->symbols, term_at(table, t)->payload)->at, text) == 0;
}

/* The literal that changes nothing among the arguments of the operator; NULL if there is none. */
static const char *neutral_of(uint32_t op) {
    switch (op) {
    case OP_INT_ADD:
        return "0";
    case OP_REAL_ADD:
        return "0.0";
    case OP_INT_MUL:
        return "1";
    case OP_REAL_MUL:
        return "1.0";
    case OP_STR_CONCAT:
        return "\"\"";
    default:
        return NULL;
    }
}

static term joined_words(struct steps *steps, term a, term b) {
    struct term_table *table = steps->draft.table;
    const struct symbol_entry *left = symbol_at(&table->symbols, term_at(table, a)->payload);
    const struct symbol_entry *right = symbol_at(&table->symbols, term_at(table, b)->payload);
    u32_vec points = {0};
    literal_code_points(left->at, left->n, &points);
    literal_code_points(right->at, right->n, &points);
    strbuf_clear(&steps->text);
    literal_from_code_points(points.at, points.n, &steps->text);
    vec_free(&points);
    symbol s = symbol_intern(&table->symbols, steps->text.at, steps->text.n);
    return term_make(table, OP_STRING, s, SORT_STRING, NULL, 0);
}

/* Can the two words, or languages of one word each, become one? Then that; else 0. */
static term joined(struct steps *steps, uint32_t op, term a, term b) {
    struct term_table *table = steps->draft.table;
    bool is_language = op == OP_RE_CONCAT && term_op(table, a) == OP_STR_TO_RE &&
                       term_op(table, b) == OP_STR_TO_RE;
    if (is_language) {
        a = term_arg(table, a, 0);
        b = term_arg(table, b, 0);
    }
    if ((op != OP_STR_CONCAT && !is_language) || term_op(table, a) != OP_STRING ||
        term_op(table, b) != OP_STRING)
        return 0;
    term word = joined_words(steps, a, b);
    return is_language ? term_make(table, OP_STR_TO_RE, 0, SORT_REGLAN, &word, 1) : word;
}

/* Without neutral elements; words that stand side by side become one. */
static term combine(struct steps *steps, term t, const u32_vec *flat) {
    struct term_table *table = steps->draft.table;
    uint32_t op = term_op(table, t);
    const char *neutral = neutral_of(op);
    u32_vec kept = {0};
    for (size_t i = 0; i < flat->n; i++) {
        term arg = flat->at[i], both = 0;
        if (neutral != NULL && is_literal(table, arg, neutral))
            continue;
        if (kept.n > 0)
            both = joined(steps, op, vec_top(&kept), arg);
        if (both != 0)
            kept.at[kept.n - 1] = both;
        else
            vec_push(&kept, arg);
    }
    term result = kept.n == 0   ? flat->at[0]
                  : kept.n == 1 ? kept.at[0]
                                : term_make(table, op, term_at(table, t)->payload,
                                            term_sort(table, t), kept.at, (uint32_t)kept.n);
    vec_free(&kept);
    return result;
}

/* ---- one operator ---------------------------------------------------------- */

static term simplify_implies(struct term_table *table, term t, const u32_vec *args) {
    if (args->n != 2)
        return term_with_args(table, t, args->at, (uint32_t)args->n);
    if (term_op(table, args->at[0]) == OP_TRUE || term_op(table, args->at[1]) == OP_TRUE)
        return args->at[1];
    if (term_op(table, args->at[0]) == OP_FALSE || args->at[0] == args->at[1])
        return term_true(table);
    if (term_op(table, args->at[1]) == OP_FALSE)
        return negation(table, args->at[0]);
    return term_with_args(table, t, args->at, 2);
}

static term simplify_junction(struct term_table *table, enum op op, const u32_vec *args) {
    u32_vec flat = {0};
    flatten(table, op, args, &flat);
    term result = op == OP_OR ? resolve(table, &flat) : 0;
    if (result == 0)
        result = junction(table, op, &flat);
    vec_free(&flat);
    return result;
}

static term junction_of(struct term_table *table, enum op op, term a, term b) {
    u32_vec both = {0};
    vec_push(&both, a);
    vec_push(&both, b);
    term result = simplify_junction(table, op, &both);
    vec_free(&both);
    return result;
}

/* (ite c true x) is (or c x), and so on; 0 if neither branch is true or false. */
static term ite_as_junction(struct term_table *table, term condition, term left, term right) {
    enum op l = term_op(table, left), r = term_op(table, right);
    if (l == OP_TRUE)
        return junction_of(table, OP_OR, condition, right);
    if (l == OP_FALSE)
        return junction_of(table, OP_AND, negation(table, condition), right);
    if (r == OP_FALSE)
        return junction_of(table, OP_AND, condition, left);
    if (r == OP_TRUE)
        return junction_of(table, OP_OR, negation(table, condition), left);
    return 0;
}

static term simplify_ite(struct term_table *table, term t, const u32_vec *args) {
    term condition = args->at[0];
    if (args->at[1] == args->at[2])
        return args->at[1];
    switch (term_op(table, condition)) {
    case OP_TRUE:
        return args->at[1];
    case OP_FALSE:
        return args->at[2];
    default:
        break;
    }
    term result = ite_as_junction(table, condition, args->at[1], args->at[2]);
    if (result != 0)
        return result;
    if (term_op(table, condition) == OP_NOT) {
        term turned[3] = {term_arg(table, condition, 0), args->at[2], args->at[1]};
        return term_with_args(table, t, turned, 3);
    }
    return term_with_args(table, t, args->at, 3);
}

static bool is_constant(const struct term_table *table, term t) {
    return term_op(table, t) == OP_TRUE || term_op(table, t) == OP_FALSE;
}

/* An equation, or its negation, of two formulas. (= p (not q)) is (xor p q). */
static term equation(struct term_table *table, bool holds, term a, term b) {
    if (term_op(table, a) == OP_NOT)
        return equation(table, !holds, term_arg(table, a, 0), b);
    if (term_op(table, b) == OP_NOT)
        return equation(table, !holds, a, term_arg(table, b, 0));
    if (a == b)
        return holds ? term_true(table) : term_false(table);
    if (is_constant(table, a))
        return (term_op(table, a) == OP_TRUE) == holds ? b : negation(table, b);
    if (is_constant(table, b))
        return (term_op(table, b) == OP_TRUE) == holds ? a : negation(table, a);
    return pair(table, holds ? OP_EQ : OP_XOR, a, b);
}

/* Of formulas: those beside true all hold, those beside false none. */
static term simplify_equal_formulas(struct term_table *table, term t, const u32_vec *args) {
    struct id_set seen = {0};
    u32_vec rest = {0};
    term result;
    for (size_t i = 0; i < args->n; i++)
        if (id_set_add(&seen, args->at[i]) && !is_constant(table, args->at[i]))
            vec_push(&rest, args->at[i]);
    bool has_true = id_set_has(&seen, term_true(table)),
         has_false = id_set_has(&seen, term_false(table));
    if (has_true && has_false)
        result = term_false(table);
    else if (has_true)
        result = simplify_junction(table, OP_AND, &rest);
    else if (has_false)
        result = negation(table, simplify_junction(table, OP_OR, &rest));
    else if (rest.n == 1)
        result = term_true(table);
    else if (rest.n == 2)
        result = equation(table, true, rest.at[0], rest.at[1]);
    else
        result = term_with_args(table, t, rest.at, (uint32_t)rest.n);
    id_set_free(&seen);
    vec_free(&rest);
    return result;
}

static term simplify_equal(struct term_table *table, term t, const u32_vec *args) {
    if (term_sort(table, args->at[0]) == SORT_BOOL)
        return simplify_equal_formulas(table, t, args);
    if (args->n == 2 && args->at[0] == args->at[1])
        return term_true(table);
    return term_with_args(table, t, args->at, (uint32_t)args->n);
}

/* Of two formulas, distinct and xor are the same. */
static term simplify_unequal(struct term_table *table, term t, const u32_vec *args) {
    if (args->n == 2 && term_sort(table, args->at[0]) == SORT_BOOL)
        return equation(table, false, args->at[0], args->at[1]);
    return term_with_args(table, t, args->at, (uint32_t)args->n);
}

/* The only word of a language is the word that is in it. */
static term simplify_member(struct term_table *table, term t, const u32_vec *args) {
    if (term_op(table, args->at[1]) == OP_STR_TO_RE)
        return pair(table, OP_EQ, args->at[0], term_arg(table, args->at[1], 0));
    return term_with_args(table, t, args->at, 2);
}

/* Where the standard has two names for one thing, the other; else 0. */
static term simplify_name(struct term_table *table, term t, const u32_vec *args) {
    uint32_t op = term_op(table, t);
    if (op < OP_FIRST_THEORY || op >= OP_COUNT || op_row(op)->canonical == op ||
        op_row(op)->origin != ORIGIN_STD)
        return 0;
    return term_make(table, op_row(op)->canonical, term_at(table, t)->payload, term_sort(table, t),
                     args->at, (uint32_t)args->n);
}

static term simplify_logic(struct term_table *table, term t, const u32_vec *args) {
    enum op op = term_op(table, t);
    term renamed = simplify_name(table, t, args);
    if (renamed != 0)
        return renamed;
    switch (op) {
    case OP_NOT:
        return negation(table, args->at[0]);
    case OP_AND:
    case OP_OR:
        return simplify_junction(table, op, args);
    case OP_ITE:
        return simplify_ite(table, t, args);
    case OP_IMPLIES:
        return simplify_implies(table, t, args);
    case OP_EQ:
        return simplify_equal(table, t, args);
    case OP_DISTINCT:
    case OP_XOR:
        return simplify_unequal(table, t, args);
    default:
        return args->n > 0 ? term_with_args(table, t, args->at, (uint32_t)args->n) : t;
    }
}

static term simplify_flat(struct steps *steps, enum simplify_how how, term t, const u32_vec *args) {
    struct term_table *table = steps->draft.table;
    uint32_t op = term_op(table, t);
    u32_vec flat = {0};
    flatten(table, op, args, &flat);
    term result = how == SIMPLIFY_ALL ? combine(steps, t, &flat)
                                      : term_make(table, op, term_at(table, t)->payload,
                                                  term_sort(table, t), flat.at, (uint32_t)flat.n);
    vec_free(&flat);
    return result;
}

term simplify_over(struct steps *steps, enum simplify_how how, term t, const u32_vec *args) {
    struct term_table *table = steps->draft.table;
    switch (term_op(table, t)) {
    case OP_AND:
    case OP_OR:
        if (how != SIMPLIFY_FLAT)
            break;
        return simplify_flat(steps, how, t, args);
    case OP_INT_ADD:
    case OP_REAL_ADD:
    case OP_INT_MUL:
    case OP_REAL_MUL:
    case OP_STR_CONCAT:
    case OP_RE_CONCAT:
    case OP_RE_UNION:
    case OP_RE_INTER:
        if (how == SIMPLIFY_LOGIC)
            break;
        return simplify_flat(steps, how, t, args);
    case OP_STR_IN_RE:
        if (how == SIMPLIFY_ALL)
            return simplify_member(table, t, args);
        break;
    default:
        break;
    }
    if (how != SIMPLIFY_FLAT)
        return simplify_logic(table, t, args);
    return args->n > 0 ? term_with_args(table, t, args->at, (uint32_t)args->n) : t;
}
