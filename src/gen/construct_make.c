#include "gen/construct_int.h"

#include "base/die.h"
#include "lang/attribute.h"

/* ---- terms ---- */

term construct_equal(struct term_table *table, term a, term b) {
    return term_make(table, OP_EQ, 0, SORT_BOOL, (term[]){a, b}, 2);
}

term construct_not(struct term_table *table, term a) {
    return term_make(table, OP_NOT, 0, SORT_BOOL, &a, 1);
}

term construct_implies(struct term_table *table, term a, term b) {
    return term_make(table, OP_IMPLIES, 0, SORT_BOOL, (term[]){a, b}, 2);
}

term construct_and(struct term_table *table, const term *formulas, uint32_t n) {
    return n == 1 ? formulas[0] : term_make(table, OP_AND, 0, SORT_BOOL, formulas, n);
}

/* ---- the test at hand ---- */

static void begin_test(struct maker_state *s) {
    vec_clear(&s->script.commands);
    vec_clear(&s->witness.choices);
    vec_clear(&s->formulas);
    vec_clear(&s->vars);
    vec_clear(&s->names);
    vec_clear(&s->core);
    vec_clear(&s->taken);
    vec_clear(&s->marks);
    strbuf_clear(&s->note);
    strbuf_clear(&s->remarks);
    strbuf_clear(&s->expected);
}

static void add_formula(struct maker_state *s, term formula, symbol name, bool in_core) {
    vec_push(&s->formulas, formula);
    vec_push(&s->names, name);
    vec_push(&s->core, in_core);
}

static symbol name_of_constant(const struct maker_state *s, term constant) {
    const struct term_table *table = s->gen->table;
    return fun_at(table, term_at(table, constant)->payload)->name;
}

static void add_var(struct maker_state *s, term var) {
    vec_push(&s->vars, var);
    vec_push(&s->taken, name_of_constant(s, var));
}

static bool is_taken(const struct maker_state *s, symbol name) {
    for (size_t i = 0; i < s->taken.n; i++)
        if (s->taken.at[i] == name)
            return true;
    return false;
}

/* A name like this that is not in use: "res", "res2", ... */
static symbol new_name(struct maker_state *s, const char *at, size_t n, const char *suffix) {
    struct strbuf text = {0};
    symbol name = 0;
    for (unsigned i = 1; name == 0 || is_taken(s, name); i++) {
        strbuf_clear(&text);
        strbuf_add(&text, at, n);
        strbuf_add_text(&text, suffix);
        if (i > 1)
            strbuf_add_u64(&text, i);
        name = symbol_intern(&s->gen->table->symbols, text.at, text.n);
    }
    strbuf_free(&text);
    vec_push(&s->taken, name);
    return name;
}

/* A new constant of the script. */
static term new_var(struct maker_state *s, const char *at, size_t n, const char *suffix, sort of) {
    struct term_table *table = s->gen->table;
    symbol name = new_name(s, at, n, suffix);
    term var = term_constant(table, fun_declare(table, FUN_DECLARED, name, NULL, 0, of));
    vec_push(&s->vars, var);
    return var;
}

/* Like another: s becomes s_fresh. */
static term new_var_like(struct maker_state *s, symbol name, const char *suffix, sort of) {
    const struct symbol_entry *entry = symbol_at(&s->gen->table->symbols, name);
    struct strbuf text = {0};
    strbuf_add(&text, entry->at, entry->n); /* the entry may move */
    term var = new_var(s, strbuf_text(&text), text.n, suffix, of);
    strbuf_free(&text);
    return var;
}

static symbol new_formula_name(struct maker_state *s, const char *name) {
    return new_name(s, name, strlen(name), "");
}

static void add_note(struct maker_state *s, symbol name) {
    if (s->note.n > 0)
        strbuf_add_char(&s->note, ' ');
    symbol_print(&s->gen->table->symbols, name, &s->note);
}

/* ---- from formulas to a script ---- */

