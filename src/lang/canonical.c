#include "lang/canonical.h"

#include "base/hash.h"
#include "base/lex.h"
#include "lang/attribute.h"
#include "term/walk.h"

/*
 * A bound variable is replaced by one that tells only how many binders are
 * nested below its own, which place it has there, and its sort. Binders that
 * are nested have different heights, so nothing is captured; binders that are
 * equal up to names become equal terms.
 */
struct canonical_variable {
    uint32_t height, place;
    sort sort;
    term variable;
};

struct canon {
    struct term_table *table;
    struct script *script;
    struct canonical_names *names;
    struct term_walk walk;
    struct term_map heights;      /* of terms: binders nested in them, 0 if none */
    struct term_map replacements; /* of bound variables */
    struct term_map rebuilt;      /* of the terms of one command */
    VEC(struct canonical_variable) variables;
    struct index variable_index;
    u32_vec named;    /* by symbol: what the name of a goal or rule becomes */
    u32_vec labels;   /* by symbol: the next function that is a formula with this name, 0 if none */
    u32_vec later;    /* by function: the one behind it that is a formula with the same name */
    u32_vec declared; /* by symbol: what was declared last under this name, for text */
    u32_vec args;
    struct strbuf text;
    uint32_t n_funs, n_sorts;
};

static symbol numbered(struct canon *c, const char *prefix, uint32_t number) {
    strbuf_clear(&c->text);
    strbuf_add_text(&c->text, prefix);
    strbuf_add_u64(&c->text, number);
    return symbol_intern(&c->table->symbols, c->text.at, c->text.n);
}

static term variable_for(struct canon *c, uint32_t height, uint32_t place, sort s) {
    uint32_t hash = (uint32_t)hash_mix((uint64_t)height << 32 | place, s);
    INDEX_EACH(&c->variable_index, hash, id) {
        const struct canonical_variable *v = &c->variables.at[id - 1];
        if (v->height == height && v->place == place && v->sort == s)
            return v->variable;
    }
    strbuf_clear(&c->text);
    strbuf_printf(&c->text, "v%u.%u", height, place);
    symbol name = symbol_intern(&c->table->symbols, c->text.at, c->text.n);
    term v = term_variable(c->table, name, s);
    vec_push(&c->variables, ((struct canonical_variable){height, place, s, v}));
    index_insert(&c->variable_index, hash, (uint32_t)c->variables.n);
    return v;
}

/* ---- names ---- */

/* A list of names by handle, for all of them; 0 where there is none. */
static void cover(u32_vec *names, size_t all) {
    size_t n = names->n;
    if (all > n) {
        vec_extend(names, all - n);
        memset(names->at + n, 0, (all - n) * sizeof *names->at);
    }
}

/* From now on, text that has this name means `canonical`. */
static void declare(struct canon *c, symbol name, symbol canonical) {
    cover(&c->declared, c->table->symbols.entries.n);
    c->declared.at[name] = canonical;
}

static void name_fun(struct canon *c, fun f) {
    struct fun *info = &c->table->funs.at[f];
    /* Here no two have one name. (_ is c) is read by all then; update-field by z3 alone. */
    if (info->n_params_sorts == 0)
        info->spellings =
            info->kind == FUN_SELECTOR && (info->spellings & (SPELLED_FIELD | SPELLED_RANK)) != 0
                ? SPELLED_FIELD
                : SPELLED_PLAIN;
    c->names->funs.at[f] = numbered(c, "f", ++c->n_funs);
    declare(c, fun_at(c->table, f)->name, c->names->funs.at[f]);
}

static void name_params(struct canon *c, uint32_t decl) {
    uint32_t n = list_length(&c->table->lists, c->table->sorts.decls.at[decl].params);
    vec_clear(&c->args);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&c->args, numbered(c, "X", i));
    c->table->sorts.decls.at[decl].params = list_intern(&c->table->lists, c->args.at, n);
}

