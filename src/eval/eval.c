#include "base/die.h"
#include "eval/eval_int.h"

const struct eval_limits eval_default_limits = {
    .steps = 20000000, .words = 1u << 26, .instances = 1u << 16, .calls = 10000};

static const struct meaning *const theories[] = {
    theory_arrays, theory_bags, theory_bv,      theory_core,      theory_ff,
    theory_fp,     theory_ints, theory_reals,   theory_relations, theory_sep,
    theory_seq,    theory_sets, theory_strings, theory_trans,     theory_tuples,
};

const struct meaning *meaning_of(enum op op) {
    for (size_t i = 0; i < sizeof theories / sizeof *theories; i++)
        for (const struct meaning *row = theories[i]; row->op != 0; row++)
            if (row->op == op)
                return row;
    return NULL;
}

static bool is_logic(enum op op) {
    switch (op) {
    case OP_AND:
    case OP_OR:
    case OP_NOT:
    case OP_IMPLIES:
    case OP_ITE:
    case OP_EQ:
    case OP_DISTINCT:
        return true;
    default:
        return false;
    }
}

/* From the rows of the theories to what the machine needs, by operator. */
static void load_meanings(struct eval *eval) {
    const struct term_table *table = eval->table;
    size_t n = table->ops.n;
    vec_extend(&eval->ops, n);
    memset(eval->ops.at, 0, n * sizeof *eval->ops.at);
    for (size_t i = 0; i < sizeof theories / sizeof *theories; i++)
        for (const struct meaning *row = theories[i]; row->op != 0; row++) {
            eval->ops.at[row->op].apply = row->apply;
            eval->ops.at[row->op].flags = row->flags;
        }
    for (size_t op = OP_FIRST_THEORY; op < n; op++) {
        const struct op_info *info = op_info(table, (uint32_t)op);
        struct eval_op *to = &eval->ops.at[op];
        *to = eval->ops.at[op < OP_COUNT ? info->canonical : op];
        to->canonical = op < OP_COUNT ? info->canonical : (uint16_t)op;
        to->assoc = info->assoc;
        to->n_args = info->n_args;
        to->is_logic = is_logic((enum op)to->canonical);
    }
}

static bool has_row(const struct meaning *row, enum op op) {
    while (row->op != 0 && row->op != op)
        row++;
    return row->op != 0;
}

bool eval_is_replaceable(const struct term_table *table, uint32_t op) {
    static const struct meaning *const own[] = {theory_core, theory_ints, theory_reals,
                                                theory_arrays};
    if (op < OP_FIRST_THEORY || op >= OP_COUNT)
        return false;
    enum op canonical = (enum op)op_info(table, op)->canonical;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (has_row(own[i], canonical))
            return false;
    const struct meaning *row = meaning_of(canonical);
    return row != NULL && row->apply != NULL;
}

void eval_set_meaning(struct eval *eval, uint32_t op, fun f) {
    uint16_t canonical = eval->ops.at[op].canonical;
    REQUIRE(eval_is_replaceable(eval->table, op));
    for (size_t i = OP_FIRST_THEORY; i < eval->ops.n; i++)
        if (eval->ops.at[i].canonical == canonical)
            eval->ops.at[i].means = f;
    eval_new_assignment(eval);
}

void eval_clear_meanings(struct eval *eval) {
    for (size_t i = 0; i < eval->ops.n; i++)
        eval->ops.at[i].means = 0;
    eval_new_assignment(eval);
}

struct eval *eval_new(struct term_table *table) {
    struct eval *eval = mem_alloc_zero(sizeof *eval);
    eval->table = table;
    value_table_init(&eval->values);
    eval->start = value_table_mark(&eval->values);
    eval->matcher = regex_matcher_new(&eval->values);
    load_meanings(eval);
    vec_reserve(&eval->stack, 64);
    vec_reserve(&eval->sorts, 64);
    eval_set_limits(eval, &eval_default_limits);
    eval_new_assignment(eval);
    return eval;
}

void eval_free(struct eval *eval) {
    if (eval == NULL)
        return;
    regex_matcher_free(eval->matcher);
    value_table_release(&eval->values);
    vec_free(&eval->ops);
    vec_free(&eval->entries);
    vec_free(&eval->chosen);
    vec_free(&eval->choices);
    vec_free(&eval->choice_terms);
    vec_free(&eval->activities);
    vec_free(&eval->stack);
    vec_free(&eval->sorts);
    vec_free(&eval->frames);
    vec_free(&eval->hidden);
    vec_free(&eval->bindings);
    vec_free(&eval->chains);
    vec_free(&eval->terms);
    vec_free(&eval->calls);
    vec_free(&eval->instances);
    vec_free(&eval->tries);
    vec_free(&eval->candidates);
    vec_free(&eval->generics);
    vec_free(&eval->failures);
    vec_free(&eval->roots);
    vec_free(&eval->known);
    vec_free(&eval->counts);
    vec_free(&eval->open_indices);
    mem_free(eval);
}

/* ---- limits ---- */

void eval_set_limits(struct eval *eval, const struct eval_limits *limits) {
    eval->limits = *limits;
    eval->steps_left = limits->steps;
}

