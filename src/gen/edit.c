/*
 * edit: formulas about the edit distance of two words.
 *
 * With as many edits as their distance one word becomes the other: satisfiable, and what the
 * unknown letters and indices are is the witness. With fewer it cannot: unsatisfiable,
 * whatever the edits are, as each of them changes the distance by one at most. That holds
 * only if every unknown letter is one letter and every unknown index is in the word: both
 * are asserted. (With an index of -1, insert_at would drop the word that it inserts into.)
 *
 * The same edits are written in several ways (enum writing). Trails are endless, and each step is a
 * test of its own.
 */
#include "base/die.h"
#include "gen/edit_word.h"
#include "gen/strategy.h"
#include "lang/parser.h"

enum { STEPS = 50 };

enum writing {
    WRITING_NESTED,    /* one term */
    WRITING_VARIABLES, /* a variable for the word after each edit */
    WRITING_RECURSIVE, /* a recursive function: the word after n edits */
    WRITING_AXIOMS,    /* the edits are functions of which axioms say what they are */
    WRITINGS
};

enum hiding { HIDE_NONE, HIDE_SOME, HIDE_ALL, HIDINGS };

static const uint32_t letters[] = {'a', 'b', 'c', 'd', 'e', 'h', 'o', 'p', 's', 't', 'w', 'z'};
static const uint32_t two[] = {'a', 'b'};
static const uint32_t digits[] = {'0', '1', '2', '9', '-', '.'};
static const uint32_t quotes[] = {'"', '\'', '|', '`', ';', '(', ')', ' '};
static const uint32_t escapes[] = {'\\', 'u', '{', '}', 'x', '0', '6', '1', 'n'};
static const uint32_t escape[] = {'\\', 'u', '{', '6', '1', '}'};
static const uint32_t controls[] = {0, 1, 9, 10, 13, 31, 127, 128};
static const uint32_t wide[] = {0xe9, 0xff, 0x100, 0x20ac, 0xd7ff, 0xffff};
static const uint32_t planes[] = {0x10000, 0x1f600, 0x1ffff, 0x20000, 0x2ffff, 'a'};

#define ALPHABET(name) \
    { .at = name, .n = sizeof name / sizeof *name }
static const struct edit_alphabet alphabets[] = {
    ALPHABET(letters),
    ALPHABET(two),
    ALPHABET(digits),
    ALPHABET(quotes),
    {escapes, sizeof escapes / sizeof *escapes, escape, sizeof escape / sizeof *escape},
    ALPHABET(controls),
    ALPHABET(wide),
    ALPHABET(planes),
};

/* One test as it was drawn. */
struct problem {
    struct edit_word source, target;
    size_t distance;
    bool is_sat;
    enum writing writing;
    struct edit_step steps[EDIT_WORD_MAX];
    bool hides_letter[EDIT_WORD_MAX], hides_index[EDIT_WORD_MAX];
    size_t n;
};

struct edit_trail {
    struct problem problem;
    struct script script;
    struct witness witness;
    u32_vec formulas;
    struct strbuf text, values, note, remarks;
};

/* ---- drawing ----------------------------------------------------------------- */

/* Fewer edits than the distance, of any kind; what is not hidden is in the word. */
static void draw_too_few(struct problem *problem, struct edit_alphabet alphabet, struct rng *rng) {
    size_t length = problem->source.n;
    problem->n = rng_below(rng, problem->distance);
    for (size_t i = 0; i < problem->n; i++) {
        struct edit_step *step = &problem->steps[i];
        step->kind = length == 0 ? EDIT_INSERT : (enum edit_kind)rng_below(rng, 3);
        step->letter = alphabet.at[rng_below(rng, alphabet.n)];
        step->index = rng_below(rng, length + (step->kind == EDIT_INSERT));
        length += step->kind == EDIT_INSERT;
        length -= step->kind == EDIT_REMOVE;
    }
}