static void name_decl(struct canon *c, uint32_t decl) {
    c->names->decls.at[decl] = numbered(c, "S", ++c->n_sorts);
    declare(c, c->table->sorts.decls.at[decl].name, c->names->decls.at[decl]);
    name_params(c, decl);
    list constructors = c->table->sorts.decls.at[decl].constructors;
    for (uint32_t i = 0; i < list_length(&c->table->lists, constructors); i++) {
        fun f = list_items(&c->table->lists, constructors)[i];
        name_fun(c, f);
        list selectors = fun_at(c->table, f)->selectors;
        for (uint32_t j = 0; j < list_length(&c->table->lists, selectors); j++)
            name_fun(c, list_items(&c->table->lists, selectors)[j]);
    }
}

static symbol name_of_named(struct canon *c, symbol name) {
    cover(&c->named, c->table->symbols.entries.n);
    if (c->named.at[name] == 0)
        c->named.at[name] = numbered(c, "n", ++c->n_funs);
    return c->named.at[name];
}

/* Formulas may have a name that others had before a pop or a reset. */
static void find_labels(struct canon *c) {
    cover(&c->labels, c->table->symbols.entries.n);
    cover(&c->later, c->table->funs.n);
    for (fun f = (fun)c->table->funs.n - 1; f >= c->script->first_fun && f > 0; f--) {
        symbol name = fun_at(c->table, f)->name;
        if (fun_at(c->table, f)->kind == FUN_NAMED) {
            c->later.at[f] = c->labels.at[name];
            c->labels.at[name] = f;
        }
    }
}

/* What the name becomes that a formula is given here. */
static symbol name_of_label(struct canon *c, symbol name) {
    symbol made = numbered(c, "n", ++c->n_funs);
    fun f = name < c->labels.n ? c->labels.at[name] : 0;
    if (f != 0) {
        c->names->funs.at[f] = made;
        c->labels.at[name] = c->later.at[f];
    }
    declare(c, name, made);
    return made;
}

/* ---- text ---- */

/* The text of a command, and where in it one is. */
struct text_reading {
    enum command_shape shape;
    uint32_t depth;  /* of parentheses that are open */
    uint32_t number; /* of the expression, from 0 */
    bool is_first;   /* behind '(' */
    bool is_id;      /* behind :id */
    u32_vec own;     /* nonterminals of a grammar, each behind it its canonical name */
};

/* A grammar begins with its nonterminals: ((A Bool) (B Int)). */
static bool is_nonterminal(const struct text_reading *r) {
    return r->shape == SHAPE_NAMED_TERM && r->number == 0 && r->depth == 2 && r->is_first;
}

/* The name of a rule stands behind its formula. */
static bool is_rule_name(const struct text_reading *r) {
    return r->shape == SHAPE_FORMULA && r->number == 0 && r->depth == 0;
}

/* What a name in the text becomes; 0 if it stays. */
static symbol name_in_text(struct canon *c, struct text_reading *r, symbol name) {
    if (r->is_id || is_rule_name(r))
        return name_of_named(c, name);
    if (r->shape != SHAPE_NAMED_TERM) /* words of solvers */
        return 0;
    if (is_nonterminal(r)) {
        vec_push(&r->own, name);
        vec_push(&r->own, numbered(c, "n", ++c->n_funs));
    }
    for (size_t i = 0; i < r->own.n; i += 2)
        if (r->own.at[i] == name)
            return r->own.at[i + 1];
    return name < c->declared.n ? c->declared.at[name] : 0;
}

static void advance(struct text_reading *r, const struct token *token) {
    r->depth += token->kind == TOKEN_OPEN;
    r->depth -= token->kind == TOKEN_CLOSE;
    r->number += r->depth == 0;
    r->is_first = token->kind == TOKEN_OPEN;
    r->is_id = token->kind == TOKEN_KEYWORD && token->n == 3 && memcmp(token->at, ":id", 3) == 0;
}

