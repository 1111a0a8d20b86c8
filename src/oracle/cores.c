/*
 * Unsat cores: the assertions of the core, and those without names, must be
 * unsatisfiable together. A witness shows that they are not; the evaluator looks
 * for one alone, and with the models that solvers give for these assertions.
 *
 * Nobody needs to give the smallest. Who was asked for a minimal one, and gives one
 * that has a known core and more, is remarked.
 */
#include "base/lex.h"
#include "lang/attribute.h"
#include "oracle/oracle_int.h"

struct core {
    struct text_span text;
    u32_vec names;
    u32_vec formulas;     /* the assertions that are left */
    struct strbuf script; /* the script with only these */
};

static void core_release(struct core *core) {
    vec_free(&core->names);
    vec_free(&core->formulas);
    strbuf_free(&core->script);
}

/* The name that an assertion was given, 0 if none. */
static symbol name_of(const struct term_table *table, term formula) {
    if (attribute_is_name(table, formula))
        return fun_at(table, term_at(table, formula)->payload)->name;
    return attribute_name(table, formula, 0);
}

static bool is_in(const u32_vec *names, symbol name) {
    for (size_t i = 0; i < names->n; i++)
        if (names->at[i] == name)
            return true;
    return false;
}

/* Where the command that starts here ends. */
static uint32_t command_end(const struct hearing *h, uint32_t offset) {
    struct lexer lexer;
    size_t depth = 0;
    lex_init(&lexer, h->c->text, h->c->n);
    lexer.next = offset;
    do {
        enum token_kind kind = lex_next(&lexer).kind;
        if (kind == TOKEN_END || kind == TOKEN_BAD)
            break;
        depth += kind == TOKEN_OPEN ? 1 : 0;
        depth -= kind == TOKEN_CLOSE ? 1 : 0;
    } while (depth > 0);
    uint32_t end = lexer.next;
    lex_release(&lexer);
    return end;
}

/* Leaves out what has a name that is not in the core; assumptions are taken as they are. */
static void cut_to_core(const struct hearing *h, struct core *core) {
    uint32_t from = 0, to = h->checks.ends.at[h->check];
    for (size_t i = 0; i < h->goal.formulas.n; i++) {
        symbol name = name_of(h->table, h->goal.formulas.at[i]);
        if (name == 0 || i >= h->goal.n_asserted || is_in(&core->names, name)) {
            vec_push(&core->formulas, h->goal.formulas.at[i]);
            continue;
        }
        strbuf_add(&core->script, h->c->text + from, h->goal.offsets.at[i] - from);
        from = command_end(h, h->goal.offsets.at[i]);
    }
    strbuf_add(&core->script, h->c->text + from, to - from);
    strbuf_text(&core->script);
}

/* ---- looking for a witness ---- */

static bool is_satisfied(struct hearing *h, const struct core *core, const struct model *model) {
    eval_forget(h->eval);
    eval_set_limits(h->eval, &h->options->quick);
    enum verdict verdict =
        witness_find(h->eval, model, core->formulas.at, core->formulas.n, &h->witness);
    bool found = goal_verdict(&h->goal, verdict) == VERDICT_TRUE;
    if (verdict == VERDICT_TRUE && !found) {
        witness_release(&h->witness);
        h->witness = (struct witness){0};
    }
    eval_forget(h->eval);
    return found;
}

static bool is_satisfied_by(struct hearing *h, const struct core *core, size_t solver) {
    struct asked asked;
    struct model model = {0};
    struct parse_error error = {0};
    const struct answer *answer = hearing_ask(h, solver, core->script.at, core->script.n,
                                              (struct fit_wants){.models = true}, 0, &asked);
    bool found = false;
    if (answer != NULL && answer->kind == ANSWER_SAT && answer->model.at != NULL) {
        char *copy = mem_copy_text(answer->model.at, answer->model.n);
        found = parser_read_model(h->parser, copy, answer->model.n, &model, &error) &&
                is_satisfied(h, core, &model);
        mem_free(copy);
    }
    model_release(&model);
    parse_error_release(&error);
    asked_release(&asked);
    return found;
}

static bool find_witness(struct hearing *h, const struct core *core) {
    if (is_satisfied(h, core, NULL))
        return true;
    for (size_t i = 0; i < h->c->n_solvers; i++)
        if (is_satisfied_by(h, core, i))
            return true;
    return false;
}

