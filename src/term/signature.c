#include "term/signature.h"

#include "base/die.h"
#include "term/check.h"

/* The variables of the signature that is being read. */
struct scope {
    const char *params[SORT_PARAMS_MAX];
    size_t param_lengths[SORT_PARAMS_MAX];
    uint32_t n_params;
    const char *numerals[SORT_NUMERALS_MAX];
    size_t numeral_lengths[SORT_NUMERALS_MAX];
    uint32_t n_numerals;
    bool implicit_params; /* single capitals are sort variables, as in ops.def */
    struct sexpr_error error;
};

static sort fail(struct scope *scope, const struct sexpr *at, const char *message) {
    if (scope->error.message == NULL)
        scope->error = (struct sexpr_error){message, at == NULL ? 0 : at->token.offset};
    return 0;
}

static uint32_t look_up(const char *const *names, const size_t *lengths, uint32_t n,
                        const struct token *token) {
    for (uint32_t i = 0; i < n; i++)
        if (lengths[i] == token->n && memcmp(names[i], token->at, token->n) == 0)
            return i;
    return UINT32_MAX;
}

static uint32_t numeral_variable(struct scope *scope, const struct sexpr *e) {
    uint32_t i = look_up(scope->numerals, scope->numeral_lengths, scope->n_numerals, &e->token);
    if (i != UINT32_MAX)
        return i;
    if (scope->n_numerals == SORT_NUMERALS_MAX) {
        fail(scope, e, "too many numeral variables");
        return 0;
    }
    scope->numerals[scope->n_numerals] = e->token.at;
    scope->numeral_lengths[scope->n_numerals] = e->token.n;
    return scope->n_numerals++;
}

static bool read_numeral(const struct token *token, uint32_t *value) {
    uint64_t v = 0;
    for (uint32_t i = 0; i < token->n; i++) {
        v = v * 10 + (uint64_t)(token->at[i] - '0');
        if (v > SORT_INDEX_MAX)
            return false;
    }
    *value = (uint32_t)v;
    return true;
}

/* An expression over numerals; `level` bounds the recursion. */
static uint32_t read_expr(struct term_table *table, struct scope *scope, const struct sexpr *e,
                          int level) {
    static const struct {
        const char *word;
        char op;
    } operators[] = {{"+", '+'}, {"-", '-'},  {"*", '*'}, {"<", '<'},  {"<=", 'L'},
                     {">", '>'}, {">=", 'G'}, {"=", '='}, {"and", '&'}};
    uint32_t value = 0;
    if (e == NULL || level > 8)
        return fail(scope, e, "malformed numeral expression");
    if (e->token.kind == TOKEN_NUMERAL) {
        if (!read_numeral(&e->token, &value))
            fail(scope, e, "numeral too large");
        return numeral_expr(&table->sorts, 'c', value, 0);
    }
    if (e->token.kind == TOKEN_SYMBOL)
        return numeral_expr(&table->sorts, 'v', numeral_variable(scope, e), 0);
    if (!sexpr_is_list(e) || sexpr_length(e) < 3)
        return fail(scope, e, "malformed numeral expression");
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (!sexpr_is_word(e->child, operators[i].word))
            continue;
        const struct sexpr *arg = e->child->next;
        uint32_t result = read_expr(table, scope, arg, level + 1);
        for (arg = arg->next; arg != NULL; arg = arg->next)
            result = numeral_expr(&table->sorts, operators[i].op, result,
                                  read_expr(table, scope, arg, level + 1));
        return result;
    }
    return fail(scope, e->child, "unknown operator in a numeral expression");
}

/* An index of a sort: a numeral that it can have, or an expression. */
static uint32_t read_index(struct term_table *table, struct scope *scope, const struct sexpr *e,
                           const struct sort_name *name) {
    uint32_t value = 0;
    if (e->token.kind != TOKEN_NUMERAL)
        return NUMERAL_EXPR(read_expr(table, scope, e, 0));
    if (name->kind == SORT_FIELD) /* the order may have any size: it is kept as text */
        return symbol_intern(&table->symbols, e->token.at, e->token.n);
    if (!read_numeral(&e->token, &value))
        fail(scope, e, "index too large");
    else if (value < (name->kind == SORT_FLOAT ? 2 : 1))
        fail(scope, e, "index too small");
    return value;
}

