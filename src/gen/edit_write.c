/*
 * Formulas about edits as text. The same edits are written in several ways, with definitions of what
 * an edit is or with axioms.
 */
#include "gen/edit_problem.h"

/* Not insert, remove, replace: solvers have such functions of sets and lists. */
const char *const edit_function_names[EDIT_KINDS] = {"insert_at", "remove_at", "replace_at"};

const char *const edit_declarations[EDIT_KINDS] = {
    "(declare-fun insert_at (String Int String) String)\n",
    "(declare-fun remove_at (Int String) String)\n",
    "(declare-fun replace_at (String Int String) String)\n",
};

static void add_letter_of(const struct edit_problem *problem, size_t i, struct strbuf *out) {
    if (problem->hides_letter[i]) {
        strbuf_printf(out, "c%zu", i);
    } else {
        struct edit_word one = {.at = {problem->steps[i].letter}, .n = 1};
        edit_word_print(&one, out);
    }
}

/* (insert_at "p" 2 before the word that comes next; the closing parenthesis is the caller's. */
static void open_step(const struct edit_problem *problem, size_t i, struct strbuf *out) {
    const struct edit_step *step = &problem->steps[i];
    strbuf_printf(out, "(%s ", edit_function_names[step->kind]);
    if (step->kind != EDIT_REMOVE) {
        add_letter_of(problem, i, out);
        strbuf_add_char(out, ' ');
    }
    if (problem->hides_index[i])
        strbuf_printf(out, "i%zu ", i);
    else
        strbuf_printf(out, "%zu ", step->index);
}

/* The word before edit i (with i = n: at the end), as the writing names it. */
static void add_word_before(const struct edit_problem *problem, size_t i, struct strbuf *out) {
    if (problem->writing == EDIT_VARIABLES) {
        strbuf_printf(out, "w%zu", i);
    } else if (problem->writing == EDIT_RECURSIVE) {
        strbuf_printf(out, "(word %zu)", i);
    } else {
        for (size_t k = i; k > 0; k--)
            open_step(problem, k - 1, out);
        edit_word_print(&problem->source, out);
        strbuf_add_repeat(out, ')', i);
    }
}

#define INSERTED "(str.++ (str.substr s 0 i) c (str.substr s i (- (str.len s) i)))"
#define BEHIND "(str.substr s (+ i 1) (- (str.len s) (+ i 1)))"
#define REMOVED "(str.++ (str.substr s 0 i) " BEHIND ")"
#define REPLACED "(str.++ (str.substr s 0 i) c " BEHIND ")"

static const char *const definitions[EDIT_KINDS] = {
    "(define-fun insert_at ((c String) (i Int) (s String)) String " INSERTED ")\n",
    "(define-fun remove_at ((i Int) (s String)) String " REMOVED ")\n",
    "(define-fun replace_at ((c String) (i Int) (s String)) String " REPLACED ")\n",
};

/* Only what is needed: of letters, and indices in the word. The definitions are a model of them. */
static const char *const axioms[EDIT_KINDS] = {
    "(assert (forall ((c String) (i Int) (s String)) (=> (and (= (str.len c) 1) (<= 0 i) "
    "(<= i (str.len s))) (= (insert_at c i s) " INSERTED "))))\n",
    "(assert (forall ((i Int) (s String)) (=> (and (<= 0 i) (< i (str.len s))) "
    "(= (remove_at i s) " REMOVED "))))\n",
    "(assert (forall ((c String) (i Int) (s String)) (=> (and (= (str.len c) 1) (<= 0 i) "
    "(< i (str.len s))) (= (replace_at c i s) " REPLACED "))))\n",
};

static void add_functions(const struct edit_problem *problem, struct strbuf *out) {
    for (size_t kind = 0; kind < EDIT_KINDS; kind++)
        strbuf_add_text(out,
                        problem->has_axiom[kind] ? edit_declarations[kind] : definitions[kind]);
    for (size_t kind = 0; kind < EDIT_KINDS; kind++)
        strbuf_add_text(out, problem->has_axiom[kind] ? axioms[kind] : "");
}