static term with_name(struct maker_state *s, term formula, symbol name) {
    struct term_table *table = s->gen->table;
    if (name == 0)
        return formula;
    uint32_t attribute[] = {symbol_intern(&table->symbols, ":named", 6), ATTRIBUTE_NAMED, name};
    return term_make(table, OP_ANNOTATED, list_intern(&table->lists, attribute, 3), SORT_BOOL,
                     &formula, 1);
}

/* Only variables that occur are declared. */
static void drop_unused_vars(struct maker_state *s) {
    struct term_walk walk = {0};
    struct term_map used = {0};
    term t;
    size_t n = 0;
    term_map_clear(&used);
    term_walk_begin(&walk, s->gen->table);
    for (size_t i = 0; i < s->formulas.n; i++)
        term_walk_add(&walk, s->formulas.at[i]);
    while ((t = term_walk_next(&walk)) != 0)
        term_map_set(&used, t, 1);
    for (size_t i = 0; i < s->vars.n; i++)
        if (term_map_get(&used, s->vars.at[i]) != 0)
            s->vars.at[n++] = s->vars.at[i];
    s->vars.n = n;
    term_map_release(&used);
    term_walk_release(&walk);
}

static void define_marks(struct maker_state *s) {
    for (size_t i = 0; i < s->marks.n; i++) {
        struct command define = {.kind = COMMAND_DEFINE_FUN,
                                 .name = fun_at(s->gen->table, s->marks.at[i])->name,
                                 .fun = s->marks.at[i]};
        vec_push(&s->script.commands, define);
    }
}

static void write_script(struct maker_state *s) {
    struct term_table *table = s->gen->table;
    /* The least of all: what a test needs beyond it is found when it is printed. */
    struct command logic = {.kind = COMMAND_SET_LOGIC,
                            .name = symbol_intern(&table->symbols, "QF_UF", 5)};
    drop_unused_vars(s);
    vec_push(&s->script.commands, logic);
    for (size_t i = 0; i < s->vars.n; i++) {
        struct command declare = {.kind = COMMAND_DECLARE_CONST,
                                  .name = name_of_constant(s, s->vars.at[i]),
                                  .fun = term_at(table, s->vars.at[i])->payload};
        vec_push(&s->script.commands, declare);
    }
    define_marks(s);
    for (size_t i = 0; i < s->formulas.n; i++) {
        symbol name = s->recipe == NULL ? s->names.at[i] : 0; /* the names are the test's own */
        struct command assertion = {.kind = COMMAND_ASSERT,
                                    .body = with_name(s, s->formulas.at[i], name)};
        vec_push(&s->script.commands, assertion);
    }
    vec_push(&s->script.commands, (struct command){.kind = COMMAND_CHECK_SAT});
}

/* ---- satisfiable ones ---- */

static void set_value(struct maker_state *s, term var, term to) {
    vec_push(&s->witness.choices, ((struct witness_choice){var, to}));
}

static term value_of(struct maker_state *s, term t) {
    value v = eval_term(s->gen->eval, t);
    if (eval_result(s->gen->eval, v) != EVAL_VALUE)
        return 0;
    return eval_value_term(s->gen->eval, v, term_sort(s->gen->table, t));
}

/* Values only of what is declared, and judged by the evaluator. */
static const char *check_witness(struct maker_state *s) {
    size_t n = 0;
    for (size_t i = 0; i < s->witness.choices.n; i++)
        for (size_t k = 0; k < s->vars.n; k++)
            if (s->vars.at[k] == s->witness.choices.at[i].application) {
                s->witness.choices.at[n++] = s->witness.choices.at[i];
                break;
            }
    s->witness.choices.n = n;
    enum verdict verdict = witness_check(s->gen->eval, &s->witness, s->formulas.at, s->formulas.n);
    return verdict == VERDICT_TRUE ? NULL : "its witness is not true";
}

