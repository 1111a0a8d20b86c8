#include "cli/eval_report.h"

#include <jansson.h>

#include "base/die.h"
#include "base/lex.h"
#include "lang/printer.h"
#include "report/json.h"
#include "term/walk.h"

struct eval_report {
    struct eval *eval;
    struct term_table *table;
    const struct options *options;
    const char *path;
    const struct file_text *text;
    struct printer *printer;
    json_t *json; /* the object to be printed, NULL without --json */
    json_t *checks;
    size_t n_checks;
    enum verdict worst;
};

struct eval_report *eval_report_new(struct eval *eval, struct term_table *table,
                                    const struct options *options, const char *path,
                                    const struct file_text *text) {
    struct eval_report *report = mem_alloc_zero(sizeof *report);
    *report = (struct eval_report){.eval = eval,
                                   .table = table,
                                   .options = options,
                                   .path = path,
                                   .text = text,
                                   .printer = printer_new(table)};
    if (options->json) {
        json_set_alloc_funcs(mem_alloc, mem_free);
        report->json = json_object();
        report->checks = json_array();
    }
    return report;
}

/* ---- terms and values as text ---- */

static void add_term(struct eval_report *report, term t, struct strbuf *out) {
    printer_add_term(report->printer, t, out);
}

/* The value, or why there is none: false. One that is too large to be written is none. */
static bool add_value(struct eval_report *report, value v, sort s, struct strbuf *out) {
    enum eval_result result = eval_result(report->eval, v);
    term t = result == EVAL_VALUE ? eval_value_term(report->eval, v, s) : 0;
    if (t != 0)
        add_term(report, t, out);
    else
        strbuf_add_text(out, eval_result_name(result == EVAL_VALUE ? EVAL_LIMIT : result));
    return t != 0;
}

static json_t *term_json(struct eval_report *report, term t) {
    struct strbuf out = {0};
    add_term(report, t, &out);
    json_t *json = report_json_text(out.n > 0 ? out.at : "", out.n);
    strbuf_free(&out);
    return json;
}

static json_t *value_json(struct eval_report *report, value v, sort s) {
    struct strbuf out = {0};
    add_value(report, v, s, &out);
    json_t *json = report_json_text(out.n > 0 ? out.at : "", out.n);
    strbuf_free(&out);
    return json;
}

/* ---- why ---- */

void eval_equations_release(struct eval_equations *equations) {
    vec_free(&equations->terms);
    vec_free(&equations->offsets);
    vec_free(&equations->open);
}

static uint32_t line_of(const struct eval_report *report, uint32_t offset) {
    return (uint32_t)lex_place(report->text->at, report->text->n, offset).line;
}

static uint32_t line_of_equation(const struct eval_equations *equations, size_t i) {
    return (uint32_t)lex_place(equations->text->at, equations->text->n, equations->offsets.at[i])
        .line;
}

/* One of those that were judged together: of the script, or behind these of the solver's answer. */
static term formula_of(const struct eval_check *check, size_t i) {
    size_t n = check->goal->formulas.n;
    return i < n ? check->goal->formulas.at[i] : check->equations->terms.at[i - n];
}

static bool is_worth(struct eval_report *report, term t, bool is_false) {
    value v = eval_term(report->eval, t);
    return is_false ? v == VALUE_FALSE : v != VALUE_TRUE;
}

/* It has no value, as something is open in it, and whatever is chosen for that, it is false. */
static bool is_always_false(struct eval_report *report, term t, bool is_false) {
    struct judgement alone;
    if (!is_false || eval_term(report->eval, t) == VALUE_TRUE)
        return false;
    eval_judge(report->eval, &t, 1, &alone);
    bool is = alone.verdict == VERDICT_FALSE;
    judgement_release(&alone);
    return is;
}

typedef bool formula_test(struct eval_report *report, term t, bool is_false);

/* The smallest formula that passes the test; SIZE_MAX if there is none. */
static size_t find_smallest(struct eval_report *report, const struct eval_check *check,
                            formula_test *test) {
    bool is_false = check->judgement->verdict == VERDICT_FALSE;
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < check->goal->formulas.n + check->equations->terms.n; i++) {
        term t = formula_of(check, i);
        if (best != SIZE_MAX &&
            term_size(report->table, formula_of(check, best)) <= term_size(report->table, t))
            continue;
        if (test(report, t, is_false))
            best = i;
    }
    return best;
}

/* Why the formulas are worth what they are together; SIZE_MAX if none is so alone. */
static size_t find_reason(struct eval_report *report, const struct eval_check *check) {
    size_t best = find_smallest(report, check, is_worth);
    return best != SIZE_MAX ? best : find_smallest(report, check, is_always_false);
}

enum { PARTS_SHOWN = 60, PART_LENGTH = 300 };