static void draw(struct problem *problem, const struct edit_settings *settings, struct rng *rng) {
    uint32_t length = settings->length > 0 ? settings->length : EDIT_LENGTH_USUAL;
    uint32_t distance = settings->distance > 0 ? settings->distance : EDIT_DISTANCE_USUAL;
    struct edit_alphabet alphabet = alphabets[rng_below(rng, sizeof alphabets / sizeof *alphabets)];
    enum hiding hiding = (enum hiding)rng_below(rng, HIDINGS);
    problem->distance = rng_below(rng, distance + 1);
    edit_word_draw(rng, alphabet, rng_below(rng, length + 1), problem->distance, &problem->source,
                   &problem->target);
    problem->is_sat = problem->distance == 0 || rng_chance(rng, 1, 2);
    problem->writing = (enum writing)rng_below(rng, WRITINGS);
    if (problem->is_sat)
        problem->n = edit_word_script(&problem->source, &problem->target, rng, problem->steps);
    else
        draw_too_few(problem, alphabet, rng);
    for (size_t i = 0; i < problem->n; i++) {
        problem->hides_letter[i] =
            hiding == HIDE_ALL || (hiding == HIDE_SOME && rng_chance(rng, 1, 2));
        problem->hides_index[i] =
            hiding == HIDE_ALL || (hiding == HIDE_SOME && rng_chance(rng, 1, 2));
    }
}

/* ---- writing ----------------------------------------------------------------- */

static void add_letter(struct strbuf *out, uint32_t letter) {
    if (letter == '"')
        strbuf_add_text(out, "\"\"");
    else if (letter >= ' ' && letter < 127 && letter != '\\')
        strbuf_add_char(out, (char)letter);
    else
        strbuf_printf(out, "\\u{%x}", letter);
}

static void add_word(struct strbuf *out, const struct edit_word *word) {
    strbuf_add_char(out, '"');
    for (size_t i = 0; i < word->n; i++)
        add_letter(out, word->at[i]);
    strbuf_add_char(out, '"');
}

/* The word before edit i (with i = n: at the end), as the writing names it; "" is nested inside. */
static void add_word_before(const struct problem *problem, size_t i, struct strbuf *out);

static void add_letter_of(const struct problem *problem, size_t i, struct strbuf *out) {
    if (problem->hides_letter[i]) {
        strbuf_printf(out, "c%zu", i);
    } else {
        struct edit_word one = {.at = {problem->steps[i].letter}, .n = 1};
        add_word(out, &one);
    }
}

/* (insert_at "p" 2 before the word that comes next; the closing parenthesis is the caller's. */
static void open_step(const struct problem *problem, size_t i, struct strbuf *out) {
    static const char *const names[] = {"insert_at", "remove_at", "replace_at"};
    const struct edit_step *step = &problem->steps[i];
    strbuf_printf(out, "(%s ", names[step->kind]);
    if (step->kind != EDIT_REMOVE) {
        add_letter_of(problem, i, out);
        strbuf_add_char(out, ' ');
    }
    if (problem->hides_index[i])
        strbuf_printf(out, "i%zu ", i);
    else
        strbuf_printf(out, "%zu ", step->index);
}

static void add_word_before(const struct problem *problem, size_t i, struct strbuf *out) {
    if (problem->writing == WRITING_VARIABLES) {
        strbuf_printf(out, "w%zu", i);
    } else if (problem->writing == WRITING_RECURSIVE) {
        strbuf_printf(out, "(word %zu)", i);
    } else {
        for (size_t k = i; k > 0; k--)
            open_step(problem, k - 1, out);
        add_word(out, &problem->source);
        strbuf_add_repeat(out, ')', i);
    }
}

#define INSERTED "(str.++ (str.substr s 0 i) c (str.substr s i (- (str.len s) i)))"
#define BEHIND "(str.substr s (+ i 1) (- (str.len s) (+ i 1)))"
#define REMOVED "(str.++ (str.substr s 0 i) " BEHIND ")"
#define REPLACED "(str.++ (str.substr s 0 i) c " BEHIND ")"

/* Not insert, remove, replace: solvers have such functions of sets and lists. */
static const char definitions[] =
    "(define-fun insert_at ((c String) (i Int) (s String)) String " INSERTED ")\n"
    "(define-fun remove_at ((i Int) (s String)) String " REMOVED ")\n"
    "(define-fun replace_at ((c String) (i Int) (s String)) String " REPLACED ")\n";

