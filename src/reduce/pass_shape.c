/*
 * Passes that change a script as a whole: simplification by rules that keep its
 * meaning, and short names.
 */
#include "lang/literal.h"
#include "reduce/steps.h"

/* ---- simplify -------------------------------------------------------------- */

/*
 * SIMPLIFY_ALL: also sums, products and concatenations; SIMPLIFY_LOGIC: only
 * connectives; SIMPLIFY_FLAT: nested operators, no more.
 */
enum { SIMPLIFY_ALL, SIMPLIFY_LOGIC, SIMPLIFY_FLAT };

struct simplifier {
    struct steps *steps;
    uint32_t how;
};

void list_simplify(struct steps *steps, step_vec *found) {
    (void)steps;
    for (uint32_t how = SIMPLIFY_ALL; how <= SIMPLIFY_FLAT; how++)
        vec_push(found, ((struct step){.kind = how, .gain = 3 - how}));
}

static term negation(struct term_table *table, term t) {
    switch (term_op(table, t)) {
    case OP_NOT:
        return term_arg(table, t, 0);
    case OP_TRUE:
        return term_false(table);
    case OP_FALSE:
        return term_true(table);
    case OP_DISTINCT:
        if (term_n_args(table, t) == 2) {
            term both[2] = {term_arg(table, t, 0), term_arg(table, t, 1)};
            return term_make(table, OP_EQ, 0, SORT_BOOL, both, 2);
        }
        return term_make(table, OP_NOT, 0, SORT_BOOL, &t, 1);
    default:
        return term_make(table, OP_NOT, 0, SORT_BOOL, &t, 1);
    }
}

static bool has(const u32_vec *args, term t) {
    for (size_t i = 0; i < args->n; i++)
        if (args->at[i] == t)
            return true;
    return false;
}

static bool is_complement(const struct term_table *table, term a, term b) {
    return (term_op(table, a) == OP_NOT && term_arg(table, a, 0) == b) ||
           (term_op(table, b) == OP_NOT && term_arg(table, b, 0) == a);
}

/* (or p (and p q)) is p: is the argument one that another one of them makes needless? */
static bool is_absorbed(const struct term_table *table, enum op op, const u32_vec *args, term t) {
    if (term_op(table, t) != (op == OP_AND ? OP_OR : OP_AND))
        return false;
    for (uint32_t i = 0; i < term_n_args(table, t); i++)
        if (has(args, term_arg(table, t, i)))
            return true;
    return false;
}

/* Of a conjunction or disjunction, what it comes to; args are flat. */
static term junction(struct term_table *table, enum op op, u32_vec *args) {
    term neutral = op == OP_AND ? term_true(table) : term_false(table);
    term absorbing = op == OP_AND ? term_false(table) : term_true(table);
    u32_vec kept = {0};
    term result = 0;
    for (size_t i = 0; i < args->n && result == 0; i++) {
        term t = args->at[i];
        if (t == neutral || has(&kept, t) || is_absorbed(table, op, args, t))
            continue;
        for (size_t k = 0; k < kept.n; k++)
            if (is_complement(table, kept.at[k], t))
                result = absorbing;
        if (t == absorbing)
            result = absorbing;
        vec_push(&kept, t);
    }
    if (result == 0)
        result = kept.n == 0   ? neutral
                 : kept.n == 1 ? kept.at[0]
                               : term_make(table, op, 0, SORT_BOOL, kept.at, (uint32_t)kept.n);
    vec_free(&kept);
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
    for (size_t i = 0; i < left.n; i++)
        if (has(&right, left.at[i]))
            vec_push(&common, left.at[i]);
        else {
            odd_left = left.at[i];
            n_left++;
        }
    for (size_t i = 0; i < right.n; i++)
        if (!has(&left, right.at[i])) {
            odd_right = right.at[i];
            n_right++;
        }
    if (n_left == 1 && n_right == 1 && is_complement(table, odd_left, odd_right))
        result = junction(table, OP_AND, &common);
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
    strbuf_clear(&steps->text);
    strbuf_add(&steps->text, left->at, left->n - 1);
    strbuf_add(&steps->text, right->at + 1, right->n - 1);
    u32_vec points = {0};
    literal_code_points(left->at, left->n, &points);
    literal_code_points(right->at, right->n, &points);
    strbuf_clear(&steps->text);
    literal_from_code_points(points.at, points.n, &steps->text);
    vec_free(&points);
    symbol s = symbol_intern(&table->symbols, steps->text.at, steps->text.n);
    return term_make(table, OP_STRING, s, SORT_STRING, NULL, 0);
}

