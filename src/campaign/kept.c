#include "campaign/kept.h"

/* All that it printed: a crash speaks on standard error. */
static const char *all_printed(const struct answers *answers, size_t *n, struct arena *arena) {
    struct strbuf all = {0};
    strbuf_add(&all, answers->out.at, answers->out.n);
    strbuf_add(&all, answers->err.at, answers->err.n);
    const char *copy = arena_copy_text(arena, all.at, all.n);
    *n = all.n;
    strbuf_free(&all);
    return copy;
}

struct store_answer kept_answer(const struct solver *solver, const struct oracle_solver *name,
                                const struct asked *asked, struct arena *arena) {
    struct strbuf word = {0}, command = {0};
    answers_add_words(&asked->answers, &word);
    words_join(solver->spawn, &command);
    struct store_answer kept = {
        .solver = name->name,
        .version = name->version,
        .command = arena_copy_text(arena, strbuf_text(&command), command.n),
        .answer = arena_copy_text(arena, strbuf_text(&word), word.n),
        .ms = asked->wall_ns / 1000000,
        .kb = asked->peak / 1024,
    };
    kept.raw = all_printed(&asked->answers, &kept.raw_n, arena);
    strbuf_free(&word);
    strbuf_free(&command);
    return kept;
}

const struct store_answer *kept_answers(const struct finding_property *property,
                                        struct arena *arena, size_t *n) {
    const struct reduce_panel *panel = finding_property_panel(property);
    const struct asked *asked = finding_property_answers(property);
    struct store_answer *answers = arena_alloc(arena, (panel->n_solvers + 1) * sizeof *answers);
    *n = 0;
    for (size_t i = 0; asked != NULL && i < panel->n_solvers; i++)
        if (asked[i].fitted.text.n > 0 || asked[i].is_spared)
            answers[(*n)++] = kept_answer(&panel->solvers[i], &panel->names[i], &asked[i], arena);
    return answers;
}

const char *kept_witness(const struct finding *finding, const struct asked *asked, size_t n,
                         struct arena *arena) {
    struct strbuf file = {0};
    size_t n_checks = finding->check + 1;
    if (finding->witness.n == 0)
        return NULL;
    for (size_t i = 0; asked != NULL && i < n; i++)
        if (asked[i].answers.checks.n > n_checks)
            n_checks = asked[i].answers.checks.n;
    for (size_t i = 0; i < n_checks; i++) {
        bool is_it = i == finding->check;
        strbuf_printf(&file, "%s\n", answer_kind_name(is_it ? ANSWER_SAT : ANSWER_UNKNOWN));
        if (is_it)
            strbuf_add(&file, finding->witness.at, finding->witness.n);
    }
    const char *text = arena_copy_text(arena, file.at, file.n);
    strbuf_free(&file);
    return text;
}

const char *kept_witness_values(const char *file) {
    return strchr(file, '(');
}
