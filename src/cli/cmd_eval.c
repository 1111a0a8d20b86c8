/*
 * momus eval: judges the formulas of a script, check by check, or evaluates one
 * term.
 */
#include "base/die.h"
#include "base/file.h"
#include "cli/eval_answer.h"
#include "cli/eval_functions.h"
#include "cli/eval_report.h"
#include "cli/options.h"
#include "eval/checks.h"
#include "eval/eval.h"
#include "lang/diagnostic.h"
#include "lang/parser.h"
#include "term/signature.h"
#include "term/walk.h"

struct job {
    const struct options *options;
    struct term_table *table;
    struct parser *parser;
    struct eval *eval;
    const char *path; /* of the script, as shown */
    struct file_text text;
    struct file_text answers; /* of the solver: --model */
    struct eval_answers said; /* in it */
    struct eval_report *report;
    VEC(char *) refusals; /* of each --set: why it could not be read; NULL once it could */
    int status;
};

static const char *shown_name(const char *path) {
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

static void worsen(struct job *job, int status) {
    if (status > job->status)
        job->status = status;
}

static bool complain(struct job *job, const char *message) {
    fflush(stdout);
    fprintf(stderr, "momus: error: %s\n", message);
    worsen(job, EXIT_BAD_INPUT);
    return false;
}

static bool complain_at(struct job *job, const char *path, const struct file_text *text,
                        size_t offset, const char *message) {
    struct strbuf out = {0};
    diagnostic_add(&out, path, text->at, text->n, offset, "error", message);
    fflush(stdout);
    fputs(strbuf_text(&out), stderr);
    strbuf_free(&out);
    worsen(job, EXIT_BAD_INPUT);
    return false;
}

static bool read_file(struct job *job, const char *path, struct file_text *text) {
    struct strbuf error = {0};
    bool good = file_read(path, text, &error);
    if (!good)
        complain(job, strbuf_text(&error));
    strbuf_free(&error);
    return good;
}

static bool load_signature(struct job *job, const char *path) {
    struct file_text text;
    struct sexpr_error error;
    if (!read_file(job, path, &text))
        return false;
    bool good = signature_load(job->table, text.at, text.n, &error);
    if (!good)
        complain_at(job, path, &text, error.offset, error.message);
    file_text_free(&text);
    return good;
}

/* ---- the assignment ---- */

/* Where NAME=VALUE is split: the first = outside of parentheses, strings and bars. */
static const char *find_equals(const char *text) {
    int depth = 0;
    char quote = 0;
    for (const char *at = text; *at != '\0'; at++) {
        if (quote != 0)
            quote = *at == quote ? 0 : quote;
        else if (*at == '"' || *at == '|')
            quote = *at;
        else if (*at == '(')
            depth++;
        else if (*at == ')')
            depth--;
        else if (*at == '=' && depth == 0 && at != text)
            return at;
    }
    return NULL;
}

/* Reads what stands on both sides of the = as terms of one sort. */
static bool read_setting(struct job *job, const char *text, const char *equals, term *what,
                         term *value_term, struct strbuf *message) {
    struct strbuf both = {0};
    struct parse_error error = {0};
    term t = 0;
    strbuf_add_text(&both, "(= ");
    strbuf_add(&both, text, (size_t)(equals - text));
    strbuf_printf(&both, " %s )", equals + 1);
    strbuf_text(&both);
    bool good = parser_read_term(job->parser, both.at, both.n, &t, &error);
    if (!good)
        strbuf_add_text(message, strbuf_text(&error.message));
    else if (term_op(job->table, t) != OP_EQ || term_n_args(job->table, t) != 2) {
        strbuf_add_text(message, "one term is wanted on each side of '='");
        good = false;
    } else {
        *what = term_arg(job->table, t, 0);
        *value_term = term_arg(job->table, t, 1);
    }
    parse_error_release(&error);
    strbuf_free(&both);
    return good;
}

static bool complain_setting(struct job *job, const char *text, const char *reason) {
    struct strbuf message = {0};
    strbuf_printf(&message, "--set %s: %s", text, reason);
    complain(job, strbuf_text(&message));
    strbuf_free(&message);
    return false;
}

/*
 * One --set with the declarations in force. It may speak of what is declared at
 * another check; if it could be read at none, the last check complains.
 */
static bool apply_setting(struct job *job, size_t i, bool is_last) {
    const char *text = job->options->set.at[i], *equals = find_equals(text);
    struct strbuf reason = {0};
    term what, given;
    bool good = true;
    if (equals == NULL)
        good = complain_setting(job, text, "wants NAME=VALUE");
    else if (!read_setting(job, text, equals, &what, &given, &reason)) {
        if (job->refusals.at[i] != NULL && job->refusals.at[i][0] == '\0') {
            mem_free(job->refusals.at[i]);
            job->refusals.at[i] = strbuf_detach(&reason);
        }
        if (is_last && job->refusals.at[i] != NULL)
            good = complain_setting(job, text, job->refusals.at[i]);
    } else if (eval_result(job->eval, eval_term(job->eval, given)) != EVAL_VALUE)
        good = complain_setting(job, text, "what stands behind '=' has no value");
    else if (!eval_set_choice(job->eval, what, eval_term(job->eval, given)))
        good = complain_setting(job, text,
                                "what stands before '=' is nothing that could be chosen: it must "
                                "be a constant or function without definition, or an operator "
                                "where its theory leaves it open");
    else {
        mem_free(job->refusals.at[i]);
        job->refusals.at[i] = NULL;
    }
    strbuf_free(&reason);
    return good;
}

static bool read_values(struct job *job, struct eval_list from, model_value_vec *values) {
    struct parse_error error = {0};
    size_t first = values->n;
    char *text = mem_copy_text(job->answers.at + from.offset, from.n);
    bool good = parser_read_values(job->parser, text, from.n, NULL, 0, values, &error);
    if (!good)
        complain_at(job, shown_name(job->options->model), &job->answers, from.offset + error.offset,
                    strbuf_text(&error.message));
    for (size_t i = first; i < values->n; i++)
        values->at[i].offset += (uint32_t)from.offset;
    parse_error_release(&error);
    mem_free(text);
    return good;
}

/*
 * Makes a value an assumption, if its term is something open, applied to arguments that have
 * values: a constant, (f x) where x has a value, (div 1 0).
 */
static bool assume(struct job *job, const struct model_value *pair) {
    if (eval_result(job->eval, eval_term(job->eval, pair->term)) != EVAL_NEEDS_CHOICE)
        return false;
    value v = eval_term(job->eval, pair->value);
    return eval_result(job->eval, v) == EVAL_VALUE && eval_set_choice(job->eval, pair->term, v);
}

/*
 * Assumes what can be, in rounds: one value may say what the arguments of another term are. Every other
 * round goes backwards, as solvers print values in either order. Others that were given stay in `values`.
 */
static void assume_all(struct job *job, model_value_vec *values) {
    bool *is_assumed = mem_alloc_zero(values->n + 1);
    bool again = values->n > 0;
    for (int round = 0; again; round++) {
        again = false;
        for (size_t k = 0; k < values->n; k++) {
            size_t i = round % 2 == 0 ? k : values->n - 1 - k;
            if (!is_assumed[i] && assume(job, &values->at[i]))
                is_assumed[i] = again = true;
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < values->n; i++)
        if (!is_assumed[i])
            values->at[kept++] = values->at[i];
    values->n = kept;
    mem_free(is_assumed);
}

static term equate(struct job *job, term a, term b) {
    return term_make(job->table, OP_EQ, 0, SORT_BOOL, (term[]){a, b}, 2);
}

static void add_equation(struct eval_equations *equations, term equation, uint32_t offset) {
    vec_push(&equations->terms, equation);
    vec_push(&equations->offsets, offset);
}

/* Those values that hold by what a solver says elsewhere need no look any more, also with --set. */
static void drop_known(struct job *job, model_value_vec *values) {
    size_t kept = 0;
    for (size_t i = 0; i < values->n; i++)
        if (eval_term(job->eval, equate(job, values->at[i].term, values->at[i].value)) !=
            VALUE_TRUE)
            values->at[kept++] = values->at[i];
    values->n = kept;
}

/*
 * What a solver says of other terms has to be so: an equation each. Of a term that is open there may
 * be one value only.
 */
static void add_equations(struct job *job, const model_value_vec *values,
                          struct eval_equations *equations) {
    struct term_map seen = {0}; /* 1 + the place in `values` of an open term */
    term_map_clear(&seen);
    for (size_t i = 0; i < values->n; i++) {
        const struct model_value *pair = &values->at[i];
        term equation = equate(job, pair->term, pair->value);
        value v = eval_term(job->eval, equation);
        if (v == VALUE_TRUE)
            continue;
        uint32_t before = v == VALUE_FALSE ? 0 : term_map_get(&seen, pair->term);
        if (before != 0)
            equation = equate(job, values->at[before - 1].value, pair->value);
        else if (v != VALUE_FALSE) {
            term_map_set(&seen, pair->term, (uint32_t)i + 1);
            vec_push(&equations->open, equation);
        }
        add_equation(equations, equation, pair->offset);
    }
    term_map_release(&seen);
}

/* Reads what the solver says of terms and assumes what it can; the rest is in `values`. */
static bool take_values(struct job *job, const struct eval_answer *answer, struct model *model,
                        model_value_vec *values) {
    bool good = true;
    for (size_t i = 0; good && i < answer->n_values; i++)
        good = read_values(job, job->said.values.at[answer->first_values + i], values);
    if (good) {
        if (eval_take_functions(job->table, values, model))
            eval_set_model(job->eval, model);
        assume_all(job, values);
        drop_known(job, values);
    }
    return good;
}

static bool take_model(struct job *job, struct eval_list from, struct model *model) {
    struct parse_error error = {0};
    char *text = mem_copy_text(job->answers.at + from.offset, from.n);
    bool good = parser_read_model(job->parser, text, from.n, model, &error);
    mem_free(text);
    if (good)
        eval_set_model(job->eval, model);
    else
        complain_at(job, shown_name(job->options->model), &job->answers, from.offset + error.offset,
                    strbuf_text(&error.message));
    parse_error_release(&error);
    return good;
}

/*
 * What --model and --set say, with the declarations in force. Where equations are open, nothing is
 * fixed, since that could contradict them.
 */
static bool assign(struct job *job, const struct eval_answer *answer, bool is_last,
                   struct model *model, struct eval_equations *equations) {
    bool good = true;
    model_value_vec values = {0};
    eval_clear(job->eval);
    eval_set_fixed(job->eval, false); /* where everything is said, nothing can be chosen */
    if (answer != NULL && answer->model.n > 0)
        good = take_model(job, answer->model, model);
    if (good && answer != NULL)
        good = take_values(job, answer, model, &values);
    for (size_t i = 0; good && i < job->options->set.n; i++)
        good = apply_setting(job, i, is_last);
    if (good)
        add_equations(job, &values, equations);
    eval_set_fixed(job->eval, job->options->fixed && equations->open.n == 0);
    vec_free(&values);
    return good;
}

/* ---- a script ---- */

/* Formulas and equations: they have to be true together. */
static void judge_together(struct job *job, const struct goal *goal,
                           const struct eval_equations *equations, struct judgement *judgement) {
    u32_vec all = {0};
    for (size_t i = 0; i < goal->formulas.n; i++)
        vec_push(&all, goal->formulas.at[i]);
    for (size_t i = 0; i < equations->terms.n; i++)
        vec_push(&all, equations->terms.at[i]);
    eval_judge(job->eval, all.at, all.n, judgement);
    vec_free(&all);
}

static void judge(struct job *job, const struct goal *goal, const struct eval_answer *answer,
                  uint32_t offset, bool is_last) {
    struct model model = {0};
    struct eval_equations equations = {.text = &job->answers};
    if (answer != NULL)
        equations.path = shown_name(job->options->model);
    struct judgement judgement;
    if (assign(job, answer, is_last, &model, &equations)) {
        judge_together(job, goal, &equations, &judgement);
        judgement.verdict = goal_verdict(goal, judgement.verdict);
        bool is_free = answer == NULL && job->options->set.n == 0 && !job->options->fixed;
        eval_report_check(job->report,
                          &(struct eval_check){goal, &equations, offset, is_free, &judgement});
        judgement_release(&judgement);
    }
    eval_clear(job->eval);
    model_release(&model);
    eval_equations_release(&equations);
}

/* The last model behind the answer to the check; NULL if there is none. */
static const struct eval_answer *model_behind(const struct job *job, size_t check) {
    const struct eval_answer *found = NULL;
    for (size_t i = 0; i < job->said.at.n; i++)
        if (job->said.at.at[i].n_said == check + 1)
            found = &job->said.at.at[i];
    return found;
}

/*
 * Which model of the solver's answers belongs to the check. If there is an answer for each
 * check, the one that stands behind it, if one does; else one serves for all.
 */
static bool find_answer(struct job *job, size_t check, size_t n_checks,
                        const struct eval_answer **answer) {
    *answer = NULL;
    if (job->options->model == NULL)
        return true;
    if (job->said.n_said == n_checks) {
        *answer = model_behind(job, check);
        return true;
    }
    if (job->said.at.n == 1) {
        *answer = &job->said.at.at[0];
        return true;
    }
    if (job->said.at.n != n_checks) {
        struct strbuf message = {0};
        strbuf_printf(&message, "%s has %zu model%s, and %s has %zu check%s",
                      shown_name(job->options->model), job->said.at.n, plural_s(job->said.at.n),
                      job->path, n_checks, plural_s(n_checks));
        complain(job, strbuf_text(&message));
        strbuf_free(&message);
        return false;
    }
    *answer = &job->said.at.at[check];
    return true;
}

static void note_no_model(const struct job *job, uint32_t offset) {
    if (!job->options->quiet)
        fprintf(stderr, "momus: note: %s:%u: %s has no model for this check\n", job->path,
                lex_place(job->text.at, job->text.n, offset).line, shown_name(job->options->model));
}

static bool find_checks(struct job *job, struct checks *checks) {
    struct parse_error error = {0};
    bool good = checks_find(job->table, job->text.at, job->text.n, true, checks, &error);
    if (!good)
        complain_at(job, job->path, &job->text, error.offset, strbuf_text(&error.message));
    parse_error_release(&error);
    return good;
}

static void judge_script(struct job *job) {
    struct checks checks = {0};
    struct goal goal = {0};
    const struct eval_answer *answer;
    size_t n = find_checks(job, &checks) ? checks.at.n : 0;
    /* Of a model that is none, one message is enough. */
    for (size_t i = 0; i < n && job->status == EXIT_DONE && find_answer(job, i, n, &answer); i++) {
        checks_read(&checks, i, job->table, job->parser, job->text.at, &goal);
        if (answer != NULL || job->options->model == NULL)
            judge(job, &goal, answer, checks.at.at[i], i + 1 == n);
        else
            note_no_model(job, checks.at.at[i]);
    }
    checks_release(&checks);
    goal_release(&goal);
}

/* ---- a term ---- */

/* Reads the script up to its last check, for its declarations. */
static bool read_declarations(struct job *job) {
    struct checks checks = {0};
    struct goal goal = {0};
    bool good = job->text.at == NULL || find_checks(job, &checks);
    for (size_t i = 0; good && i < checks.at.n; i++)
        checks_read(&checks, i, job->table, job->parser, job->text.at, &goal);
    checks_release(&checks);
    goal_release(&goal);
    return good;
}

/* A term has no value under an answer that contradicts itself. */
static bool agrees(struct job *job, const struct eval_equations *equations) {
    for (size_t i = 0; i < equations->terms.n; i++)
        if (eval_term(job->eval, equations->terms.at[i]) == VALUE_FALSE)
            return complain_at(job, shown_name(job->options->model), &job->answers,
                               equations->offsets.at[i],
                               "by the rest of the answer, the term has another value");
    return true;
}

/* The value that the answer gives of an open term, else the term. */
static term printed_value(struct job *job, const struct eval_equations *equations, term t) {
    for (size_t i = 0; i < equations->open.n; i++)
        if (term_arg(job->table, equations->open.at[i], 0) == t)
            return term_arg(job->table, equations->open.at[i], 1);
    return t;
}

static void evaluate_term(struct job *job, const char *text) {
    struct parse_error error = {0};
    struct model model = {0};
    struct eval_equations equations = {0};
    term t;
    if (!read_declarations(job))
        return;
    struct file_text shown = {mem_copy_text(text, strlen(text)), strlen(text)};
    if (!parser_read_term(job->parser, shown.at, shown.n, &t, &error))
        complain_at(job, "<term>", &shown, error.offset, strbuf_text(&error.message));
    else if (assign(job, job->said.at.n > 0 ? &vec_top(&job->said.at) : NULL, true, &model,
                    &equations) &&
             agrees(job, &equations))
        worsen(job, eval_report_term(job->report, printed_value(job, &equations, t)));
    eval_clear(job->eval);
    model_release(&model);
    eval_equations_release(&equations);
    mem_free(shown.at);
    parse_error_release(&error);
}

/* ---- the command ---- */

static bool read_answers(struct job *job) {
    struct strbuf error = {0};
    size_t offset;
    if (job->options->model == NULL)
        return true;
    if (!read_file(job, job->options->model, &job->answers))
        return false;
    bool good = eval_answers_find(&job->answers, &job->said, &offset, &error);
    if (!good)
        complain_at(job, shown_name(job->options->model), &job->answers, offset,
                    strbuf_text(&error));
    strbuf_free(&error);
    return good;
}

static bool start(struct job *job, char *const *files, size_t n) {
    const struct options *options = job->options;
    if (options->term == NULL && n == 0) {
        fprintf(stderr, "momus: error: eval wants a FILE or --term; see 'momus eval --help'\n");
        job->status = EXIT_USAGE;
        return false;
    }
    for (size_t i = 0; i < options->sig.n; i++)
        if (!load_signature(job, options->sig.at[i]))
            return false;
    if (n > 0) {
        job->path = shown_name(files[0]);
        if (!read_file(job, files[0], &job->text))
            return false;
    }
    return read_answers(job);
}

int cmd_eval(const struct options *options, char *const *files, size_t n) {
    struct job job = {.options = options, .table = term_table_new(), .path = "<term>"};
    if (start(&job, files, n)) {
        struct eval_limits limits = eval_default_limits;
        limits.steps = (uint64_t)options->steps;
        for (size_t i = 0; i < options->set.n; i++)
            vec_push(&job.refusals, mem_copy_text("", 0));
        job.parser = parser_new(job.table);
        job.eval = eval_new(job.table);
        eval_set_limits(job.eval, &limits);
        eval_set_fixed(job.eval, options->fixed);
        job.report = eval_report_new(job.eval, job.table, options, job.path, &job.text);
        if (options->term != NULL)
            evaluate_term(&job, options->term);
        else
            judge_script(&job);
        worsen(&job, eval_report_finish(job.report, job.status == EXIT_DONE));
        eval_free(job.eval);
        parser_free(job.parser);
    }
    if (job.text.at != NULL)
        file_text_free(&job.text);
    if (job.answers.at != NULL)
        file_text_free(&job.answers);
    eval_answers_release(&job.said);
    for (size_t i = 0; i < job.refusals.n; i++)
        mem_free(job.refusals.at[i]);
    vec_free(&job.refusals);
    term_table_free(job.table);
    return job.status;
}