/*
 * Calls act for the closed parts of the term that are no literals, parts before
 * the whole: all, or if they are many the last ones, which are nearest to it.
 * Returns how many were left out.
 */
static size_t for_parts(struct eval_report *report, term root,
                        void act(struct eval_report *, term, value, void *), void *context) {
    struct term_walk walk = {0};
    u32_vec parts = {0};
    term t;
    term_walk_begin(&walk, report->table);
    term_walk_add(&walk, root);
    while ((t = term_walk_next(&walk)) != 0) {
        const struct term_node node = *term_at(report->table, t);
        if (node.free == 0 && node.op != OP_VAR && !op_is_literal((enum op)node.op) &&
            node.op != OP_CASE && (node.n_args > 0 || node.op == OP_APPLY))
            vec_push(&parts, t);
    }
    term_walk_release(&walk);
    size_t first = parts.n > PARTS_SHOWN ? parts.n - PARTS_SHOWN : 0;
    for (size_t i = first; i < parts.n; i++)
        act(report, parts.at[i], eval_term(report->eval, parts.at[i]), context);
    vec_free(&parts);
    return first;
}

/* Adds the text, or its beginning if it is too long for people. */
static void add_shortened(const struct strbuf *text, struct strbuf *out) {
    if (text->n <= PART_LENGTH)
        strbuf_add(out, text->at, text->n);
    else {
        strbuf_add(out, text->at, PART_LENGTH);
        strbuf_add_text(out, "...");
    }
}

static void print_part(struct eval_report *report, term t, value v, void *context) {
    struct strbuf out = {0}, text = {0};
    (void)context;
    strbuf_add_text(&out, "    ");
    add_term(report, t, &text);
    add_shortened(&text, &out);
    strbuf_add_text(&out, " = ");
    strbuf_clear(&text);
    add_value(report, v, term_sort(report->table, t), &text);
    add_shortened(&text, &out);
    puts(strbuf_text(&out));
    strbuf_free(&out);
    strbuf_free(&text);
}

static void print_parts(struct eval_report *report, term t) {
    size_t left_out = for_parts(report, t, print_part, NULL);
    if (left_out > 0)
        printf("    and %zu smaller part%s\n", left_out, plural_s(left_out));
}

static void add_part(struct eval_report *report, term t, value v, void *context) {
    json_array_append_new(context, json_pack("{s:o, s:o}", "term", term_json(report, t), "value",
                                             value_json(report, v, term_sort(report->table, t))));
}

static void explain(struct eval_report *report, const struct eval_check *check) {
    size_t at = find_reason(report, check);
    struct strbuf out = {0};
    if (at == SIZE_MAX) {
        puts("  no formula fails alone");
        return;
    }
    struct strbuf text = {0};
    size_t n = check->goal->formulas.n;
    add_term(report, formula_of(check, at), &text);
    add_shortened(&text, &out);
    if (at < n)
        printf("  line %u: %s\n", line_of(report, check->goal->offsets.at[at]), strbuf_text(&out));
    else
        printf("  %s:%u says: %s\n", check->equations->path,
               line_of_equation(check->equations, at - n), strbuf_text(&out));
    strbuf_free(&out);
    strbuf_free(&text);
    print_parts(report, formula_of(check, at));
}

static json_t *explain_json(struct eval_report *report, const struct eval_check *check) {
    size_t at = find_reason(report, check);
    if (at == SIZE_MAX)
        return json_null();
    json_t *parts = json_array();
    size_t n = check->goal->formulas.n;
    term t = formula_of(check, at);
    uint32_t line = at < n ? line_of(report, check->goal->offsets.at[at])
                           : line_of_equation(check->equations, at - n);
    for_parts(report, t, add_part, parts);
    return json_pack("{s:i, s:o, s:o}", at < n ? "line" : "model_line", (int)line, "formula",
                     term_json(report, t), "parts", parts);
}

/* ---- checks ---- */

/* false before undecided before true */
static int badness(enum verdict verdict) {
    return verdict == VERDICT_TRUE ? 0 : verdict == VERDICT_FALSE ? 100 : (int)verdict;
}

static bool is_unsat(const struct eval_check *check) {
    return check->is_free && check->judgement->verdict == VERDICT_FALSE;
}

/* What was true shows nothing. */
static bool is_doubtful(const struct eval_check *check) {
    return check->goal->doubtful != 0 && check->judgement->verdict == VERDICT_UNSUPPORTED &&
           check->judgement->formula == SIZE_MAX;
}