/* Only what is needed: of letters, and indices in the word. The definitions are a model of them. */
static const char axioms[] =
    "(declare-fun insert_at (String Int String) String)\n"
    "(declare-fun remove_at (Int String) String)\n"
    "(declare-fun replace_at (String Int String) String)\n"
    "(assert (forall ((c String) (i Int) (s String)) (=> (and (= (str.len c) 1) (<= 0 i) "
    "(<= i (str.len s))) (= (insert_at c i s) " INSERTED "))))\n"
    "(assert (forall ((i Int) (s String)) (=> (and (<= 0 i) (< i (str.len s))) "
    "(= (remove_at i s) " REMOVED "))))\n"
    "(assert (forall ((c String) (i Int) (s String)) (=> (and (= (str.len c) 1) (<= 0 i) "
    "(< i (str.len s))) (= (replace_at c i s) " REPLACED "))))\n";

static void declare_hidden(const struct problem *problem, struct strbuf *out) {
    for (size_t i = 0; i < problem->n; i++) {
        if (problem->hides_letter[i] && problem->steps[i].kind != EDIT_REMOVE)
            strbuf_printf(out, "(declare-const c%zu String)\n(assert (= (str.len c%zu) 1))\n", i,
                          i);
        if (problem->hides_index[i])
            strbuf_printf(out, "(declare-const i%zu Int)\n(assert (<= 0 i%zu))\n", i, i);
    }
}

static void bound_hidden(const struct problem *problem, struct strbuf *out) {
    for (size_t i = 0; i < problem->n; i++) {
        if (!problem->hides_index[i])
            continue;
        strbuf_printf(out, "(assert (%s i%zu (str.len ",
                      problem->steps[i].kind == EDIT_INSERT ? "<=" : "<", i);
        add_word_before(problem, i, out);
        strbuf_add_text(out, ")))\n");
    }
}

static void add_variables(const struct problem *problem, struct strbuf *out) {
    for (size_t i = 0; i <= problem->n; i++)
        strbuf_printf(out, "(declare-const w%zu String)\n", i);
    strbuf_add_text(out, "(assert (= w0 ");
    add_word(out, &problem->source);
    strbuf_add_text(out, "))\n");
    for (size_t i = 0; i < problem->n; i++) {
        strbuf_printf(out, "(assert (= w%zu ", i + 1);
        open_step(problem, i, out);
        strbuf_printf(out, "w%zu)))\n", i);
    }
}