void eval_set_fixed(struct eval *eval, bool fixed) {
    eval->fixed = fixed;
    eval_new_assignment(eval);
}

bool eval_spend(struct eval *eval, uint64_t steps) {
    if (steps > eval->steps_left) {
        eval->steps_left = 0;
        return false;
    }
    eval->steps_left -= steps;
    return true;
}

bool eval_may_make(struct eval *eval, uint64_t words) {
    return words <= eval->limits.words && eval->values.n_words <= eval->limits.words - words;
}

struct value_table *eval_values(struct eval *eval) {
    return &eval->values;
}

struct term_table *eval_terms(struct eval *eval) {
    return eval->table;
}

struct regex_matcher *eval_matcher(struct eval *eval) {
    return eval->matcher;
}

/* ---- the assignment ---- */

void eval_new_assignment(struct eval *eval) {
    eval->assignment = ++eval->stamps;
    eval->round = ++eval->stamps;
    eval->steps_left = eval->limits.steps;
    eval->is_known = false;
    eval->assumes_more = false;
    vec_clear(&eval->known);
    vec_clear(&eval->counts);
    vec_clear(&eval->open_indices);
}

void eval_set_roots(struct eval *eval, const term *roots, size_t n) {
    vec_clear(&eval->roots);
    for (size_t i = 0; i < n; i++)
        vec_push(&eval->roots, roots[i]);
    eval->steps_left = eval->limits.steps;
    eval->is_known = false;
    vec_clear(&eval->known);
}

void eval_clear(struct eval *eval) {
    eval->model = NULL;
    vec_clear(&eval->entries);
    while (eval->choices.n > 0)
        choice_unset(eval, vec_top(&eval->choices));
    eval_new_assignment(eval);
}

void eval_forget(struct eval *eval) {
    regex_matcher_clear(eval->matcher);
    vec_clear(&eval->choices);
    vec_clear(&eval->chosen);
    vec_clear(&eval->calls);
    vec_clear(&eval->bindings);
    vec_clear(&eval->choice_terms); /* the table may be rewound now */
    value_table_rewind(&eval->values, eval->start);
    eval_clear(eval);
}

void eval_set_model(struct eval *eval, const struct model *model) {
    eval->model = model;
    vec_clear(&eval->entries);
    vec_extend(&eval->entries, eval->table->funs.n);
    memset(eval->entries.at, 0, eval->entries.n * sizeof *eval->entries.at);
    for (size_t i = 0; i < model->entries.n; i++)
        if (model->entries.at[i].kind == MODEL_DECLARED)
            eval->entries.at[model->entries.at[i].fun] = (uint32_t)i + 1;
    eval_new_assignment(eval);
}

/* The choice that the term is an application of; 0 if it is none. */
static value choice_of_term(struct eval *eval, term t) {
    const struct term_node node = *term_at(eval->table, t);
    if (node.op != OP_APPLY || fun_at(eval->table, node.payload)->kind != FUN_DECLARED) {
        value v = eval_term(eval, t);
        return choice_is(eval, v) ? v : 0;
    }
    value_vec args = {0};
    u32_vec sorts = {0};
    for (uint32_t i = 0; i < node.n_args; i++) {
        vec_push(&args, eval_term(eval, term_arg(eval->table, t, i)));
        vec_push(&sorts, term_sort(eval->table, term_arg(eval->table, t, i)));
    }
    value v = stuck_worst(args.at, node.n_args) != 0
                  ? 0
                  : stuck_make(eval, node.payload, 0, node.sort, args.at, sorts.at, node.n_args);
    vec_free(&args);
    vec_free(&sorts);
    return v != 0 && choice_is(eval, v) ? v : 0;
}

bool eval_set_choice(struct eval *eval, term application, value v) {
    value choice = choice_of_term(eval, application);
    if (choice == 0 || !value_is_definite(&eval->values, v) || !choice_may_be(eval, choice, v))
        return false;
    choice_set(eval, choice, v);
    eval_new_assignment(eval);
    return true;
}

/* ---- terms ---- */

value eval_term(struct eval *eval, term t) {
    eval_set_roots(eval, &t, 1);
    value v = machine_run(eval, t);
    if (!eval->assumes_more || eval->fixed)
        return v;
    eval_new_assignment(eval); /* what is known now was found with elements that may not exist */
    return eval->fixed || !value_is_definite(&eval->values, v) ? v : VALUE_LIMIT;
}

enum eval_result eval_result(const struct eval *eval, value v) {
    if (v == VALUE_LIMIT)
        return EVAL_LIMIT;
    if (v == VALUE_UNSUPPORTED)
        return EVAL_UNSUPPORTED;
    return value_is_definite(&eval->values, v) ? EVAL_VALUE : EVAL_NEEDS_CHOICE;
}

const char *eval_result_name(enum eval_result result) {
    static const char *const names[] = {"value", "needs-choice", "limit", "unsupported"};
    return names[result];
}

const char *verdict_name(enum verdict verdict) {
    static const char *const names[] = {"true", "false", "needs-choice", "limit", "unsupported"};
    return names[verdict];
}

void judgement_release(struct judgement *judgement) {
    vec_free(&judgement->choices);
}