static void add_model(struct maker_state *s) {
    struct term_table *table = s->gen->table;
    struct printer *printer = printer_new(table);
    printer_set_width(printer, UINT32_MAX);
    for (size_t i = 0; i < s->witness.choices.n; i++) {
        const struct witness_choice *choice = &s->witness.choices.at[i];
        strbuf_add_text(&s->remarks, "; model: ");
        printer_add_definition(printer, false, name_of_constant(s, choice->application), NULL, 0,
                               term_sort(table, choice->application), choice->value, &s->remarks);
    }
    printer_free(printer);
}

static const struct facts_operation *operation_of(const struct maker_state *s,
                                                  const struct plan_test *planned) {
    return &s->facts->operations.at[planned->of];
}

static term first_constant(const struct maker_state *s, uint16_t which, sort of) {
    const struct facts_sort *facts = facts_sort(s->facts, of);
    return facts == NULL || which >= facts->constants.n ? 0 : facts->constants.at[which];
}

static term substitute(struct maker_state *s, term t, const term *from, const term *to,
                       uint32_t n) {
    term_subst_begin(&s->subst, s->gen->table);
    for (uint32_t i = 0; i < n; i++)
        term_subst_add(&s->subst, from[i], to[i]);
    return term_subst_apply(&s->subst, t);
}

/* op(args) = res, where the mask says which of these are constants. */
static const char *make_assignment(struct maker_state *s, const struct plan_test *planned,
                                   uint32_t mask) {
    struct term_table *table = s->gen->table;
    const struct facts_operation *op = operation_of(s, planned);
    term values[FACTS_ARGS_MAX], args[FACTS_ARGS_MAX];
    for (uint32_t i = 0; i < op->n_vars; i++) {
        values[i] = first_constant(s, planned->parts[1 + i], term_sort(table, op->vars[i]));
        if (values[i] == 0)
            return "there is no constant for an argument";
        add_var(s, op->vars[i]);
        args[i] = (mask >> i & 1) != 0 ? values[i] : op->vars[i];
        if (args[i] == op->vars[i])
            set_value(s, op->vars[i], value_of(s, values[i]));
    }
    term result = value_of(s, substitute(s, op->body, op->vars, values, op->n_vars));
    if (result == 0)
        return "what the operation gives is open";
    term right = result;
    if ((mask >> op->n_vars & 1) == 0) {
        right = new_var(s, "res", 3, "", term_sort(table, op->body));
        set_value(s, right, result);
    }
    term left = substitute(s, op->body, op->vars, args, op->n_vars);
    add_formula(s, construct_equal(table, left, right), 0, false);
    add_note(s, op->name);
    return NULL;
}

/* The term of an atom: those before it are there already. */
static void make_atoms(struct maker_state *s) {
    while (s->atoms.n < s->plan->atoms.n) {
        const struct plan_atom *atom = &s->plan->atoms.at[s->atoms.n];
        if (atom->is_leaf) {
            vec_push(&s->atoms, s->facts->sorts.at[atom->of].leaves.at[atom->args[0]]);
            continue;
        }
        const struct facts_operation *op = &s->facts->operations.at[atom->of];
        term args[FACTS_ARGS_MAX];
        for (uint32_t i = 0; i < op->n_vars; i++)
            args[i] = s->atoms.at[atom->args[i]];
        vec_push(&s->atoms, substitute(s, op->body, op->vars, args, op->n_vars));
    }
}

static const char *short_sort_name(const struct maker_state *s, sort of) {
    switch (sort_kind(&s->gen->table->sorts, of)) {
    case SORT_STRING:
        return "tmp_str";
    case SORT_INT:
        return "tmp_int";
    case SORT_REAL:
        return "tmp_real";
    case SORT_BOOL:
        return "tmp_bool";
    case SORT_BITVEC:
        return "tmp_bv";
    case SORT_FLOAT:
        return "tmp_fp";
    case SORT_ROUNDING_MODE:
        return "tmp_rm";
    case SORT_ARRAY:
        return "tmp_arr";
    default:
        return "tmp";
    }
}