/* ---- judging ---- */

static void accuse(struct hearing *h, size_t solver, const struct core *core) {
    struct strbuf evidence = {0}, values = {0};
    strbuf_printf(&evidence, "%s gives the core ", h->c->solvers[solver].name);
    for (size_t i = 0; i < core->text.n && i < 400; i++)
        strbuf_add_char(&evidence, (unsigned char)core->text.at[i] < ' ' ? ' ' : core->text.at[i]);
    strbuf_add_text(&evidence, ", but by the evaluator of momus it is satisfiable, together with "
                               "all assertions that have no name");
    words_add_witness(h, &values);
    if (values.n > 0)
        strbuf_printf(&evidence, ": with %s", strbuf_text(&values));
    strbuf_add_char(&evidence, '.');
    strbuf_free(&values);
    hearing_accuse(h, solver, BUG_INVALID_CORE, GROUND_WITNESS, CONFIDENCE_PROVEN, &evidence);
}

/* ---- larger ones ---- */

/* Does one of the words that ask for minimal cores stand among its options? */
static bool is_asked_to_minimise(const struct oracle_solver *solver) {
    if (solver->profile == NULL)
        return false;
    for (size_t i = 0; i < solver->profile->minimal_cores.n; i++) {
        const char *word = solver->profile->minimal_cores.at[i];
        size_t n = strlen(word);
        for (const char *at = solver->options; n > 0 && (at = strstr(at, word)) != NULL; at += n)
            if ((at == solver->options || at[-1] == ' ') && (at[n] == '\0' || at[n] == ' '))
                return true;
    }
    return false;
}

/* Has it all of the other, and more? */
static bool is_larger(const u32_vec *names, const u32_vec *other) {
    for (size_t i = 0; i < other->n; i++)
        if (!is_in(names, other->at[i]))
            return false;
    for (size_t i = 0; i < names->n; i++)
        if (!is_in(other, names->at[i]))
            return true;
    return false;
}

static void remark_larger(struct hearing *h, size_t solver, const struct core *core) {
    u32_vec known = {0};
    struct parse_error error = {0};
    if (h->known.core == NULL || !is_asked_to_minimise(&h->c->solvers[solver]))
        return;
    if (parser_read_core(h->parser, h->known.core, strlen(h->known.core), &known, &error) &&
        is_larger(&core->names, &known)) {
        vec_push(&h->verdict->larger_cores,
                 ((struct larger_core){.solver = solver, .note = h->verdict->notes.n}));
        hearing_note(
            h,
            "%s is asked for a minimal core and gives %zu assertions, but %zu of them %s "
            "unsatisfiable alone, %s: %s. That is no bug",
            h->c->solvers[solver].name, core->names.n, known.n, known.n == 1 ? "is" : "are",
            h->known.basis == BASIS_CONSTRUCTION ? "by construction" : "as the test says itself",
            h->known.core);
    }
    vec_free(&known);
    parse_error_release(&error);
}

/* ---- all ---- */

static void judge_core(struct hearing *h, size_t solver, struct text_span text) {
    struct core core = {.text = text};
    struct parse_error error = {0};
    struct witness kept = h->witness;
    char *copy = mem_copy_text(text.at, text.n);
    h->witness = (struct witness){0};
    if (parser_read_core(h->parser, copy, text.n, &core.names, &error)) {
        cut_to_core(h, &core);
        if (core.formulas.n < h->goal.formulas.n && find_witness(h, &core))
            accuse(h, solver, &core);
        else
            remark_larger(h, solver, &core);
    }
    witness_release(&h->witness);
    h->witness = kept;
    mem_free(copy);
    core_release(&core);
    parse_error_release(&error);
}

void faults_of_cores(struct hearing *h) {
    if (!h->is_read || h->features.footing == FOOTING_NONE)
        return;
    for (size_t i = 0; i < h->c->n_solvers; i++) {
        if (h->stands[i].answer != ANSWER_UNSAT || h->stands[i].accused)
            continue;
        struct text_span core = h->c->answers[i]->answers.checks.at[h->check].core;
        if (core.at != NULL)
            judge_core(h, i, core);
    }
}
