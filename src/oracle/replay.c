/*
 * Asking again: for models, by other variations, and with a witness as equalities.
 */
#include "oracle/fingerprint.h"
#include "oracle/oracle_int.h"

/* ---- asking ---- */

const struct answer *hearing_ask(struct hearing *h, size_t solver, const char *text, size_t n,
                                 struct fit_wants wants, unsigned variation, struct asked *asked) {
    struct oracle_request request = {
        .solver = solver,
        .text = text,
        .n = n,
        .wants = wants,
        .variation = variation,
    };
    *asked = (struct asked){0};
    if (h->options->ask == NULL || !h->options->ask(&request, asked, h->options->context))
        return NULL;
    return h->check < asked->answers.checks.n ? &asked->answers.checks.at[h->check] : NULL;
}

const struct answer *hearing_ask_again(struct hearing *h, size_t solver, struct fit_wants wants,
                                       unsigned variation, struct asked *asked) {
    return hearing_ask(h, solver, h->c->text, h->c->n, wants, variation, asked);
}

void hearing_find_stack(struct hearing *h, size_t solver) {
    const struct asked *first = h->c->answers[solver];
    struct strbuf place = {0};
    struct asked asked = {0};
    struct oracle_request request = {
        .solver = solver,
        .text = h->c->text,
        .n = h->c->n,
        .wants = hearing_wants(h, solver),
        .stack = true,
    };
    bool is_placed = fingerprint_place(first->answers.message.at, first->answers.message.n, &place);
    if (!is_placed && h->options->ask != NULL &&
        h->options->ask(&request, &asked, h->options->context) && asked.stack.n > 0)
        h->stands[solver].stack = mem_copy_text(asked.stack.at, asked.stack.n);
    asked_release(&asked);
    strbuf_free(&place);
}

static void name_model(const struct hearing *h, size_t solver, unsigned variation,
                       struct strbuf *out) {
    strbuf_printf(out, "the model of %s", h->c->solvers[solver].name);
    if (variation > 0)
        strbuf_add_text(out, " with another seed or option");
}

void hearing_ask_model(struct hearing *h, size_t solver) {
    struct asked asked;
    struct strbuf whose = {0};
    const struct answer *answer =
        hearing_ask_again(h, solver, (struct fit_wants){.models = true}, 0, &asked);
    name_model(h, solver, 0, &whose);
    if (answer != NULL && answer->kind == ANSWER_SAT && answer->model.at != NULL)
        hearing_judge_stand(h, solver, answer->model.at, answer->model.n, strbuf_text(&whose));
    strbuf_free(&whose);
    asked_release(&asked);
}

void hearing_ask_more_models(struct hearing *h, size_t solver) {
    struct stand *stand = &h->stands[solver];
    for (unsigned k = 1; k <= h->options->variations && !h->has_witness; k++) {
        struct asked asked;
        struct strbuf whose = {0};
        const struct answer *answer =
            hearing_ask_again(h, solver, (struct fit_wants){.models = true}, k, &asked);
        name_model(h, solver, k, &whose);
        if (answer != NULL && answer->kind == ANSWER_SAT && answer->model.at != NULL) {
            size_t formula;
            char *reason;
            enum model_state state = hearing_judge(h, answer->model.at, answer->model.n,
                                                   strbuf_text(&whose), &formula, &reason);
            stand->n_false += model_is_wrong(state) ? 1 : 0;
            mem_free(reason);
        }
        strbuf_free(&whose);
        asked_release(&asked);
    }
}

/* ---- equalities ---- */

/* Can every solver read it, wherever it stands? */
static bool is_plain(const struct term_table *table, term t) {
    struct term_walk walk = {0};
    bool plain = true;
    term_walk_begin(&walk, table);
    term_walk_add(&walk, t);
    for (term at; plain && (at = term_walk_next(&walk)) != 0;)
        switch (term_op(table, at)) {
        case OP_ABSTRACT:
        case OP_ALGEBRAIC:
        case OP_AS_ARRAY:
        case OP_MAP_ARRAY:
        case OP_FUN_REF:
        case OP_LAMBDA:
        case OP_CHOICE:
            plain = false;
            break;
        default:
            break;
        }
    term_walk_release(&walk);
    return plain;
}

static bool add_equality(struct hearing *h, term left, term right, struct strbuf *out) {
    if (right == 0 || !is_plain(h->table, left) || !is_plain(h->table, right))
        return false;
    strbuf_add_text(out, "(assert (= ");
    printer_add_term(h->printer, left, out);
    strbuf_add_char(out, ' ');
    printer_add_term(h->printer, right, out);
    strbuf_add_text(out, "))\n");
    return true;
}

/* What the evaluator's assignment says of the constants of the model. */
static size_t add_constants(struct hearing *h, const struct model *model, struct strbuf *out) {
    size_t n = 0;
    for (size_t i = 0; i < model->entries.n; i++) {
        const struct model_entry *entry = &model->entries.at[i];
        if (entry->kind != MODEL_DECLARED || list_length(&h->table->lists, entry->vars) > 0)
            continue;
        term constant = term_constant(h->table, entry->fun);
        value v = eval_term(h->eval, constant);
        if (eval_result(h->eval, v) == EVAL_VALUE)
            n += add_equality(h, constant,
                              eval_value_term(h->eval, v, term_sort(h->table, constant)), out)
                     ? 1
                     : 0;
    }
    return n;
}

/* The script up to the check, the equalities, and the check. */
static void add_replay(const struct hearing *h, const struct strbuf *equalities,
                       struct strbuf *script) {
    uint32_t at = h->checks.at.at[h->check], end = h->checks.ends.at[h->check];
    strbuf_add(script, h->c->text, at);
    strbuf_add_char(script, '\n');
    strbuf_add(script, equalities->at, equalities->n);
    strbuf_add(script, h->c->text + at, end - at);
    strbuf_add_char(script, '\n');
    strbuf_text(script);
}

bool replay_witness(struct hearing *h, struct strbuf *script) {
    struct strbuf equalities = {0};
    size_t n = 0;
    eval_forget(h->eval);
    eval_set_limits(h->eval, &h->options->full);
    if (witness_assume(h->eval, &h->witness))
        n = add_constants(h, &h->witness.model, &equalities);
    eval_forget(h->eval);
    for (size_t i = 0; i < h->witness.choices.n; i++)
        n += add_equality(h, h->witness.choices.at[i].application, h->witness.choices.at[i].value,
                          &equalities)
                 ? 1
                 : 0;
    if (n > 0)
        add_replay(h, &equalities, script);
    strbuf_free(&equalities);
    return n > 0;
}

bool replay_model(struct hearing *h, const char *text, struct strbuf *script) {
    struct strbuf equalities = {0};
    struct model model = {0};
    struct parse_error error = {0};
    char *copy = mem_copy_text(text, strlen(text));
    size_t n = 0;
    if (parser_read_model(h->parser, copy, strlen(copy), &model, &error)) {
        eval_forget(h->eval);
        eval_set_limits(h->eval, &h->options->full);
        eval_set_model(h->eval, &model);
        n = add_constants(h, &model, &equalities);
        eval_forget(h->eval);
    }
    if (n > 0)
        add_replay(h, &equalities, script);
    mem_free(copy);
    model_release(&model);
    parse_error_release(&error);
    strbuf_free(&equalities);
    return n > 0;
}