static bool is_leaf_constant(const struct maker_state *s, term t) {
    const struct facts_sort *of = facts_sort(s->facts, term_sort(s->gen->table, t));
    for (size_t i = 0; of != NULL && i < of->leaves.n; i++)
        if (of->leaves.at[i] == t)
            return true;
    return false;
}

/* Each leaf becomes a variable, the same wherever it stands, numbered as they come. */
static term free_leaves(struct maker_state *s, term equation) {
    struct term_table *table = s->gen->table;
    struct term_walk walk = {0};
    u32_vec leaves = {0}, vars = {0};
    term t;
    term_walk_begin(&walk, table);
    term_walk_add(&walk, equation);
    while ((t = term_walk_next(&walk)) != 0)
        if (is_leaf_constant(s, t))
            vec_push(&leaves, t);
    for (size_t i = 0; i < leaves.n; i++) {
        struct strbuf name = {0};
        sort of = term_sort(table, leaves.at[i]);
        strbuf_printf(&name, "%s%zu", short_sort_name(s, of), i);
        vec_push(&vars, new_var(s, strbuf_text(&name), name.n, "", of));
        set_value(s, vars.at[i], value_of(s, leaves.at[i]));
        strbuf_free(&name);
    }
    equation = substitute(s, equation, leaves.at, vars.at, (uint32_t)leaves.n);
    vec_free(&leaves);
    vec_free(&vars);
    term_walk_release(&walk);
    return equation;
}

static const char *make_synthesis(struct maker_state *s, const struct plan_test *planned) {
    const struct facts_operation *op = operation_of(s, planned);
    term args[FACTS_ARGS_MAX];
    make_atoms(s);
    for (uint32_t i = 0; i < op->n_vars; i++)
        args[i] = s->atoms.at[planned->parts[1 + i]];
    term left = substitute(s, op->body, op->vars, args, op->n_vars);
    term equation = construct_equal(s->gen->table, left, s->atoms.at[planned->parts[0]]);
    add_formula(s, free_leaves(s, equation), 0, false);
    add_note(s, op->name);
    return NULL;
}

/* ---- unsatisfiable ones ---- */

/* An equality for one variable or constant: what its variables become. */
struct application {
    const struct facts_equality *equality;
    term from[FACTS_VARS_MAX], to[FACTS_VARS_MAX];
};

/* Its own variable becomes x, the others are new. `is_bound`: variables of a quantifier. */
static void apply_equality(struct maker_state *s, const struct facts_equality *equality, term x,
                           bool is_bound, struct application *a) {
    struct term_table *table = s->gen->table;
    a->equality = equality;
    for (uint32_t i = 0; i < equality->n_vars; i++) {
        symbol name = name_of_constant(s, equality->vars[i]);
        sort of = term_sort(table, equality->vars[i]);
        a->from[i] = equality->vars[i];
        if (equality->vars[i] == equality->right)
            a->to[i] = x;
        else if (is_bound)
            a->to[i] = term_variable(table, name, of);
        else
            a->to[i] = new_var_like(s, name, "_new", of);
    }
}

static term applied(struct maker_state *s, const struct application *a, term t) {
    return substitute(s, t, a->from, a->to, a->equality->n_vars);
}

static void add_equality(struct maker_state *s, const struct application *a, term fresh,
                         bool in_core) {
    struct term_table *table = s->gen->table;
    term left = applied(s, a, a->equality->left);
    term equation = a->equality->is_constant ? construct_equal(table, fresh, left)
                                             : construct_equal(table, left, fresh);
    add_formula(s, equation, new_formula_name(s, "equality"), in_core);
    for (uint32_t i = 0; i < a->equality->n_conditions; i++)
        add_formula(s, applied(s, a, a->equality->conditions[i]), new_formula_name(s, "condition"),
                    in_core);
}

