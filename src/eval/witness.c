/*
 * Witnesses: found by the judge, checked by the machine alone.
 */
#include "eval/witness.h"

#include "base/lex.h"
#include "eval/eval_int.h"

void witness_release(struct witness *witness) {
    model_release(&witness->model);
    vec_free(&witness->choices);
}

static void copy_model(const struct model *from, struct model *to) {
    for (size_t i = 0; i < from->entries.n; i++)
        vec_push(&to->entries, from->entries.at[i]);
    for (size_t i = 0; i < from->universes.n; i++)
        vec_push(&to->universes, from->universes.at[i]);
    for (size_t i = 0; i < from->elements.n; i++)
        vec_push(&to->elements, from->elements.at[i]);
}

static void copy_choices(const struct witness *from, struct witness *to) {
    for (size_t i = 0; i < from->choices.n; i++)
        vec_push(&to->choices, from->choices.at[i]);
}

/* ---- assuming and checking ---- */

/*
 * An operator that is open within bounds, (choice ((x Int)) (> x 0)), may only be
 * what the judge would think of.
 */
static bool is_allowed(struct eval *eval, value choice, value v) {
    value_vec some = {0};
    if (!choice_is(eval, choice) || choice_is_free(eval, choice))
        return true;
    choice_candidates(eval, choice, &v, 1, &some);
    bool found = false;
    for (size_t i = 0; i < some.n && !found; i++)
        found = some.at[i] == v;
    vec_free(&some);
    return found;
}

static bool is_declared(const struct term_table *table, term application) {
    const struct term_node *node = term_at(table, application);
    return node->op == OP_APPLY && fun_at(table, node->payload)->kind == FUN_DECLARED;
}

static bool assume_choice(struct eval *eval, const struct witness_choice *choice) {
    value v = eval_term(eval, choice->value);
    if (eval_result(eval, v) != EVAL_VALUE)
        return false;
    value present = eval_term(eval, choice->application);
    if (present == v) /* somebody said so before, in other words */
        return true;
    return (is_declared(eval->table, choice->application) || is_allowed(eval, present, v)) &&
           eval_set_choice(eval, choice->application, v);
}

bool witness_assume(struct eval *eval, const struct witness *witness) {
    eval_clear(eval);
    eval_set_model(eval, &witness->model);
    for (size_t i = 0; i < witness->choices.n; i++)
        if (!assume_choice(eval, &witness->choices.at[i])) {
            eval_clear(eval);
            return false;
        }
    return true;
}

/* Under the present assignment, without looking for further choices. */
static enum verdict evaluate_all(struct eval *eval, const term *formulas, size_t n) {
    enum verdict verdict = VERDICT_TRUE;
    for (size_t i = 0; i < n; i++) {
        value v = eval_term(eval, formulas[i]);
        if (v == VALUE_FALSE)
            return VERDICT_FALSE;
        if (v == VALUE_TRUE)
            continue;
        enum eval_result result = eval_result(eval, v);
        enum verdict other = result == EVAL_LIMIT         ? VERDICT_LIMIT
                             : result == EVAL_UNSUPPORTED ? VERDICT_UNSUPPORTED
                                                          : VERDICT_NEEDS_CHOICE;
        if (other > verdict) /* the order of the enumeration: unsupported is the worst */
            verdict = other;
    }
    return verdict;
}

static enum verdict check_open(struct eval *eval, const struct witness *witness,
                               const term *formulas, size_t n) {
    enum verdict verdict =
        witness_assume(eval, witness) ? evaluate_all(eval, formulas, n) : VERDICT_UNSUPPORTED;
    eval_clear(eval);
    return verdict;
}

enum verdict witness_check(struct eval *eval, const struct witness *witness, const term *formulas,
                           size_t n) {
    bool fixed = eval->fixed;
    eval_set_fixed(eval, false);
    enum verdict verdict = check_open(eval, witness, formulas, n);
    eval_set_fixed(eval, fixed);
    return verdict;
}

/* ---- finding ---- */

/* Notes a choice; false if there is no term for it. */
static bool add_choice(struct eval *eval, value choice, value v, struct witness *witness) {
    sort s = stuck_sort(eval, choice);
    struct witness_choice made = {eval_value_term(eval, choice, s), eval_value_term(eval, v, s)};
    vec_push(&witness->choices, made);
    return made.application != 0 && made.value != 0;
}

