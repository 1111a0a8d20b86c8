/*
 * Recipes of formulas about edits: gen/edit_problem.h says what they look like.
 *
 * That a formula is unsatisfiable follows from its words alone: each edit changes the distance from
 * the target by one at most. What must be seen to is that each is an edit: of one letter, at a
 * place in the word. Where letter and index are hidden the formula asserts that; those that are not
 * are looked at here. The length of the word before each edit is known, whatever is hidden.
 * Whatever else the recipe declares, the script is written anew.
 */
#include <stdlib.h>

#include "gen/edit_problem.h"
#include "lang/literal.h"
#include "lang/parser.h"

static const char any_letter[] = "any_letter", any_index[] = "any_index";
/* What is around a formula that is not written nested. */
static const char *const wrappers[EDIT_WRITINGS] = {NULL, "by_variables", "by_recursion"};
/* Constants: asserted where a function has an axiom. */
static const char *const axiom_names[EDIT_KINDS] = {"axiom_of_insert", "axiom_of_remove",
                                                    "axiom_of_replace"};

/* ---- writing ----------------------------------------------------------------- */

static void open_step(const struct edit_problem *problem, size_t i, struct strbuf *out) {
    const struct edit_step *step = &problem->steps[i];
    struct edit_word letter = {.at = {step->letter}, .n = 1};
    strbuf_printf(out, "(%s ", edit_function_names[step->kind]);
    if (step->kind != EDIT_REMOVE) {
        if (problem->hides_letter[i])
            strbuf_printf(out, "(%s ", any_letter);
        edit_word_print(&letter, out);
        strbuf_add_text(out, problem->hides_letter[i] ? ") " : " ");
    }
    if (problem->hides_index[i])
        strbuf_printf(out, "(%s %zu) ", any_index, step->index);
    else
        strbuf_printf(out, "%zu ", step->index);
}

void edit_problem_write_recipe(const struct edit_problem *problem, struct strbuf *out) {
    const char *wrapper = wrappers[problem->writing];
    strbuf_clear(out);
    for (size_t kind = 0; kind < EDIT_KINDS; kind++)
        strbuf_add_text(out, edit_declarations[kind]);
    strbuf_printf(out, "(declare-fun %s (String) String)\n(declare-fun %s (Int) Int)\n", any_letter,
                  any_index);
    for (size_t kind = 0; kind < EDIT_KINDS; kind++)
        if (problem->has_axiom[kind])
            strbuf_printf(out, "(declare-const %s Bool)\n(assert %s)\n", axiom_names[kind],
                          axiom_names[kind]);
    if (wrapper != NULL)
        strbuf_printf(out, "(declare-fun %s (Bool) Bool)\n(assert (%s ", wrapper, wrapper);
    else
        strbuf_add_text(out, "(assert ");
    strbuf_add_text(out, "(= ");
    for (size_t i = problem->n; i > 0; i--)
        open_step(problem, i - 1, out);
    edit_word_print(&problem->source, out);
    strbuf_add_repeat(out, ')', problem->n);
    strbuf_add_char(out, ' ');
    edit_word_print(&problem->target, out);
    strbuf_add_text(out, wrapper != NULL ? ")))\n(check-sat)\n" : "))\n(check-sat)\n");
    strbuf_text(out);
}

/* ---- reading ----------------------------------------------------------------- */

struct reading {
    struct term_table *table;
    struct edit_problem *problem;
    term formula; /* the one about words; 0: not there as yet */
};

/* Is it the function of this name, of so many arguments? Sorts are none of its business. */
static bool applies(const struct reading *r, term t, const char *name, uint32_t n_args) {
    if (term_op(r->table, t) != OP_APPLY || term_n_args(r->table, t) != n_args)
        return false;
    const struct fun *f = fun_at(r->table, term_at(r->table, t)->payload);
    const struct symbol_entry *entry = symbol_at(&r->table->symbols, f->name);
    return entry->n == strlen(name) && memcmp(entry->at, name, entry->n) == 0;
}

/* Of a literal. False if it is none, or too long. */
static bool read_word(const struct reading *r, term t, struct edit_word *word) {
    u32_vec letters = {0};
    bool good = term_op(r->table, t) == OP_STRING;
    if (good) {
        const struct symbol_entry *entry =
            symbol_at(&r->table->symbols, term_at(r->table, t)->payload);
        literal_code_points(entry->at, entry->n, &letters);
        good = letters.n <= EDIT_WORD_MAX;
    }
    if (good) {
        word->n = letters.n;
        for (size_t i = 0; i < letters.n; i++)
            word->at[i] = letters.at[i];
    }
    vec_free(&letters);
    return good;
}

/* What was hidden may be any word, which is not looked at. */
static bool read_letter(const struct reading *r, term t, size_t i) {
    struct edit_word word = {0};
    bool is_hidden = applies(r, t, any_letter, 1);
    if (is_hidden)
        t = term_arg(r->table, t, 0);
    if (!read_word(r, t, &word) || (!is_hidden && word.n != 1))
        return false;
    r->problem->hides_letter[i] = is_hidden;
    r->problem->steps[i].letter = word.at[0];
    return true;
}

static bool read_index(const struct reading *r, term t, size_t i) {
    bool is_hidden = applies(r, t, any_index, 1);
    if (is_hidden)
        t = term_arg(r->table, t, 0);
    if (term_op(r->table, t) != OP_NUMERAL)
        return false;
    const struct symbol_entry *entry = symbol_at(&r->table->symbols, term_at(r->table, t)->payload);
    r->problem->hides_index[i] = is_hidden;
    r->problem->steps[i].index = entry->n <= 4 ? strtoul(entry->at, NULL, 10) : SIZE_MAX;
    return true;
}