/* The text of a command with canonical names for goals, rules and all that a grammar mentions. */
static symbol rename_text(struct canon *c, enum command_shape shape, symbol text) {
    struct strbuf given = {0}, renamed = {0};
    struct lexer lexer;
    struct token token;
    struct text_reading reading = {.shape = shape};
    const struct symbol_entry *entry = symbol_at(&c->table->symbols, text);
    strbuf_add(&given, entry->at, entry->n); /* it moves when other symbols are made */
    lex_init(&lexer, strbuf_text(&given), given.n);
    for (uint32_t copied = 0; (token = lex_next(&lexer)).kind != TOKEN_END; copied = lexer.next) {
        bool is_name = token.kind == TOKEN_SYMBOL || token.kind == TOKEN_QUOTED_SYMBOL;
        symbol name = is_name ? symbol_intern(&c->table->symbols, token.at, token.n) : 0;
        symbol other = is_name ? name_in_text(c, &reading, name) : 0;
        strbuf_add(&renamed, given.at + copied, token.offset - copied);
        if (other != 0)
            symbol_print(&c->table->symbols, other, &renamed);
        else
            strbuf_add(&renamed, given.at + token.offset, lexer.next - token.offset);
        advance(&reading, &token);
    }
    symbol made = symbol_intern(&c->table->symbols, renamed.at, renamed.n);
    lex_release(&lexer);
    vec_free(&reading.own);
    strbuf_free(&given);
    strbuf_free(&renamed);
    return made;
}

/* ---- terms ---- */

static uint32_t height_of(struct canon *c, term t) {
    uint32_t height = 0;
    for (uint32_t i = 0; i < term_n_args(c->table, t); i++) {
        uint32_t below = term_map_get(&c->heights, term_arg(c->table, t, i));
        if (below > height)
            height = below;
    }
    return height + op_is_binder(term_op(c->table, t));
}

/* The variables that something of this height binds, from now on under their canonical ones. */
static void replace_variables(struct canon *c, const term *vars, uint32_t n, uint32_t height) {
    for (uint32_t i = 0; i < n; i++)
        term_map_set(&c->replacements, vars[i],
                     variable_for(c, height, i, term_sort(c->table, vars[i])));
}

/* The attributes with canonical names in them. */
static list rename_attributes(struct canon *c, list attributes) {
    uint32_t n = list_length(&c->table->lists, attributes);
    u32_vec items = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&items, list_items(&c->table->lists, attributes)[i]);
    for (uint32_t i = 0; i < n; i += 3)
        if (items.at[i + 1] == ATTRIBUTE_NAMED)
            items.at[i + 2] = name_of_label(c, items.at[i + 2]);
    list renamed = list_intern(&c->table->lists, items.at, n);
    vec_free(&items);
    return renamed;
}

/* What a term that the walk gave has become; a variable of a definition may be in no term. */
static term image(const struct canon *c, term t) {
    if (term_op(c->table, t) != OP_VAR)
        return term_map_get(&c->rebuilt, t);
    term variable = term_map_get(&c->replacements, t);
    return variable != 0 ? variable : t;
}

/*
 * What is mapped over arrays, in one spelling: z3 wants to know the sorts of operators but for those
 * that connect formulas; here no two functions have one name.
 */
static list rename_map(struct canon *c, term t) {
    uint32_t items[MAP_ITEMS];
    memcpy(items, list_items(&c->table->lists, term_at(c->table, t)->payload), sizeof items);
    uint32_t op = items[MAP_WHICH];
    bool connects = op == OP_NOT || op == OP_IMPLIES || op == OP_AND || op == OP_OR || op == OP_XOR;
    items[MAP_HAS_RANK] = !items[MAP_IS_FUN] && !connects;
    return list_intern(&c->table->lists, items, MAP_ITEMS);
}