static bool name_choices(struct eval *eval, const struct judgement *judgement,
                         struct witness *witness) {
    for (size_t i = 0; i < judgement->choices.n; i++) {
        const struct choice *choice = &judgement->choices.at[i];
        struct witness_choice made = {choice->application,
                                      eval_value_term(eval, choice->value, choice->sort)};
        if (made.application == 0 || made.value == 0)
            return false;
        vec_push(&witness->choices, made);
    }
    return true;
}

static bool defines_operators(const struct model *model) {
    for (size_t i = 0; i < model->entries.n; i++)
        if (model->entries.at[i].kind == MODEL_CHOICE)
            return true;
    return false;
}

/* The same without the entries for open operators. */
static void copy_without_operators(const struct witness *from, struct witness *to) {
    copy_model(&from->model, &to->model);
    copy_choices(from, to);
    size_t kept = 0;
    for (size_t i = 0; i < to->model.entries.n; i++)
        if (to->model.entries.at[i].kind != MODEL_CHOICE)
            to->model.entries.at[kept++] = to->model.entries.at[i];
    to->model.entries.n = kept;
}

/*
 * What the witness' entries for open operators came to where the formulas asked
 * for them: each call is noted at the node of its choice.
 */
static bool add_single_choices(struct eval *eval, const struct witness *full, const term *formulas,
                               size_t n, struct witness *to) {
    bool good = witness_assume(eval, full) && evaluate_all(eval, formulas, n) == VERDICT_TRUE;
    size_t n_nodes = eval->values.nodes.n;
    for (size_t i = 0; i < n_nodes && good; i++) {
        value choice = (value)i << 1;
        if (!choice_is(eval, choice) || (value_at(&eval->values, choice)->aux & STUCK_OP) == 0)
            continue;
        value v = function_known_call(eval, choice);
        if (v != 0 && value_is_definite(&eval->values, v))
            good = add_choice(eval, choice, v, to);
    }
    eval_clear(eval);
    return good;
}

/*
 * Models of z3 say what (div x 0) is for every x. Single values, or none, go
 * together with more witnesses.
 */
static void spare_operators(struct eval *eval, const term *formulas, size_t n,
                            struct witness *witness) {
    struct witness fewer = {0};
    copy_without_operators(witness, &fewer);
    bool good = check_open(eval, &fewer, formulas, n) == VERDICT_TRUE ||
                (add_single_choices(eval, witness, formulas, n, &fewer) &&
                 check_open(eval, &fewer, formulas, n) == VERDICT_TRUE);
    struct witness dropped = good ? *witness : fewer;
    if (good)
        *witness = fewer;
    witness_release(&dropped);
}

static enum verdict find_open(struct eval *eval, const struct model *model, const term *formulas,
                              size_t n, struct witness *witness) {
    struct judgement judgement;
    eval_clear(eval);
    if (model != NULL)
        eval_set_model(eval, model);
    eval_judge(eval, formulas, n, &judgement);
    enum verdict verdict = judgement.verdict;
    if (verdict == VERDICT_TRUE && !name_choices(eval, &judgement, witness))
        verdict = VERDICT_UNSUPPORTED;
    judgement_release(&judgement);
    eval_clear(eval);
    if (verdict != VERDICT_TRUE)
        return verdict;
    if (model != NULL)
        copy_model(model, &witness->model);
    if (defines_operators(&witness->model))
        spare_operators(eval, formulas, n, witness);
    /* What holds only with elements that the judge thought of cannot be said here. */
    return check_open(eval, witness, formulas, n) == VERDICT_TRUE ? VERDICT_TRUE
                                                                  : VERDICT_UNSUPPORTED;
}

enum verdict witness_find(struct eval *eval, const struct model *model, const term *formulas,
                          size_t n, struct witness *witness) {
    bool fixed = eval->fixed;
    *witness = (struct witness){0};
    eval_set_fixed(eval, false);
    enum verdict verdict = find_open(eval, model, formulas, n, witness);
    if (verdict != VERDICT_TRUE)
        witness_release(witness);
    eval_set_fixed(eval, fixed);
    return verdict;
}