/* The edit that the term does to its last argument, as number i of the problem. */
static bool read_step(const struct reading *r, term t, size_t i) {
    for (size_t kind = 0; kind < EDIT_KINDS; kind++) {
        bool has_letter = kind != EDIT_REMOVE;
        if (!applies(r, t, edit_function_names[kind], has_letter ? 3 : 2))
            continue;
        r->problem->steps[i].kind = (enum edit_kind)kind;
        return (!has_letter || read_letter(r, term_arg(r->table, t, 0), i)) &&
               read_index(r, term_arg(r->table, t, has_letter ? 1 : 0), i);
    }
    return false;
}

/* Outside stands the last edit. */
static void turn_round(struct edit_problem *problem) {
    for (size_t i = 0, k = problem->n; i + 1 < k; i++) {
        struct edit_step step = problem->steps[i];
        bool letter = problem->hides_letter[i], index = problem->hides_index[i];
        k--;
        problem->steps[i] = problem->steps[k];
        problem->hides_letter[i] = problem->hides_letter[k];
        problem->hides_index[i] = problem->hides_index[k];
        problem->steps[k] = step;
        problem->hides_letter[k] = letter;
        problem->hides_index[k] = index;
    }
}

static bool read_formula(struct reading *r, term formula) {
    struct edit_problem *problem = r->problem;
    for (size_t writing = 0; writing < EDIT_WRITINGS; writing++)
        if (wrappers[writing] != NULL && applies(r, formula, wrappers[writing], 1)) {
            problem->writing = (enum edit_writing)writing;
            formula = term_arg(r->table, formula, 0);
            break;
        }
    if (term_op(r->table, formula) != OP_EQ || term_n_args(r->table, formula) != 2 ||
        !read_word(r, term_arg(r->table, formula, 1), &problem->target))
        return false;
    term t = term_arg(r->table, formula, 0);
    while (term_op(r->table, t) != OP_STRING) {
        if (problem->n == EDIT_WORD_MAX || !read_step(r, t, problem->n))
            return false;
        problem->n++;
        t = term_arg(r->table, t, term_n_args(r->table, t) - 1);
    }
    turn_round(problem);
    return read_word(r, t, &problem->source);
}

static bool read_assertion(struct reading *r, term body) {
    for (size_t kind = 0; kind < EDIT_KINDS; kind++)
        if (applies(r, body, axiom_names[kind], 0)) {
            r->problem->has_axiom[kind] = true;
            return true;
        }
    bool is_first = r->formula == 0;
    r->formula = body;
    return is_first && read_formula(r, body);
}

/* Declarations, assertions, and one check at the end. */
static bool read_commands(struct reading *r, const struct script *script) {
    for (size_t i = 0; i < script->commands.n; i++) {
        const struct command *c = &script->commands.at[i];
        bool is_last = i + 1 == script->commands.n;
        bool good = c->kind == COMMAND_ASSERT ? read_assertion(r, c->body)
                    : is_last
                        ? c->kind == COMMAND_CHECK_SAT
                        : c->kind == COMMAND_DECLARE_FUN || c->kind == COMMAND_DECLARE_CONST ||
                              c->kind == COMMAND_SET_LOGIC;
        if (!good || (is_last && c->kind == COMMAND_ASSERT))
            return false;
    }
    return r->formula != 0;
}

/* Is each an edit, whatever is hidden? */
static bool are_edits(const struct edit_problem *problem) {
    size_t length = problem->source.n;
    for (size_t i = 0; i < problem->n; i++) {
        const struct edit_step *step = &problem->steps[i];
        size_t n_places = step->kind == EDIT_INSERT ? length + 1 : length;
        if (n_places == 0 || (!problem->hides_index[i] && step->index >= n_places))
            return false;
        length += step->kind == EDIT_INSERT;
        length -= step->kind == EDIT_REMOVE;
    }
    return true;
}

bool edit_problem_read_recipe(const char *text, size_t n, struct edit_problem *problem) {
    struct reading r = {.table = term_table_new(), .problem = problem};
    struct parser *parser = parser_new(r.table);
    struct parse_error error = {0};
    struct script script = {0};
    bool good = parser_read_script(parser, text, n, &script, &error) && read_commands(&r, &script);
    if (good)
        problem->distance = edit_word_distance(&problem->source, &problem->target);
    script_release(&script);
    parse_error_release(&error);
    parser_free(parser);
    term_table_free(r.table);
    return good && problem->n < problem->distance && are_edits(problem);
}

/* ---- making ------------------------------------------------------------------ */

static void write_reason(const struct edit_problem *problem, struct strbuf *out) {
    strbuf_add_text(out, "it says that ");
    edit_word_print(&problem->source, out);
    strbuf_add_text(out, " becomes ");
    edit_word_print(&problem->target, out);
    if (problem->n == 0)
        strbuf_add_text(out, " without an edit");
    else if (problem->n == 1)
        strbuf_add_text(out, " by 1 edit, of one letter at a place in the word");
    else
        strbuf_printf(out, " by %zu edits, each of one letter at a place in the word", problem->n);
    strbuf_printf(out, ", and the words are %zu edit%s apart", problem->distance,
                  problem->distance > 1 ? "s" : "");
}

bool edit_make_recipe(const struct recipe *first, const char *text, size_t n,
                      struct recipe_product *product) {
    struct edit_problem problem = {0};
    (void)first;
    if (!edit_problem_read_recipe(text, n, &problem))
        return false;
    edit_problem_write(&problem, &product->test);
    write_reason(&problem, &product->reason);
    return true;
}