static sort read_param(struct term_table *table, struct scope *scope, const struct sexpr *e) {
    uint32_t i = look_up(scope->params, scope->param_lengths, scope->n_params, &e->token);
    if (i == UINT32_MAX && scope->implicit_params && e->token.n == 1 && e->token.at[0] >= 'A' &&
        e->token.at[0] <= 'Z' && scope->n_params < SORT_PARAMS_MAX) {
        i = scope->n_params++;
        scope->params[i] = e->token.at;
        scope->param_lengths[i] = 1;
    }
    return i == UINT32_MAX ? 0 : sort_param(&table->sorts, i);
}

static sort read_sort(struct term_table *table, struct scope *scope, const struct sexpr *e,
                      int level) {
    if (e == NULL || level > SORT_DEPTH_MAX)
        return fail(scope, e, "malformed sort");
    uint32_t indices[2] = {0, 0};
    uint32_t n_indices = 0, n_args = 0;
    sort args[16];
    const struct sexpr *head = e;
    if (e->token.kind == TOKEN_SYMBOL) {
        sort param = read_param(table, scope, e);
        if (param != 0)
            return param;
    } else if (sexpr_is_list(e) && sexpr_is_word(e->child, "_")) {
        head = e->child->next;
        if (head == NULL || head->token.kind != TOKEN_SYMBOL)
            return fail(scope, e, "malformed sort");
        const struct sort_name *indexed = sort_name_find(head->token.at, head->token.n);
        if (indexed == NULL)
            return fail(scope, head, "unknown sort");
        for (const struct sexpr *i = head->next; i != NULL; i = i->next) {
            if (n_indices == 2)
                return fail(scope, i, "too many indices");
            indices[n_indices++] = read_index(table, scope, i, indexed);
        }
    } else if (sexpr_is_list(e)) {
        head = e->child;
        for (const struct sexpr *a = head == NULL ? NULL : head->next; a != NULL; a = a->next) {
            if (n_args == 16)
                return fail(scope, a, "too many arguments");
            args[n_args] = read_sort(table, scope, a, level + 1);
            if (args[n_args++] == 0)
                return 0;
        }
    }
    if (head == NULL || head->token.kind != TOKEN_SYMBOL)
        return fail(scope, e, "malformed sort");
    const struct sort_name *name = sort_name_find(head->token.at, head->token.n);
    if (name == NULL)
        return fail(scope, head, "unknown sort");
    if (name->n_indices != n_indices ||
        (name->n_args == SORT_ANY_ARGS ? n_args == 0 : name->n_args != n_args) ||
        (name->kind == SORT_MAP && n_args < 2))
        return fail(scope, head, "wrong number of indices or arguments of a sort");
    sort made = sort_make_named(&table->sorts, name, indices, args, n_args);
    return made != 0 ? made : fail(scope, e, "sort too large");
}

/* Puts the sorts of a signature, arguments then result, into the rule. */
static bool read_rank(struct term_table *table, struct scope *scope, const struct sexpr *whole,
                      const struct sexpr *first, struct op_info *info) {
    sort sorts[64];
    uint32_t n = 0;
    for (const struct sexpr *e = first; e != NULL && e->token.kind != TOKEN_KEYWORD; e = e->next) {
        if (n == 64)
            return fail(scope, e, "too many arguments");
        sorts[n] = read_sort(table, scope, e, 0);
        if (sorts[n++] == 0)
            return false;
    }
    if (n == 0)
        return fail(scope, whole, "operator without a sort");
    info->n_args = (uint16_t)(n - 1);
    info->args = list_intern(&table->lists, sorts, n - 1);
    info->result = sorts[n - 1];
    info->n_params_sorts = (uint8_t)scope->n_params;
    return scope->error.message == NULL;
}