static void add_recursion(const struct problem *problem, struct strbuf *out) {
    strbuf_add_text(out, "(define-fun-rec word ((n Int)) String (ite (<= n 0) ");
    add_word(out, &problem->source);
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

static void write_script(const struct problem *problem, struct strbuf *out) {
    strbuf_clear(out);
    strbuf_add_text(out, problem->writing == WRITING_AXIOMS ? axioms : definitions);
    declare_hidden(problem, out);
    if (problem->writing == WRITING_VARIABLES)
        add_variables(problem, out);
    else if (problem->writing == WRITING_RECURSIVE)
        add_recursion(problem, out);
    bound_hidden(problem, out);
    strbuf_add_text(out, "(assert (= ");
    add_word_before(problem, problem->n, out);
    strbuf_add_char(out, ' ');
    add_word(out, &problem->target);
    strbuf_add_text(out, "))\n(check-sat)\n");
}

/*
 * What is not said: functions, hidden letters and indices, the words on the way. As the text of
 * a witness.
 */
static void write_values(const struct problem *problem, struct strbuf *out) {
    struct edit_word word = problem->source;
    strbuf_clear(out);
    strbuf_add_text(out, "(\n");
    if (problem->writing == WRITING_AXIOMS)
        strbuf_add_text(out, definitions);
    strbuf_add_text(out, ")\n(\n");
    for (size_t i = 0; i <= problem->n; i++) {
        if (problem->writing == WRITING_VARIABLES) {
            strbuf_printf(out, "(w%zu ", i);
            add_word(out, &word);
            strbuf_add_text(out, ")\n");
        }
        if (i == problem->n)
            break;
        const struct edit_step *step = &problem->steps[i];
        struct edit_word one = {.at = {step->letter}, .n = 1};
        if (problem->hides_letter[i] && step->kind != EDIT_REMOVE) {
            strbuf_printf(out, "(c%zu ", i);
            add_word(out, &one);
            strbuf_add_text(out, ")\n");
        }
        if (problem->hides_index[i])
            strbuf_printf(out, "(i%zu %zu)\n", i, step->index);
        edit_word_apply(&word, step);
    }
    strbuf_add_text(out, ")\n");
}

/* ---- tests ------------------------------------------------------------------- */

static void forget(struct edit_trail *state) {
    script_release(&state->script);
    witness_release(&state->witness);
    state->script = (struct script){0};
    state->witness = (struct witness){0};
    vec_clear(&state->formulas);
}

/* Reads the text that is there, with the witness of a test that is satisfiable. */
static void read_test(struct gen *gen, struct edit_trail *state, bool with_witness) {
    struct parser *parser = parser_new(gen->table);
    struct parse_error error = {0};
    forget(state);
    if (!parser_read_script(parser, strbuf_text(&state->text), state->text.n, &state->script,
                            &error))
        BUG("%s in: %s", strbuf_text(&error.message), strbuf_text(&state->text));
    if (with_witness && !witness_read(parser, strbuf_text(&state->values), state->values.n,
                                      &state->witness, &error))
        BUG("%s in: %s", strbuf_text(&error.message), strbuf_text(&state->values));
    parser_free(parser);
    parse_error_release(&error);
    for (size_t i = 0; i < state->script.commands.n; i++)
        if (state->script.commands.at[i].kind == COMMAND_ASSERT)
            vec_push(&state->formulas, state->script.commands.at[i].body);
}

/* A satisfiable test is one only if the evaluator says so, of the very script that is sent. */
static void make_sat(struct gen *gen, struct edit_trail *state, struct test *test) {
    write_values(&state->problem, &state->values);
    write_script(&state->problem, &state->text);
    read_test(gen, state, true);
    if (witness_check(gen->eval, &state->witness, state->formulas.at, state->formulas.n) !=
        VERDICT_TRUE)
        test->dropped = "its witness is not true";
    eval_forget(gen->eval);
    test->truth = TRUTH_SAT;
    test->basis = BASIS_WITNESS;
    test->witness = &state->witness;
    test->formulas = &state->formulas;
}

static const char *begin(struct trail *trail, struct rng *rng) {
    const struct edit_settings *settings = &trail->gen->settings.edit;
    (void)rng;
    if (settings->length > 0 || settings->distance > 0) /* they are part of what made a test */
        trail->id.digest ^=
            (uint16_t)hash_mix(1, (uint64_t)settings->length << 32 | settings->distance);
    trail->state = mem_alloc_zero(sizeof(struct edit_trail));
    return NULL;
}

/* How it was made, and what satisfies it: a line each. */
static void write_remarks(struct edit_trail *state, bool is_sat) {
    strbuf_clear(&state->remarks);
    strbuf_printf(&state->remarks, "; made by: %s\n", strbuf_text(&state->note));
    const char *line = strbuf_text(&state->values);
    for (size_t n; is_sat && *line != '\0'; line += n + 1) {
        n = strcspn(line, "\n");
        if (n > 1) /* the others are brackets */
            strbuf_printf(&state->remarks, "; model: %.*s\n", (int)n, line);
    }
}

static bool next(struct trail *trail, struct rng *rng, struct test *test) {
    static const char *const writings[] = {"nested", "variables", "recursive", "axioms"};
    struct edit_trail *state = trail->state;
    struct problem *problem = &state->problem;
    if (trail->id.step == STEPS)
        return false;
    *problem = (struct problem){0};
    draw(problem, &trail->gen->settings.edit, rng);
    if (problem->is_sat) {
        make_sat(trail->gen, state, test);
    } else {
        write_script(problem, &state->text);
        read_test(trail->gen, state, false);
        test->truth = TRUTH_UNSAT;
        test->basis = BASIS_CONSTRUCTION;
    }
    strbuf_clear(&state->note);
    strbuf_printf(&state->note, "%s, distance %zu, %zu edits", writings[problem->writing],
                  problem->distance, problem->n);
    test->note = strbuf_text(&state->note);
    write_remarks(state, problem->is_sat);
    test->remarks = strbuf_text(&state->remarks);
    test->script = &state->script;
    return true;
}

static void end(struct trail *trail) {
    struct edit_trail *state = trail->state;
    forget(state);
    vec_free(&state->formulas);
    strbuf_free(&state->text);
    strbuf_free(&state->values);
    strbuf_free(&state->note);
    strbuf_free(&state->remarks);
    mem_free(state);
}

const struct strategy strategy_edit = {
    .name = "edit",
    .summary = "words that are some edits apart",
    .n_steps = STEPS,
    .begin = begin,
    .next = next,
    .end = end,
};