static void print_check(struct eval_report *report, const struct eval_check *check) {
    const struct judgement *judgement = check->judgement;
    struct strbuf out = {0};
    if (check->offset < report->text->n)
        printf("%s:%u: %s\n", report->path, line_of(report, check->offset),
               verdict_name(judgement->verdict));
    if (judgement->has_more_elements)
        puts("  with further elements of an uninterpreted sort");
    for (size_t i = 0; i < judgement->choices.n; i++) {
        const struct choice *choice = &judgement->choices.at[i];
        strbuf_clear(&out);
        strbuf_add_text(&out, "  with ");
        add_term(report, choice->application, &out);
        strbuf_add_text(&out, " = ");
        add_value(report, choice->value, choice->sort, &out);
        puts(strbuf_text(&out));
    }
    if (is_doubtful(check))
        printf("  its formulas are true, but the recursive definition in line %u may have no "
               "solution\n",
               line_of(report, check->goal->doubtful - 1));
    if (is_unsat(check) && judgement->n_tried > 0)
        printf("  unsat: all choices were tried, in %llu step%s, and none satisfies it\n",
               (unsigned long long)judgement->n_tried, plural_s(judgement->n_tried));
    else if (is_unsat(check))
        puts("  unsat: it is false whatever is chosen");
    if (report->options->explain && judgement->verdict != VERDICT_TRUE && !is_doubtful(check))
        explain(report, check);
    strbuf_free(&out);
}

static void add_check(struct eval_report *report, const struct eval_check *check) {
    const struct judgement *judgement = check->judgement;
    json_t *choices = json_array();
    for (size_t i = 0; i < judgement->choices.n; i++) {
        const struct choice *choice = &judgement->choices.at[i];
        json_array_append_new(choices, json_pack("{s:o, s:o}", "term",
                                                 term_json(report, choice->application), "value",
                                                 value_json(report, choice->value, choice->sort)));
    }
    json_t *json = json_pack("{s:s, s:o, s:b}", "verdict", verdict_name(judgement->verdict),
                             "choices", choices, "unsat", (int)is_unsat(check));
    if (check->offset < report->text->n)
        json_object_set_new(json, "line", json_integer(line_of(report, check->offset)));
    if (judgement->has_more_elements)
        json_object_set_new(json, "more_elements", json_true());
    if (is_doubtful(check))
        json_object_set_new(json, "doubtful",
                            json_integer(line_of(report, check->goal->doubtful - 1)));
    else if (report->options->explain && judgement->verdict != VERDICT_TRUE)
        json_object_set_new(json, "why", explain_json(report, check));
    json_array_append_new(report->checks, json);
}

void eval_report_check(struct eval_report *report, const struct eval_check *check) {
    enum verdict verdict = check->judgement->verdict;
    if (report->n_checks++ == 0 || badness(verdict) > badness(report->worst))
        report->worst = verdict;
    if (report->json != NULL)
        add_check(report, check);
    else
        print_check(report, check);
}

/* ---- one term ---- */

int eval_report_term(struct eval_report *report, term t) {
    sort s = term_sort(report->table, t);
    value v = eval_term(report->eval, t);
    struct strbuf out = {0};
    bool has_value = add_value(report, v, s, &out);
    if (report->json != NULL) {
        struct strbuf sort_text = {0};
        sort_print(&report->table->sorts, s, &sort_text);
        json_object_set_new(report->json, "term", term_json(report, t));
        json_object_set_new(report->json, "sort", json_string(strbuf_text(&sort_text)));
        json_object_set_new(report->json, has_value ? "value" : "result",
                            report_json_text(out.n > 0 ? out.at : "", out.n));
        strbuf_free(&sort_text);
    } else {
        if (report->options->explain)
            print_parts(report, t);
        puts(strbuf_text(&out));
    }
    strbuf_free(&out);
    return has_value ? EXIT_DONE : EXIT_UNDECIDED;
}

static int status_of(enum verdict verdict) {
    return verdict == VERDICT_TRUE    ? EXIT_DONE
           : verdict == VERDICT_FALSE ? EXIT_MODEL_FALSE
                                      : EXIT_UNDECIDED;
}

int eval_report_finish(struct eval_report *report, bool is_whole) {
    bool has_checks = report->n_checks > 0 && is_whole;
    int status = has_checks ? status_of(report->worst) : EXIT_DONE;
    if (report->json != NULL) {
        if (has_checks) {
            json_object_set_new(report->json, "file", report_json_word(report->path));
            json_object_set_new(report->json, "verdict", json_string(verdict_name(report->worst)));
            json_object_set(report->json, "checks", report->checks);
        }
        if (json_object_size(report->json) > 0) {
            json_dumpf(report->json, stdout, JSON_INDENT(2));
            putchar('\n');
        }
        json_decref(report->checks);
        json_decref(report->json);
    } else if (has_checks)
        puts(verdict_name(report->worst));
    printer_free(report->printer);
    mem_free(report);
    return status;
}