/* ---- putting together ---- */

static bool is_closed(const struct term_table *table, term t) {
    return term_at(table, t)->free == 0;
}

/* Two definitions, of which it is known that they define the same. */
static bool same_definition(const struct term_table *table, const struct model_entry *a,
                            const struct model_entry *b) {
    return a->body == b->body && (a->vars == b->vars || is_closed(table, a->body));
}

static bool same_params(const struct term_table *table, const struct model_entry *a,
                        const struct model_entry *b) {
    const struct list_table *lists = &table->lists;
    uint32_t n = list_length(lists, a->vars);
    if (n != list_length(lists, b->vars))
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (term_sort(table, list_items(lists, a->vars)[i]) !=
            term_sort(table, list_items(lists, b->vars)[i]))
            return false;
    return true;
}

/* Does the entry say what the operator of this application is where it is open? */
static bool defines_operator_of(const struct term_table *table, const struct model_entry *entry,
                                term application) {
    const struct list_table *lists = &table->lists;
    const struct term_node *node = term_at(table, application);
    if (entry->kind != MODEL_CHOICE || node->op <= OP_BEFORE_THEORY ||
        node->n_args != list_length(lists, entry->vars))
        return false;
    for (uint32_t i = 0; i < node->n_args; i++)
        if (term_sort(table, list_items(lists, entry->vars)[i]) !=
            term_sort(table, term_arg(table, application, i)))
            return false;
    /* Where an operator is open, z3 calls it by its name with something behind: div0, seq.nth_u. */
    const struct symbol_entry *name =
        symbol_at(&table->symbols, op_info(table, op_info(table, node->op)->canonical)->symbol);
    const struct symbol_entry *open = symbol_at(&table->symbols, op_info(table, entry->op)->symbol);
    return open->n >= name->n && memcmp(open->at, name->at, name->n) == 0;
}

static bool entry_allows_choice(const struct term_table *table, const struct model_entry *entry,
                                const struct witness_choice *choice) {
    const struct term_node *node = term_at(table, choice->application);
    bool is_same = entry->kind == MODEL_DECLARED
                       ? is_declared(table, choice->application) && node->payload == entry->fun
                       : defines_operator_of(table, entry, choice->application);
    return !is_same || entry->body == choice->value;
}

/* The entry of a function, or of an operator for these sorts; NULL if there is none. */
static const struct model_entry *find_entry(const struct term_table *table,
                                            const struct model *model,
                                            const struct model_entry *like) {
    for (size_t i = 0; i < model->entries.n; i++) {
        const struct model_entry *entry = &model->entries.at[i];
        if (entry->fun == like->fun && entry->op == like->op &&
            (entry->fun != 0 || same_params(table, entry, like)))
            return entry;
    }
    return NULL;
}

static const struct witness_choice *find_choice(const struct witness *witness, term application) {
    for (size_t i = 0; i < witness->choices.n; i++)
        if (witness->choices.at[i].application == application)
            return &witness->choices.at[i];
    return NULL;
}

/* Bound variables are unique: that two such terms are the same cannot be seen from them. */
static bool is_chosen_by_property(const struct term_table *table, term application) {
    return term_op(table, application) == OP_CHOICE;
}

static bool choices_agree(const struct term_table *table, const struct witness_choice *a,
                          const struct witness_choice *b) {
    bool may_be_same = a->application == b->application ||
                       (is_chosen_by_property(table, a->application) &&
                        is_chosen_by_property(table, b->application) &&
                        term_sort(table, a->application) == term_sort(table, b->application));
    return !may_be_same || a->value == b->value;
}

static bool entries_agree(const struct term_table *table, const struct witness *a,
                          const struct witness *b) {
    for (size_t i = 0; i < a->model.entries.n; i++) {
        const struct model_entry *entry = &a->model.entries.at[i];
        const struct model_entry *other = find_entry(table, &b->model, entry);
        if (other != NULL && entry->kind != MODEL_DEFINED && !same_definition(table, entry, other))
            return false;
        if (entry->kind != MODEL_DECLARED && entry->kind != MODEL_CHOICE)
            continue;
        for (size_t j = 0; j < b->choices.n; j++)
            if (!entry_allows_choice(table, entry, &b->choices.at[j]))
                return false;
    }
    return true;
}