/*
 * The fresh variable as a mark: where the seed has x, or the constant. What the mark says is the
 * equality as the theory has it, which was proven; so x is a parameter, and the constant is not.
 */
static term mark_fresh(struct maker_state *s, const struct application *a, term fresh) {
    struct term_table *table = s->gen->table;
    const struct facts_equality *equality = a->equality;
    term params[FACTS_VARS_MAX + 1], args[FACTS_VARS_MAX + 1];
    term clauses[1 + FACTS_CONDITIONS_MAX];
    uint32_t n = equality->n_vars;
    memcpy(params, equality->vars, n * sizeof(term));
    memcpy(args, a->to, n * sizeof(term));
    params[n] = args[n] = fresh;
    clauses[0] = equality->is_constant ? construct_equal(table, fresh, equality->left)
                                       : construct_equal(table, equality->left, fresh);
    memcpy(clauses + 1, equality->conditions, equality->n_conditions * sizeof(term));
    fun mark = recipe_define_mark(table, new_name(s, "made", 4, ""), params, n + 1,
                                  construct_and(table, clauses, 1 + equality->n_conditions), fresh,
                                  equality->right);
    recipe_add_proven(s->recipe, table, mark);
    vec_push(&s->marks, mark);
    return recipe_apply_mark(table, mark, args, n + 1);
}

/* The quantifier that binds the variable, in one of the terms. */
static term find_quantifier(struct maker_state *s, const term *terms, uint32_t n, term x) {
    struct term_table *table = s->gen->table;
    struct term_walk walk = {0};
    term t, found = 0;
    term_walk_begin(&walk, table);
    for (uint32_t i = 0; i < n; i++)
        term_walk_add(&walk, terms[i]);
    while (found == 0 && (t = term_walk_next(&walk)) != 0)
        for (uint32_t i = 0; term_op(table, t) == OP_FORALL && i + 1 < term_n_args(table, t); i++)
            if (term_arg(table, t, i) == x)
                found = t;
    term_walk_release(&walk);
    return found;
}

/* The same body and patterns for the fresh variable, the equality among the patterns. */
static term rebuild_body(struct maker_state *s, term body, term x, term fresh, term clause,
                         term left) {
    struct term_table *table = s->gen->table;
    u32_vec args = {0};
    if (term_op(table, body) != OP_ANNOTATED)
        return construct_implies(table, clause, substitute(s, body, &x, &fresh, 1));
    for (uint32_t i = 0; i < term_n_args(table, body); i++) {
        term part = substitute(s, term_arg(table, body, i), &x, &fresh, 1);
        vec_push(&args, i == 0 ? construct_implies(table, clause, part) : part);
    }
    uint32_t attribute[3];
    memcpy(attribute, list_items(&table->lists, term_at(table, body)->payload), sizeof attribute);
    if (attribute[1] == ATTRIBUTE_TERMS) { /* the first pattern; its terms come first */
        vec_push(&args, 0);
        for (size_t i = args.n - 1; i > attribute[2] + 1; i--)
            args.at[i] = args.at[i - 1];
        args.at[attribute[2] + 1] = left;
        attribute[2]++;
    }
    u32_vec attributes = {0};
    uint32_t n = list_length(&table->lists, term_at(table, body)->payload);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&attributes, i < 3 ? attribute[i]
                                    : list_items(&table->lists, term_at(table, body)->payload)[i]);
    term result = term_make(table, OP_ANNOTATED, list_intern(&table->lists, attributes.at, n),
                            SORT_BOOL, args.at, (uint32_t)args.n);
    vec_free(&attributes);
    vec_free(&args);
    return result;
}

/*
 * For all x: F(x) becomes for all x, x_fresh and so on: if E(x) = x_fresh under the conditions, then
 * F(x_fresh). It says the same: for every x_fresh some values meet the premise, namely those that
 * do not meet the conditions, and if there are none, x = x_fresh.
 */