/* (@ f x) is (f x) where f can stand first. */
static bool is_name(const struct canon *c, term head) {
    const struct term_node *node = term_at(c->table, head);
    return node->n_args == 0 &&
           (node->op == OP_APPLY || node->op == OP_VAR || node->op == OP_FUN_REF);
}

static void rebuild(struct canon *c, term t) {
    struct term_node node = *term_at(c->table, t);
    if (node.op == OP_VAR)
        return;
    vec_clear(&c->args);
    for (uint32_t i = 0; i < node.n_args; i++)
        vec_push(&c->args, image(c, term_arg(c->table, t, i)));
    if (node.op == OP_ANNOTATED)
        node.payload = rename_attributes(c, node.payload);
    if (node.op == OP_MAP_ARRAY)
        node.payload = rename_map(c, t);
    if (node.op > OP_FIRST_THEORY)
        node.op = op_info(c->table, node.op)->canonical; /* of several spellings the first */
    bool is_call = node.op == OP_HO_APPLY && is_name(c, c->args.at[0]);
    term_map_set(
        &c->rebuilt, t,
        is_call ? term_call(c->table, node.sort, c->args.at, node.n_args)
                : term_make(c->table, node.op, node.payload, node.sort, c->args.at, node.n_args));
}

static void add_roots(struct canon *c, const struct command *command) {
    enum command_shape shape = command_shape(command->kind);
    if (command->body != 0)
        term_walk_add(&c->walk, command->body);
    if (command->fun != 0 && fun_at(c->table, command->fun)->body != 0)
        term_walk_add(&c->walk, fun_at(c->table, command->fun)->body);
    bool has_terms = shape == SHAPE_TERMS || shape == SHAPE_LITERALS;
    for (uint32_t j = 0; j < list_length(&c->table->lists, command->items); j++) {
        uint32_t item = list_items(&c->table->lists, command->items)[j];
        if (has_terms)
            term_walk_add(&c->walk, item);
        else if (command->kind == COMMAND_DEFINE_FUNS_REC)
            term_walk_add(&c->walk, fun_at(c->table, item)->body);
    }
}

static list rebuilt_list(struct canon *c, list terms) {
    uint32_t n = list_length(&c->table->lists, terms);
    vec_clear(&c->args);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&c->args, image(c, list_items(&c->table->lists, terms)[i]));
    return list_intern(&c->table->lists, c->args.at, n);
}

static void replace_parameters(struct canon *c, fun f) {
    const struct fun *info = fun_at(c->table, f);
    u32_vec vars = {0};
    for (uint32_t i = 0; i < list_length(&c->table->lists, info->vars); i++)
        vec_push(&vars, list_items(&c->table->lists, info->vars)[i]);
    replace_variables(c, vars.at, (uint32_t)vars.n, term_map_get(&c->heights, info->body) + 1);
    vec_free(&vars);
}

static void replace_definition(struct canon *c, fun f) {
    list vars = rebuilt_list(c, fun_at(c->table, f)->vars);
    struct fun *info = &c->table->funs.at[f];
    info->vars = vars;
    info->body = image(c, info->body);
}

/* Calls `each` for the functions that a command defines. */
static void for_definitions(struct canon *c, const struct command *command,
                            void (*each)(struct canon *, fun)) {
    if (command->fun != 0 && fun_at(c->table, command->fun)->body != 0)
        each(c, command->fun);
    if (command->kind == COMMAND_DEFINE_FUNS_REC)
        for (uint32_t i = 0; i < list_length(&c->table->lists, command->items); i++)
            each(c, list_items(&c->table->lists, command->items)[i]);
}