static const struct model_universe *find_universe(const struct model *model, sort s) {
    for (size_t i = 0; i < model->universes.n; i++)
        if (model->universes.at[i].sort == s)
            return &model->universes.at[i];
    return NULL;
}

static bool has_element(const struct model *model, const struct model_universe *universe,
                        term element) {
    for (uint32_t i = 0; i < universe->n; i++)
        if (model->elements.at[universe->first + i] == element)
            return true;
    return false;
}

static bool has_elements(const struct model *model, const struct model_universe *universe,
                         const struct model *of, const struct model_universe *others) {
    for (uint32_t i = 0; i < others->n; i++)
        if (!has_element(model, universe, of->elements.at[others->first + i]))
            return false;
    return true;
}

/* Elements of sorts that the other says to have no more than its own must be among those. */
static bool universes_agree(const struct model *a, const struct model *b) {
    for (size_t i = 0; i < a->universes.n; i++) {
        const struct model_universe *u = &a->universes.at[i], *v = find_universe(b, u->sort);
        if (v != NULL &&
            ((u->closed && !has_elements(a, u, b, v)) || (v->closed && !has_elements(b, v, a, u))))
            return false;
    }
    return true;
}

static bool agree(const struct term_table *table, const struct witness *a,
                  const struct witness *b) {
    if (!entries_agree(table, a, b) || !entries_agree(table, b, a) ||
        !universes_agree(&a->model, &b->model))
        return false;
    for (size_t i = 0; i < a->choices.n; i++)
        for (size_t j = 0; j < b->choices.n; j++)
            if (!choices_agree(table, &a->choices.at[i], &b->choices.at[j]))
                return false;
    return true;
}

/* Universes are runs of `elements`: one that grows is written anew at the end. */
static void add_universe(struct model *to, const struct model *from,
                         const struct model_universe *universe) {
    struct model_universe *present = (struct model_universe *)find_universe(to, universe->sort);
    struct model_universe sum = {.sort = universe->sort, .first = (uint32_t)to->elements.n};
    if (present != NULL) {
        sum.closed = present->closed;
        if (has_elements(to, present, from, universe)) {
            present->closed |= universe->closed;
            return;
        }
        for (uint32_t i = 0; i < present->n; i++)
            vec_push(&to->elements, to->elements.at[present->first + i]);
    }
    for (uint32_t i = 0; i < universe->n; i++) {
        term element = from->elements.at[universe->first + i];
        if (present == NULL || !has_element(to, present, element))
            vec_push(&to->elements, element);
    }
    sum.n = (uint32_t)to->elements.n - sum.first;
    sum.closed |= universe->closed;
    if (present != NULL)
        *present = sum;
    else
        vec_push(&to->universes, sum);
}

bool witness_add(const struct term_table *table, struct witness *witness,
                 const struct witness *other) {
    if (!agree(table, witness, other))
        return false;
    size_t n_entries = witness->model.entries.n, n_choices = witness->choices.n;
    for (size_t i = 0; i < other->model.entries.n; i++) {
        struct model present = {.entries = {.at = witness->model.entries.at, .n = n_entries}};
        if (find_entry(table, &present, &other->model.entries.at[i]) == NULL)
            vec_push(&witness->model.entries, other->model.entries.at[i]);
    }
    for (size_t i = 0; i < other->model.universes.n; i++)
        add_universe(&witness->model, &other->model, &other->model.universes.at[i]);
    for (size_t i = 0; i < other->choices.n; i++) {
        struct witness present = {.choices = {.at = witness->choices.at, .n = n_choices}};
        if (find_choice(&present, other->choices.at[i].application) == NULL)
            vec_push(&witness->choices, other->choices.at[i]);
    }
    return true;
}

/* ---- as text ---- */

static symbol printed_name(const struct term_table *table, const symbol *names, fun f) {
    return names[f] != 0 ? names[f] : fun_at(table, f)->name;
}

/* Is the name printed for an entry before this one? */
static bool is_taken(const struct term_table *table, const struct model *model, const symbol *names,
                     size_t i, symbol name) {
    for (size_t k = 0; k < i; k++)
        if (model->entries.at[k].fun != 0 &&
            printed_name(table, names, model->entries.at[k].fun) == name)
            return true;
    return false;
}