static term replace_bound(struct maker_state *s, term quantifier, term x,
                          const struct facts_equality *equality) {
    struct term_table *table = s->gen->table;
    struct application a;
    term conditions[FACTS_CONDITIONS_MAX];
    u32_vec args = {0};
    uint32_t n = term_n_args(table, quantifier);
    apply_equality(s, equality, x, true, &a);
    symbol own = term_variable_of(table, x)->name;
    const struct symbol_entry *entry = symbol_at(&table->symbols, own);
    struct strbuf text = {0};
    strbuf_add(&text, entry->at, entry->n);
    term fresh = term_variable(table, new_name(s, text.at, text.n, "_fresh"), term_sort(table, x));
    strbuf_free(&text);
    term left = applied(s, &a, equality->left);
    term clause = construct_equal(table, left, fresh);
    for (uint32_t i = 0; i < equality->n_conditions; i++)
        conditions[i] = applied(s, &a, equality->conditions[i]);
    if (equality->n_conditions > 0)
        clause = construct_implies(table, construct_and(table, conditions, equality->n_conditions),
                                   clause);
    for (uint32_t i = 0; i + 1 < n; i++)
        vec_push(&args, term_arg(table, quantifier, i));
    vec_push(&args, fresh);
    for (uint32_t i = 0; i < equality->n_vars; i++)
        if (a.to[i] != x)
            vec_push(&args, a.to[i]);
    vec_push(&args, rebuild_body(s, term_arg(table, quantifier, n - 1), x, fresh, clause, left));
    term result = term_make(table, OP_FORALL, 0, SORT_BOOL, args.at, (uint32_t)args.n);
    vec_free(&args);
    return result;
}

/* What becomes of an equivalence: A, B, and what is to be said beside them. */
struct rewriting {
    const struct facts_equivalence *eq;
    struct parts parts;
    term claim;
    term b[FACTS_PARTS_MAX];
    u32_vec from, to;  /* in B */
    u32_vec constants; /* in A and B: */
    u32_vec for_constants;
};

static void rewrite_bound(struct maker_state *s, struct rewriting *w, const struct replacement *r) {
    const struct facts_equality *equality = &s->facts->equalities.at[r->equality];
    term x = w->parts.bound.at[r->which];
    term quantifier = find_quantifier(s, w->b, w->eq->n_parts, x);
    if (quantifier == 0)
        BUG("a bound variable is gone");
    term instead = replace_bound(s, quantifier, x, equality);
    for (uint32_t i = 0; i < w->eq->n_parts; i++)
        w->b[i] = substitute(s, w->b[i], &quantifier, &instead, 1);
    add_note(s, term_variable_of(s->gen->table, x)->name);
}

static void rewrite_free(struct maker_state *s, struct rewriting *w, const struct replacement *r) {
    const struct facts_equality *equality = &s->facts->equalities.at[r->equality];
    struct term_table *table = s->gen->table;
    struct application a;
    bool is_constant = r->target == TARGET_CONSTANT;
    term x = is_constant ? w->parts.constants.at[r->which] : w->eq->vars[r->which];
    term fresh = is_constant
                     ? new_var(s, "z", 1, "_fresh", term_sort(table, x))
                     : new_var_like(s, name_of_constant(s, x), "_fresh", term_sort(table, x));
    apply_equality(s, equality, x, false, &a);
    if (s->recipe != NULL)
        fresh = mark_fresh(s, &a, fresh);
    else
        add_equality(s, &a, fresh, r->target != TARGET_HIDDEN);
    vec_push(is_constant ? &w->constants : &w->from, x);
    vec_push(is_constant ? &w->for_constants : &w->to, fresh);
    if (!is_constant)
        add_note(s, name_of_constant(s, x));
}