/* Is there a sort variable that no argument binds? Then the result has it. */
static bool needs_as(const struct term_table *table, const struct op_info *info) {
    struct sort_binding binding;
    sort_binding_clear(&binding, info->n_params_sorts);
    for (uint32_t i = 0; i < info->n_args; i++) {
        sort pattern = list_items(&table->lists, info->args)[i];
        sort_match(&table->sorts, pattern, pattern, &binding);
    }
    for (uint32_t i = 0; i < info->n_params_sorts; i++)
        if (binding.params[i] == 0)
            return true;
    return false;
}

static enum op_rule find_rule(const struct term_table *table, const struct op_info *info) {
    if (info->n_args == 0 || info->n_indices > 0 || info->condition != 0 ||
        (info->assoc == ASSOC_LEFT && list_items(&table->lists, info->args)[0] != info->result))
        return RULE_PATTERNS;
    sort first = list_items(&table->lists, info->args)[0];
    if (info->canonical == OP_ITE)
        return RULE_ITE;
    if (info->canonical == OP_SELECT)
        return RULE_SELECT;
    for (uint32_t i = 1; i < info->n_args; i++)
        if (list_items(&table->lists, info->args)[i] != first)
            return RULE_PATTERNS;
    bool result_is_given = !sort_is_pattern(&table->sorts, info->result);
    if (!sort_is_pattern(&table->sorts, first))
        return result_is_given ? RULE_CONCRETE : RULE_PATTERNS;
    if (sort_kind(&table->sorts, first) == SORT_PARAM)
        return result_is_given ? RULE_SAME : RULE_PATTERNS;
    if (sort_kind(&table->sorts, first) == SORT_BITVEC &&
        table->sorts.exprs.at[sort_at(&table->sorts, first)->indices[0] & SORT_INDEX_MAX].op == 'v')
        return result_is_given || info->result == first ? RULE_BITVEC : RULE_PATTERNS;
    return RULE_PATTERNS;
}

/* What follows from the rank alone. */
static void complete(const struct term_table *table, struct op_info *info) {
    if (info->assoc == ASSOC_CUSTOM)
        return;
    info->needs_as = needs_as(table, info);
    info->rule = (uint8_t)find_rule(table, info);
}

/* The operator goes to the end of those with its spelling, so ranks are tried in order. */
static void append_overload(struct term_table *table, uint32_t op) {
    table->generation++;
    struct symbol_entry *entry = symbol_at(&table->symbols, table->ops.at[op].symbol);
    if (entry->op == 0) {
        entry->op = op;
        return;
    }
    uint32_t last = entry->op;
    while (table->ops.at[last].next != 0)
        last = table->ops.at[last].next;
    table->ops.at[last].next = (uint16_t)op;
}

/* Of one that is the last of its chain. */
static void remove_overload(struct term_table *table, uint32_t op) {
    table->generation++;
    struct symbol_entry *entry = symbol_at(&table->symbols, table->ops.at[op].symbol);
    uint32_t before = entry->op;
    if (before == op) {
        entry->op = 0;
        return;
    }
    while (table->ops.at[before].next != op)
        before = table->ops.at[before].next;
    table->ops.at[before].next = 0;
}

static void load_row(struct term_table *table, uint32_t op, struct arena *arena) {
    const struct op_row *row = op_row(op);
    const struct op_row *rule = op_row(row->canonical);
    struct scope scope = {.implicit_params = true};
    struct sexpr *first;
    struct op_info info = {
        .symbol = symbol_intern(&table->symbols, row->symbol, strlen(row->symbol)),
        .theory = (uint8_t)rule->theory,
        .assoc = (uint8_t)rule->assoc,
        .origin = (uint8_t)row->origin,
        .canonical = (uint16_t)row->canonical,
    };
    bool good = sexpr_read(rule->indices, strlen(rule->indices), arena, &first, &scope.error);
    for (struct sexpr *e = first; good && e != NULL; e = e->next) {
        numeral_variable(&scope, e);
        info.n_indices++;
    }
    if (good && strstr(rule->indices, "...") != NULL)
        info.n_indices = OP_ANY_INDICES;
    if (good && rule->assoc != ASSOC_CUSTOM) {
        good = sexpr_read(rule->signature, strlen(rule->signature), arena, &first, &scope.error) &&
               read_rank(table, &scope, first, first, &info);
        if (good && rule->condition[0] != '\0') {
            good =
                sexpr_read(rule->condition, strlen(rule->condition), arena, &first, &scope.error);
            info.condition = good ? read_expr(table, &scope, first, 0) + 1 : 0;
            good = scope.error.message == NULL;
        }
    }
    if (!good)
        BUG("ops.def: %s: %s", row->name, scope.error.message);
    complete(table, &info);
    table->ops.at[op] = info;
    append_overload(table, op);
}