/* Another name for the helper: k!0!1, k!0!2, ... */
static symbol other_name(struct term_table *table, const struct model *model, const symbol *names,
                         symbol name) {
    struct strbuf text = {0};
    symbol other = name;
    for (unsigned number = 1; is_taken(table, model, names, model->entries.n, other); number++) {
        strbuf_clear(&text);
        symbol_add(symbol_at(&table->symbols, name), &text);
        strbuf_printf(&text, "!%u", number);
        other = symbol_intern(&table->symbols, text.at, text.n);
    }
    strbuf_free(&text);
    return other;
}

/* Models of several scripts may have helpers of one name. */
static void tell_helpers_apart(struct term_table *table, const struct model *model, symbol *names) {
    for (size_t i = 0; i < model->entries.n; i++) {
        const struct model_entry *entry = &model->entries.at[i];
        if (entry->kind != MODEL_HELPER)
            continue;
        symbol name = printed_name(table, names, entry->fun);
        if (is_taken(table, model, names, i, name))
            names[entry->fun] = other_name(table, model, names, name);
    }
}

static bool has_helpers(const struct model *model) {
    for (size_t i = 0; i < model->entries.n; i++)
        if (model->entries.at[i].kind == MODEL_HELPER)
            return true;
    return false;
}

static void print_choices(const struct witness *witness, struct printer *printer,
                          struct strbuf *out) {
    strbuf_add_char(out, '(');
    for (size_t i = 0; i < witness->choices.n; i++) {
        strbuf_add_text(out, i > 0 ? "\n (" : "(");
        printer_add_term(printer, witness->choices.at[i].application, out);
        strbuf_add_char(out, ' ');
        printer_add_term(printer, witness->choices.at[i].value, out);
        strbuf_add_char(out, ')');
    }
    strbuf_add_text(out, ")\n");
}

void witness_print(struct term_table *table, const struct witness *witness, struct printer *printer,
                   struct strbuf *out) {
    const symbol *fun_names = printer_fun_names(printer);
    const symbol *decl_names = printer_decl_names(printer);
    symbol *names = NULL;
    if (has_helpers(&witness->model)) {
        names = mem_alloc_zero(table->funs.n * sizeof *names);
        if (fun_names != NULL)
            memcpy(names, fun_names, table->funs.n * sizeof *names);
        tell_helpers_apart(table, &witness->model, names);
        printer_set_names(printer, names, decl_names);
    }
    model_print(table, &witness->model, printer, out);
    print_choices(witness, printer, out);
    printer_set_names(printer, fun_names, decl_names);
    mem_free(names);
}

/* Where the first S-expression of a text ends; 0 if it does not. */
static size_t find_end(const char *text, size_t n) {
    struct lexer lexer;
    size_t depth = 0, end = 0;
    struct token token;
    if (n > LEX_TEXT_MAX)
        return 0;
    lex_init(&lexer, text, n);
    lexer.take_delete = true;
    do {
        token = lex_next(&lexer);
        depth += token.kind == TOKEN_OPEN;
        if (token.kind == TOKEN_CLOSE && (depth == 0 || --depth == 0))
            end = lexer.next;
    } while (end == 0 && token.kind != TOKEN_END && token.kind != TOKEN_BAD);
    lex_release(&lexer);
    return end;
}

bool witness_read(struct parser *parser, const char *text, size_t n, struct witness *witness,
                  struct parse_error *error) {
    model_value_vec values = {0};
    *witness = (struct witness){0};
    size_t end = find_end(text, n);
    size_t n_model = end != 0 ? end : n;
    char *model = mem_copy_text(text, n_model);
    bool good = parser_read_model(parser, model, n_model, &witness->model, error);
    if (good && !parser_read_values(parser, text + n_model, n - n_model, NULL, 0, &values, error)) {
        error->offset += n_model;
        good = false;
    }
    if (good)
        for (size_t i = 0; i < values.n; i++)
            vec_push(&witness->choices,
                     ((struct witness_choice){values.at[i].term, values.at[i].value}));
    else
        witness_release(witness);
    mem_free(model);
    vec_free(&values);
    return good;
}