/* The term, with new constants for the variables that its quantifier binds. */
static term without_bound(struct maker_state *s, term t) {
    struct term_table *table = s->gen->table;
    struct term_walk walk = {0};
    u32_vec vars = {0}, constants = {0};
    term at;
    term_walk_begin(&walk, table);
    term_walk_add(&walk, t);
    while ((at = term_walk_next(&walk)) != 0)
        if (term_op(table, at) == OP_VAR)
            vec_push(&vars, at);
    for (size_t i = 0; i < vars.n; i++)
        vec_push(&constants, new_var_like(s, term_variable_of(table, vars.at[i])->name, "_new",
                                          term_sort(table, vars.at[i])));
    t = substitute(s, t, vars.at, constants.at, (uint32_t)vars.n);
    vec_free(&vars);
    vec_free(&constants);
    term_walk_release(&walk);
    return t;
}

/* Says of a term that solvers look for when they instantiate something that is true of all. */
static void add_about_pattern(struct maker_state *s, struct rewriting *w,
                              const struct replacement *r) {
    struct application a;
    struct strbuf name = {0};
    term pattern = without_bound(s, w->eq->patterns[r->which]);
    apply_equality(s, &s->facts->equalities.at[r->equality], pattern, false, &a);
    add_equality(s, &a, pattern, false);
    strbuf_add_text(&name, "pattern");
    if (w->eq->n_patterns > 1)
        strbuf_printf(&name, "-%u", r->which + 1);
    add_note(s, symbol_intern(&s->gen->table->symbols, name.at, name.n));
    strbuf_free(&name);
}

/* The 1 of (- 1) is not the constant 1: what is not replaced stands for itself. */
static void protect_constants(struct maker_state *s, const struct rewriting *w) {
    for (size_t i = 0; i < w->parts.constants.n; i++)
        term_subst_add(&s->subst, w->parts.constants.at[i], w->parts.constants.at[i]);
    for (size_t i = 0; i < w->constants.n; i++)
        term_subst_add(&s->subst, w->constants.at[i], w->for_constants.at[i]);
}

static void rewrite(struct maker_state *s, struct rewriting *w) {
    struct term_table *table = s->gen->table;
    term_subst_begin(&s->subst, table);
    protect_constants(s, w);
    w->claim = term_subst_apply(&s->subst, w->claim);
    term_subst_begin(&s->subst, table);
    protect_constants(s, w);
    for (size_t i = 0; i < w->from.n; i++)
        term_subst_add(&s->subst, w->from.at[i], w->to.at[i]);
    for (uint32_t i = 0; i < w->eq->n_parts; i++)
        w->b[i] = term_subst_apply(&s->subst, w->b[i]);
}

/* Room for A and B before what is said beside them. */
static void put_first(struct maker_state *s, const struct rewriting *w) {
    struct term_table *table = s->gen->table;
    s->formulas.at[0] = construct_not(table, w->claim);
    for (uint32_t i = 0; i < w->eq->n_parts; i++)
        s->formulas.at[1 + i] = w->b[i];
}

static void reserve_first(struct maker_state *s, const struct rewriting *w) {
    add_formula(s, 0, new_formula_name(s, "operation"), true);
    for (uint32_t i = 0; i < w->eq->n_parts; i++) {
        struct strbuf name = {0};
        strbuf_add_text(&name, "definition");
        if (w->eq->n_parts > 1)
            strbuf_printf(&name, "-%u", i + 1);
        add_formula(s, 0, new_formula_name(s, strbuf_text(&name)), true);
        strbuf_free(&name);
    }
}