void signature_load_builtin(struct term_table *table) {
    struct arena arena = {0};
    vec_extend(&table->ops, OP_COUNT);
    memset(table->ops.at, 0, OP_COUNT * sizeof *table->ops.at);
    for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++)
        load_row(table, op, &arena);
    arena_free(&arena);
}

/* Can (f a b) stand where a further argument of f does? */
static bool can_repeat(const struct term_table *table, const struct op_info *info) {
    const sort *args = list_items(&table->lists, info->args);
    switch (info->assoc) {
    case ASSOC_LEFT:
        return sort_is_pattern(&table->sorts, args[0]) || args[0] == info->result;
    case ASSOC_RIGHT:
        return sort_is_pattern(&table->sorts, args[1]) || args[1] == info->result;
    default:
        return args[0] == args[1] && info->result == SORT_BOOL;
    }
}

static bool read_assoc(const struct term_table *table, struct scope *scope,
                       const struct sexpr *attribute, struct op_info *info) {
    static const struct {
        const char *word;
        enum assoc assoc;
    } attributes[] = {{":left-assoc", ASSOC_LEFT},
                      {":right-assoc", ASSOC_RIGHT},
                      {":chainable", ASSOC_CHAIN},
                      {":pairwise", ASSOC_PAIRWISE}};
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (sexpr_is_word(attribute, attributes[i].word)) {
            info->assoc = (uint8_t)attributes[i].assoc;
            if (info->n_args != 2)
                return fail(scope, attribute, "only an operator of two arguments can have this");
            return can_repeat(table, info) ||
                   fail(scope, attribute, "the sorts of the operator do not allow this");
        }
    return fail(scope, attribute, "unknown attribute");
}

static bool read_params(struct scope *scope, const struct sexpr *names) {
    for (const struct sexpr *e = names->child; e != NULL; e = e->next) {
        if (e->token.kind != TOKEN_SYMBOL || scope->n_params == SORT_PARAMS_MAX)
            return fail(scope, e, "malformed list of sort variables");
        if (look_up(scope->params, scope->param_lengths, scope->n_params, &e->token) != UINT32_MAX)
            return fail(scope, e, "a sort variable stands here twice");
        scope->params[scope->n_params] = e->token.at;
        scope->param_lengths[scope->n_params++] = e->token.n;
    }
    return true;
}

/* One declaration of a .sig file. */
static bool read_declaration(struct term_table *table, const struct sexpr *e, struct scope *scope,
                             struct op_info *info) {
    if (sexpr_is_list(e) && sexpr_is_word(e->child, "par")) {
        const struct sexpr *params = e->child->next;
        if (!sexpr_is_list(params) || params->next == NULL || params->next->next != NULL)
            return fail(scope, e, "expected (par (SORT...) (NAME SORT...))");
        if (!read_params(scope, params))
            return false;
        e = params->next;
    }
    if (!sexpr_is_list(e) || e->child == NULL)
        return fail(scope, e, "expected (NAME SORT...)");
    const struct sexpr *name = e->child;
    if (sexpr_is_list(name) && sexpr_is_word(name->child, "_") && name->child->next != NULL) {
        for (const struct sexpr *i = name->child->next->next; i != NULL; i = i->next) {
            if (i->token.kind != TOKEN_SYMBOL)
                return fail(scope, i, "an index must be a name here");
            numeral_variable(scope, i);
            info->n_indices++;
            if (scope->n_numerals != info->n_indices)
                return fail(scope, i, "an index stands here twice");
        }
        name = name->child->next;
    }
    if (name->token.kind != TOKEN_SYMBOL && name->token.kind != TOKEN_QUOTED_SYMBOL)
        return fail(scope, name, "expected the name of an operator");
    info->symbol = symbol_intern(&table->symbols, name->token.at, name->token.n);
    if (!read_rank(table, scope, e, e->child->next, info))
        return false;
    const struct sexpr *a = e->child->next;
    while (a != NULL && a->token.kind != TOKEN_KEYWORD)
        a = a->next;
    for (; a != NULL; a = a->next)
        if (!read_assoc(table, scope, a, info))
            return false;
    return true;
}

