/*
 * edit: formulas about the edit distance of two words.
 *
 * With as many edits as their distance one word becomes the other: satisfiable, and what the
 * unknown letters and indices are is the witness. With fewer it cannot: unsatisfiable,
 * whatever the edits are, as each of them changes the distance by one at most. That holds
 * only if every unknown letter is one letter and every unknown index is in the word: both
 * are asserted. (With an index of -1, insert_at would drop the word that it inserts into.)
 *
 * gen/edit_write.c writes them in several ways, gen/edit_recipe.c makes those that are unsatisfiable
 * smaller. Trails are endless, and each step is a test of its own.
 */
#include "base/die.h"
#include "gen/edit_problem.h"
#include "gen/strategy.h"
#include "lang/parser.h"

enum { STEPS = 50 };

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

struct edit_trail {
    struct edit_problem problem;
    struct script script;
    struct witness witness;
    u32_vec formulas;
    struct strbuf text, values, note, remarks;
};

/* As many edits as the distance, or fewer. */
static bool is_sat(const struct edit_problem *problem) {
    return problem->n == problem->distance;
}

/* ---- drawing ----------------------------------------------------------------- */

/* Fewer edits than the distance, of any kind; what is not hidden is in the word. */
static void draw_too_few(struct edit_problem *problem, struct edit_alphabet alphabet,
                         struct rng *rng) {
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

/* Axioms are a way of their own: the edits are nested then. */
static void draw_writing(struct edit_problem *problem, struct rng *rng) {
    size_t way = rng_below(rng, EDIT_WRITINGS + 1);
    problem->writing = way < EDIT_WRITINGS ? (enum edit_writing)way : EDIT_NESTED;
    for (size_t kind = 0; kind < EDIT_KINDS; kind++)
        problem->has_axiom[kind] = way == EDIT_WRITINGS;
}

static void draw(struct edit_problem *problem, const struct edit_settings *settings,
                 struct rng *rng) {
    uint32_t length = settings->length > 0 ? settings->length : EDIT_LENGTH_USUAL;
    uint32_t distance = settings->distance > 0 ? settings->distance : EDIT_DISTANCE_USUAL;
    struct edit_alphabet alphabet = alphabets[rng_below(rng, sizeof alphabets / sizeof *alphabets)];
    enum hiding hiding = (enum hiding)rng_below(rng, HIDINGS);
    problem->distance = rng_below(rng, distance + 1);
    edit_word_draw(rng, alphabet, rng_below(rng, length + 1), problem->distance, &problem->source,
                   &problem->target);
    bool is_enough = problem->distance == 0 || rng_chance(rng, 1, 2);
    draw_writing(problem, rng);
    if (is_enough)
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
    edit_problem_write_values(&state->problem, &state->values);
    edit_problem_write(&state->problem, &state->text);
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
static void write_remarks(struct edit_trail *state) {
    strbuf_clear(&state->remarks);
    strbuf_printf(&state->remarks, "; made by: %s\n", strbuf_text(&state->note));
    const char *line = strbuf_text(&state->values);
    for (size_t n; is_sat(&state->problem) && *line != '\0'; line += n + 1) {
        n = strcspn(line, "\n");
        if (n > 1) /* the others are brackets */
            strbuf_printf(&state->remarks, "; model: %.*s\n", (int)n, line);
    }
}

static bool next(struct trail *trail, struct rng *rng, struct test *test) {
    static const char *const writings[EDIT_WRITINGS] = {"nested", "variables", "recursive"};
    struct edit_trail *state = trail->state;
    struct edit_problem *problem = &state->problem;
    if (trail->id.step == STEPS)
        return false;
    *problem = (struct edit_problem){0};
    draw(problem, &trail->gen->settings.edit, rng);
    if (is_sat(problem)) {
        make_sat(trail->gen, state, test);
    } else {
        edit_problem_write(problem, &state->text);
        read_test(trail->gen, state, false);
        test->truth = TRUTH_UNSAT;
        test->basis = BASIS_CONSTRUCTION;
    }
    strbuf_clear(&state->note);
    strbuf_printf(&state->note, "%s, distance %zu, %zu edits",
                  problem->has_axiom[EDIT_INSERT] ? "axioms" : writings[problem->writing],
                  problem->distance, problem->n);
    test->note = strbuf_text(&state->note);
    write_remarks(state);
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

static void write_recipe(struct trail *trail, struct rng *rng, struct recipe *recipe) {
    const struct edit_trail *state = trail->state;
    (void)rng;
    edit_problem_write_recipe(&state->problem, &recipe->text);
}

const struct strategy strategy_edit = {
    .name = "edit",
    .summary = "words that are some edits apart",
    .n_steps = STEPS,
    .begin = begin,
    .next = next,
    .end = end,
    .write_recipe = write_recipe,
    .make_recipe = edit_make_recipe,
};