static void make_unsat(struct maker_state *s, const struct plan_test *planned) {
    struct rewriting w = {.eq = &s->facts->equivalences.at[planned->of]};
    uint16_t n = planned->parts[0];
    w.claim = w.eq->claim;
    memcpy(w.b, w.eq->parts, sizeof w.b);
    parts_find(s->gen->table, w.eq, &w.parts);
    add_note(s, w.eq->name);
    for (uint32_t i = 0; i < w.eq->n_vars; i++)
        add_var(s, w.eq->vars[i]);
    reserve_first(s, &w);
    for (uint16_t i = 1; i <= n; i++) {
        const struct replacement *r = &s->plan->replacements.at[planned->of].at[planned->parts[i]];
        if (r->target == TARGET_BOUND)
            rewrite_bound(s, &w, r);
        else if (r->target == TARGET_PATTERN)
            add_about_pattern(s, &w, r);
        else
            rewrite_free(s, &w, r);
        add_note(s, s->facts->equalities.at[r->equality].name);
    }
    rewrite(s, &w);
    put_first(s, &w);
    parts_release(&w.parts);
    vec_free(&w.from);
    vec_free(&w.to);
    vec_free(&w.constants);
    vec_free(&w.for_constants);
}

/* (operation definition ...) */
static void write_core(struct maker_state *s) {
    char before = '(';
    for (size_t i = 0; i < s->names.n; i++)
        if (s->core.at[i]) {
            strbuf_add_char(&s->expected, before);
            symbol_print(&s->gen->table->symbols, s->names.at[i], &s->expected);
            before = ' ';
        }
    strbuf_add_char(&s->expected, ')');
}

static void add_core(struct maker_state *s) {
    struct strbuf witnesses = {0};
    bool is_minimal = construct_core_is_minimal(s, &witnesses);
    strbuf_printf(&s->remarks, "; %score: %s\n", is_minimal ? "minimal " : "",
                  strbuf_text(&s->expected));
    if (is_minimal)
        strbuf_add(&s->remarks, witnesses.at, witnesses.n);
    strbuf_free(&witnesses);
}

/* ---- all ---- */

void construct_make(struct maker_state *s, const struct plan_test *planned, struct test *test) {
    bool is_sat = planned->category <= CATEGORY_SYNTHESIS;
    begin_test(s);
    eval_forget(s->gen->eval);
    if (planned->category == CATEGORY_SYNTHESIS)
        test->dropped = make_synthesis(s, planned);
    else if (is_sat)
        test->dropped = make_assignment(
            s, planned, planned->category == CATEGORY_OPERATION ? 0 : planned->parts[0]);
    else
        make_unsat(s, planned);
    write_script(s);
    if (is_sat && test->dropped == NULL)
        test->dropped = check_witness(s);
    test->script = &s->script;
    test->truth = is_sat ? TRUTH_SAT : TRUTH_UNSAT;
    /* What only the user says was tried, not proven. */
    test->basis = is_sat ? BASIS_WITNESS : s->is_users ? BASIS_LABEL : BASIS_CONSTRUCTION;
    test->category = construct_category_name(planned->category);
    test->note = strbuf_text(&s->note);
    test->formulas = &s->formulas;
    test->witness = is_sat ? &s->witness : NULL;
    if (!is_sat) {
        write_core(s);
        test->core = strbuf_text(&s->expected);
    }
    if (!s->gen->settings.remarks)
        return;
    if (is_sat)
        add_model(s);
    else
        add_core(s);
    test->remarks = strbuf_text(&s->remarks);
}

void construct_write_recipe(struct maker_state *s, const struct plan_test *planned,
                            struct recipe *recipe) {
    struct test test = {.script = &s->script};
    begin_test(s);
    s->recipe = recipe;
    make_unsat(s, planned);
    write_script(s);
    s->recipe = NULL;
    recipe_print(recipe, s->gen->table, &test);
}

void maker_state_release(struct maker_state *s) {
    vec_free(&s->atoms);
    script_release(&s->script);
    witness_release(&s->witness);
    vec_free(&s->formulas);
    vec_free(&s->vars);
    vec_free(&s->names);
    vec_free(&s->core);
    vec_free(&s->taken);
    vec_free(&s->marks);
    strbuf_free(&s->note);
    strbuf_free(&s->remarks);
    strbuf_free(&s->expected);
    term_subst_release(&s->subst);
    trial_release(&s->trial);
}