/* ---- contradictions ---- */

/* Values for the variables of a rank: the k-th of some that differ in what they have in common. */
static bool sample_binding(uint32_t k, struct sort_binding *binding) {
    static const sort sorts[] = {SORT_BOOL, SORT_INT, SORT_REAL, SORT_STRING, SORT_REGLAN};
    static const uint32_t numerals[][4] = {{8, 8, 8, 8},   {7, 5, 3, 2}, {2, 3, 5, 7},
                                           {5, 11, 5, 11}, {1, 1, 1, 1}, {3, 0, 8, 16}};
    enum { N_SORTS = sizeof sorts / sizeof *sorts, N_ROWS = sizeof numerals / sizeof *numerals };
    uint32_t step = k / N_SORTS % 2, row = k / N_SORTS / 2;
    if (row == N_ROWS)
        return false;
    for (uint32_t i = 0; i < SORT_PARAMS_MAX; i++)
        binding->params[i] = sorts[(k + i * step) % N_SORTS];
    for (uint32_t i = 0; i < SORT_NUMERALS_MAX; i++)
        binding->numerals[i] = numerals[row][i % 4];
    return true;
}

/*
 * Do the operators that are there take the same arguments, under this binding,
 * for a result of another sort? They are tried first, so the new rank would
 * never be what a reader sees.
 */
static bool contradicts_at(struct term_table *table, const struct op_info *info,
                           const struct sort_binding *binding) {
    struct check check;
    term args[64];
    sort result = sort_instantiate(&table->sorts, info->result, binding);
    symbol name = symbol_intern(&table->symbols, "x", 1);
    if (result == 0)
        return false;
    for (uint32_t i = 0; i < info->n_args; i++) {
        sort s = sort_instantiate(&table->sorts, list_items(&table->lists, info->args)[i], binding);
        if (s == 0)
            return false;
        args[i] = term_variable(table, name, s);
    }
    term there = check_op(table, info->symbol, binding->numerals, info->n_indices, 0, args,
                          info->n_args, &check);
    return there != 0 && check.tolerances == 0 && term_sort(table, there) != result;
}

static bool contradicts(struct term_table *table, const struct op_info *info) {
    bool found = false;
    struct sort_binding binding;
    struct term_mark mark = term_table_mark(table);
    if (symbol_at(&table->symbols, info->symbol)->op != 0)
        for (uint32_t k = 0; !found && sample_binding(k, &binding); k++)
            found = contradicts_at(table, info, &binding);
    term_table_rewind(table, mark);
    return found;
}

bool signature_load(struct term_table *table, const char *text, size_t n,
                    struct sexpr_error *error) {
    struct arena arena = {0};
    struct sexpr *first = NULL;
    size_t before = table->ops.n;
    bool good = sexpr_read(text, n, &arena, &first, error);
    for (struct sexpr *e = first; good && e != NULL; e = e->next) {
        struct scope scope = {0};
        struct op_info info = {.theory = THEORY_USER, .origin = ORIGIN_EXT};
        good = read_declaration(table, e, &scope, &info);
        if (good && contradicts(table, &info))
            good = fail(&scope, e, "known with another result for the same arguments");
        if (good && table->ops.n >= UINT16_MAX)
            good = fail(&scope, e, "too many operators");
        if (!good) {
            *error = scope.error;
            break;
        }
        info.canonical = (uint16_t)table->ops.n;
        complete(table, &info);
        vec_push(&table->ops, info);
        append_overload(table, info.canonical);
    }
    while (!good && table->ops.n > before) {
        remove_overload(table, (uint32_t)table->ops.n - 1);
        table->ops.n--;
    }
    arena_free(&arena);
    return good;
}