static void declare_hidden(const struct edit_problem *problem, struct strbuf *out) {
    for (size_t i = 0; i < problem->n; i++) {
        if (problem->hides_letter[i] && problem->steps[i].kind != EDIT_REMOVE)
            strbuf_printf(out, "(declare-const c%zu String)\n(assert (= (str.len c%zu) 1))\n", i,
                          i);
        if (problem->hides_index[i])
            strbuf_printf(out, "(declare-const i%zu Int)\n(assert (<= 0 i%zu))\n", i, i);
    }
}

static void bound_hidden(const struct edit_problem *problem, struct strbuf *out) {
    for (size_t i = 0; i < problem->n; i++) {
        if (!problem->hides_index[i])
            continue;
        strbuf_printf(out, "(assert (%s i%zu (str.len ",
                      problem->steps[i].kind == EDIT_INSERT ? "<=" : "<", i);
        add_word_before(problem, i, out);
        strbuf_add_text(out, ")))\n");
    }
}

static void add_variables(const struct edit_problem *problem, struct strbuf *out) {
    for (size_t i = 0; i <= problem->n; i++)
        strbuf_printf(out, "(declare-const w%zu String)\n", i);
    strbuf_add_text(out, "(assert (= w0 ");
    edit_word_print(&problem->source, out);
    strbuf_add_text(out, "))\n");
    for (size_t i = 0; i < problem->n; i++) {
        strbuf_printf(out, "(assert (= w%zu ", i + 1);
        open_step(problem, i, out);
        strbuf_printf(out, "w%zu)))\n", i);
    }
}

static void add_recursion(const struct edit_problem *problem, struct strbuf *out) {
    strbuf_add_text(out, "(define-fun-rec word ((n Int)) String (ite (<= n 0) ");
    edit_word_print(&problem->source, out);
    for (size_t i = 0; i < problem->n; i++) {
        if (i + 1 < problem->n)
            strbuf_printf(out, " (ite (= n %zu) ", i + 1);
        else
            strbuf_add_char(out, ' ');
        open_step(problem, i, out);
        strbuf_add_text(out, "(word (- n 1)))");
    }
    if (problem->n == 0)
        strbuf_add_text(out, " (word (- n 1))");
    strbuf_add_repeat(out, ')', problem->n > 0 ? problem->n + 1 : 2);
    strbuf_add_char(out, '\n');
}

void edit_problem_write(const struct edit_problem *problem, struct strbuf *out) {
    strbuf_clear(out);
    add_functions(problem, out);
    declare_hidden(problem, out);
    if (problem->writing == EDIT_VARIABLES)
        add_variables(problem, out);
    else if (problem->writing == EDIT_RECURSIVE)
        add_recursion(problem, out);
    bound_hidden(problem, out);
    strbuf_add_text(out, "(assert (= ");
    add_word_before(problem, problem->n, out);
    strbuf_add_char(out, ' ');
    edit_word_print(&problem->target, out);
    strbuf_add_text(out, "))\n(check-sat)\n");
}

void edit_problem_write_values(const struct edit_problem *problem, struct strbuf *out) {
    struct edit_word word = problem->source;
    strbuf_clear(out);
    strbuf_add_text(out, "(\n");
    for (size_t kind = 0; kind < EDIT_KINDS; kind++)
        strbuf_add_text(out, problem->has_axiom[kind] ? definitions[kind] : "");
    strbuf_add_text(out, ")\n(\n");
    for (size_t i = 0; i <= problem->n; i++) {
        if (problem->writing == EDIT_VARIABLES) {
            strbuf_printf(out, "(w%zu ", i);
            edit_word_print(&word, out);
            strbuf_add_text(out, ")\n");
        }
        if (i == problem->n)
            break;
        const struct edit_step *step = &problem->steps[i];
        struct edit_word one = {.at = {step->letter}, .n = 1};
        if (problem->hides_letter[i] && step->kind != EDIT_REMOVE) {
            strbuf_printf(out, "(c%zu ", i);
            edit_word_print(&one, out);
            strbuf_add_text(out, ")\n");
        }
        if (problem->hides_index[i])
            strbuf_printf(out, "(i%zu %zu)\n", i, step->index);
        edit_word_apply(&word, step);
    }
    strbuf_add_text(out, ")\n");
}