static void name_command(struct canon *c, struct command *command) {
    enum command_shape shape = command_shape(command->kind);
    if (shape == SHAPE_NAMED_TERM)
        command->name = numbered(c, "f", ++c->n_funs);
    if (command->text != 0 &&
        (shape == SHAPE_NAMED_TERM || shape == SHAPE_TERM || shape == SHAPE_FORMULA))
        command->text = rename_text(c, shape, command->text);
    if (command->fun != 0)
        name_fun(c, command->fun);
    if (command->decl != 0)
        name_decl(c, command->decl);
    for (uint32_t i = 0; i < list_length(&c->table->lists, command->items); i++) {
        uint32_t item = list_items(&c->table->lists, command->items)[i];
        if (command->kind == COMMAND_DEFINE_FUNS_REC)
            name_fun(c, item);
        else if (shape == SHAPE_SPECIAL)
            name_decl(c, item);
    }
}

static void replace_terms(struct canon *c, struct command *command) {
    enum command_shape shape = command_shape(command->kind);
    if (command->body != 0)
        command->body = image(c, command->body);
    if (shape == SHAPE_TERMS || shape == SHAPE_LITERALS)
        command->items = rebuilt_list(c, command->items);
    for_definitions(c, command, replace_definition);
}

static void drop_comments(struct script *script) {
    size_t kept = 0;
    for (size_t i = 0; i < script->commands.n; i++) {
        struct command command = script->commands.at[i];
        command.blank_before = false;
        if (command.kind != COMMAND_COMMENT)
            script->commands.at[kept++] = command;
    }
    script->commands.n = kept;
}

/* The heights of all terms, and by them new variables: those of one binder are the same everywhere. */
static void replace_all_variables(struct canon *c) {
    term t;
    term_walk_begin(&c->walk, c->table);
    for (size_t i = 0; i < c->script->commands.n; i++)
        add_roots(c, &c->script->commands.at[i]);
    while ((t = term_walk_next(&c->walk)) != 0) {
        uint32_t height = height_of(c, t);
        if (height > 0)
            term_map_set(&c->heights, t, height);
        if (!op_is_binder(term_op(c->table, t)))
            continue;
        vec_clear(&c->args); /* the terms' arguments move when variables are made */
        uint32_t n = term_n_args(c->table, t) - 1;
        for (uint32_t i = 0; i < n; i++)
            vec_push(&c->args, term_arg(c->table, t, i));
        replace_variables(c, c->args.at, n, height);
    }
    for (size_t i = 0; i < c->script->commands.n; i++)
        for_definitions(c, &c->script->commands.at[i], replace_parameters);
}

/* Apart from the others: the same term may give another name than before. */
static void rebuild_command(struct canon *c, struct command *command) {
    term t;
    term_map_clear(&c->rebuilt);
    term_walk_begin(&c->walk, c->table);
    add_roots(c, command);
    while ((t = term_walk_next(&c->walk)) != 0)
        rebuild(c, t);
    replace_terms(c, command);
}

void canonical_make(struct term_table *table, struct script *script,
                    struct canonical_names *names) {
    struct canon c = {.table = table, .script = script, .names = names};
    *names = (struct canonical_names){0};
    term_map_clear(&c.heights);
    term_map_clear(&c.replacements);
    cover(&names->funs, table->funs.n);
    cover(&names->decls, table->sorts.decls.n);
    drop_comments(script);
    replace_all_variables(&c);
    find_labels(&c);
    for (size_t i = 0; i < script->commands.n; i++) {
        name_command(&c, &script->commands.at[i]);
        rebuild_command(&c, &script->commands.at[i]);
    }
    term_walk_release(&c.walk);
    term_map_release(&c.heights);
    term_map_release(&c.replacements);
    term_map_release(&c.rebuilt);
    vec_free(&c.variables);
    index_free(&c.variable_index);
    vec_free(&c.named);
    vec_free(&c.labels);
    vec_free(&c.later);
    vec_free(&c.declared);
    vec_free(&c.args);
    strbuf_free(&c.text);
}

void canonical_names_release(struct canonical_names *names) {
    vec_free(&names->funs);
    vec_free(&names->decls);
}