/* Without neutral elements; words that stand side by side become one. */
static term combine(struct simplifier *s, term t, const u32_vec *flat) {
    struct term_table *table = s->steps->draft.table;
    uint32_t op = term_op(table, t);
    const char *neutral = neutral_of(op);
    u32_vec kept = {0};
    for (size_t i = 0; i < flat->n; i++) {
        term arg = flat->at[i];
        if (s->how == SIMPLIFY_ALL && is_literal(table, arg, neutral))
            continue;
        if (s->how == SIMPLIFY_ALL && op == OP_STR_CONCAT && kept.n > 0 &&
            term_op(table, arg) == OP_STRING && term_op(table, vec_top(&kept)) == OP_STRING)
            kept.at[kept.n - 1] = joined_words(s->steps, vec_top(&kept), arg);
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

static term simplify_ite(struct term_table *table, term t, const u32_vec *args) {
    term condition = args->at[0];
    if (args->at[1] == args->at[2])
        return args->at[1];
    switch (term_op(table, condition)) {
    case OP_TRUE:
        return args->at[1];
    case OP_FALSE:
        return args->at[2];
    case OP_NOT: {
        term turned[3] = {term_arg(table, condition, 0), args->at[2], args->at[1]};
        return term_with_args(table, t, turned, 3);
    }
    default:
        return term_with_args(table, t, args->at, 3);
    }
}

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

static term simplify_junction(struct simplifier *s, enum op op, const u32_vec *args) {
    struct term_table *table = s->steps->draft.table;
    u32_vec flat = {0};
    flatten(table, op, args, &flat);
    term result = op == OP_OR ? resolve(table, &flat) : 0;
    if (result == 0)
        result = junction(table, op, &flat);
    vec_free(&flat);
    return result;
}

/* The term over arguments that are simplified already. */
static term simplify_one(struct simplifier *s, term t, const u32_vec *args) {
    struct term_table *table = s->steps->draft.table;
    enum op op = term_op(table, t);
    if (s->how != SIMPLIFY_FLAT)
        switch (op) {
        case OP_NOT:
            return negation(table, args->at[0]);
        case OP_AND:
        case OP_OR:
            return simplify_junction(s, op, args);
        case OP_ITE:
            return simplify_ite(table, t, args);
        case OP_IMPLIES:
            return simplify_implies(table, t, args);
        case OP_EQ:
            if (args->n == 2 && args->at[0] == args->at[1])
                return term_true(table);
            break;
        default:
            break;
        }
    bool is_flat_op = neutral_of(op) != NULL || op == OP_AND || op == OP_OR || op == OP_RE_CONCAT ||
                      op == OP_RE_UNION || op == OP_RE_INTER;
    if (s->how == SIMPLIFY_LOGIC || !is_flat_op)
        return term_with_args(table, t, args->at, (uint32_t)args->n);
    u32_vec flat = {0};
    flatten(table, op, args, &flat);
    term result = neutral_of(op) != NULL
                      ? combine(s, t, &flat)
                      : term_make(table, op, term_at(table, t)->payload, term_sort(table, t),
                                  flat.at, (uint32_t)flat.n);
    vec_free(&flat);
    return result;
}

static term simplify_below(struct draft *draft, term root, void *context) {
    struct simplifier *s = context;
    struct term_table *table = draft->table;
    term_walk_begin(&draft->walk, table);
    term_map_clear(&draft->images);
    term_walk_add(&draft->walk, root);
    for (term t; (t = term_walk_next(&draft->walk)) != 0;) {
        u32_vec args = {0};
        for (uint32_t i = 0; i < term_n_args(table, t); i++) {
            term arg = term_arg(table, t, i), image = term_map_get(&draft->images, arg);
            vec_push(&args, image != 0 ? image : arg);
        }
        if (args.n > 0)
            term_map_set(&draft->images, t, simplify_one(s, t, &args));
        vec_free(&args);
    }
    term image = term_map_get(&draft->images, root);
    return image != 0 ? image : root;
}

bool apply_simplify(struct steps *steps, const struct step *step) {
    struct simplifier s = {steps, step->kind};
    struct script *script = &steps->draft.revision;
    size_t n = 0;
    if (!revision_map(&steps->draft, simplify_below, &s))
        return false;
    for (size_t i = 0; i < script->commands.n; i++) /* what is true need not be said */
        if (script->commands.at[i].kind != COMMAND_ASSERT ||
            term_op(steps->draft.table, script->commands.at[i].body) != OP_TRUE)
            script->commands.at[n++] = script->commands.at[i];
    script->commands.n = n;
    return true;
}

/* ---- names ----------------------------------------------------------------- */

void list_names(struct steps *steps, step_vec *found) {
    (void)steps;
    vec_push(found, ((struct step){.gain = 1}));
}

enum name_kind { NAME_CONSTANT, NAME_FUNCTION, NAME_CONSTRUCTOR, NAME_SELECTOR, NAME_SORT };

struct names {
    struct steps *steps;
    u32_vec taken; /* symbols */
};

/* Is it free: no operator, no word of the language, not given before? */
static bool take_name(struct names *names, const char *text, size_t n, symbol *name) {
    struct symbol_table *symbols = &names->steps->draft.table->symbols;
    symbol s = symbol_intern(symbols, text, n);
    if (symbol_at(symbols, s)->op != 0 || symbol_at(symbols, s)->needs_bars ||
        has(&names->taken, s))
        return false;
    vec_push(&names->taken, s);
    *name = s;
    return true;
}

static symbol next_name(struct names *names, enum name_kind kind) {
    static const char *const letters[] = {
        [NAME_CONSTANT] = "xyzuvwabcdefghijklmnopqrst",
        [NAME_FUNCTION] = "fghpqrabcdeijklmnostuvwxyz",
        [NAME_CONSTRUCTOR] = "cdeabfghijklmnopqrstuvwxyz",
        [NAME_SELECTOR] = "stuhabcdefgijklmnopqrvwxyz",
        [NAME_SORT] = "STUVWABCDEFGHIJKLMNOPQRXYZ",
    };
    symbol name;
    for (unsigned round = 0;; round++)
        for (const char *at = letters[kind]; *at != '\0'; at++) {
            char text[16] = {*at};
            size_t n = 1;
            for (unsigned k = round; k > 0; k /= 10)
                text[n++] = (char)('0' + k % 10);
            if (take_name(names, text, n, &name))
                return name;
        }
}

static enum name_kind kind_of(const struct term_table *table, fun f) {
    switch (fun_at(table, f)->kind) {
    case FUN_CONSTRUCTOR:
        return NAME_CONSTRUCTOR;
    case FUN_SELECTOR:
        return NAME_SELECTOR;
    default:
        return fun_arity(table, f) > 0 ? NAME_FUNCTION : NAME_CONSTANT;
    }
}

static bool declares_sorts(const struct command *c) {
    return c->kind == COMMAND_DECLARE_DATATYPE || c->kind == COMMAND_DECLARE_DATATYPES ||
           c->kind == COMMAND_DECLARE_CODATATYPE || c->kind == COMMAND_DECLARE_CODATATYPES;
}

static void name_sorts(struct names *names, const struct command *c, u32_vec *decl_names) {
    const struct term_table *table = names->steps->draft.table;
    if (c->kind == COMMAND_DECLARE_SORT)
        decl_names->at[c->decl] = next_name(names, NAME_SORT);
    for (uint32_t i = 0; declares_sorts(c) && i < list_length(&table->lists, c->items); i++)
        decl_names->at[list_items(&table->lists, c->items)[i]] = next_name(names, NAME_SORT);
}

static void cover(u32_vec *names, size_t n) {
    vec_clear(names);
    vec_extend(names, n);
    memset(names->at, 0, n * sizeof *names->at);
}

/* Bound variables, in the order in which a walk finds their binders. */
static void name_variables(struct names *names) {
    struct steps *steps = names->steps;
    struct term_table *table = steps->draft.table;
    term_walk_begin(&steps->walk, table);
    draft_walk(&steps->draft, &steps->walk);
    for (term t; (t = term_walk_next(&steps->walk)) != 0;)
        if (term_op(table, t) == OP_VAR)
            revision_rename_variable(&steps->draft, term_at(table, t)->payload,
                                     next_name(names, NAME_CONSTANT));
}

bool apply_names(struct steps *steps, const struct step *step) {
    struct draft *draft = &steps->draft;
    struct names names = {.steps = steps};
    u32_vec funs = {0};
    (void)step;
    cover(&draft->fun_names, draft->table->funs.n);
    cover(&draft->decl_names, draft->table->sorts.decls.n);
    for (size_t i = 0; i < draft->script.commands.n; i++) {
        const struct command *c = &draft->script.commands.at[i];
        name_sorts(&names, c, &draft->decl_names);
        vec_clear(&funs);
        draft_funs_of(draft, c, &funs);
        for (size_t k = 0; k < funs.n; k++)
            draft->fun_names.at[funs.at[k]] = next_name(&names, kind_of(draft->table, funs.at[k]));
    }
    name_variables(&names);
    vec_free(&funs);
    vec_free(&names.taken);
    return true;
}
