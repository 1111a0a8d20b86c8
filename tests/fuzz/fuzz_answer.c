/*
 * What stands between a script and a solver, on any bytes: profiles, names of
 * solvers, scripts made fit, and what a solver prints.
 *
 * The input is cut at bytes 0x1e: a profile, a script, standard output, standard
 * error; whatever is missing is empty. Where the profile is bad, one that is
 * built in takes its place.
 *
 *   - a refused profile has a place in its text and a reason
 *   - a fitted script, fitted again, stays as it is
 *   - output in pieces is read as it is in one piece
 *   - output that was cut gives no answer that the whole does not
 *   - everything found lies in the output
 *   - no memory is left
 */
#include <signal.h>

#include "fuzz.h"
#include "proc/answer.h"
#include "proc/fit.h"
#include "proc/solver_name.h"

enum { SEPARATOR = 0x1e, PARTS = 4 };

struct part {
    char *at;
    size_t n;
};

/* The profiles that take the place of a bad one: reading them takes longer than all the rest. */
static struct profile built_in[2];
static size_t built_in_bytes;

/* The profile of the text, in *own, or one that is built in. */
static const struct profile *check_profile(const struct part *text, struct profile *own) {
    struct profile_error error = {0};
    if (profile_parse(own, text->at, text->n, &error)) {
        MUST(profile_fault(own) == NULL);
        return own;
    }
    MUST(error.offset <= text->n);
    MUST(error.message[0] != '\0');
    return &built_in[text->n % 2];
}

static void check_name(const struct part *text) {
    solver_vec solvers = {0};
    struct strbuf error = {0};
    if (solvers_parse((struct profile_folders){0}, text->at, &solvers, &error)) {
        MUST(solvers.n > 0 && error.n == 0);
        for (size_t i = 0; i < solvers.n; i++)
            MUST(solvers.at[i].spawn.n >= 2 && solvers.at[i].name[0] != '\0');
    } else
        MUST(solvers.n == 0 && error.n > 0 && error.at[error.n - 1] == '\n');
    solver_vec_free(&solvers);
    strbuf_free(&error);
}

static void check_fit(const struct profile *profile, const struct part *script,
                      struct fitted *fitted) {
    struct fit_wants wants = {
        .models = script->n % 2 == 0, .cores = script->n % 3 == 0, .any_logic = script->n % 5 == 0};
    struct fitted again = {0};
    fit_script(profile, script->at, script->n, wants, fitted);
    MUST(fitted->body <= fitted->text.n);
    size_t checks = 0;
    for (size_t i = 0; i < fitted->expected.n; i++)
        checks += fitted->expected.at[i] == EXPECT_CHECK;
    MUST(checks == fitted->n_checks);
    /* what is asked for behind a check is asked for once, and our options are not repeated */
    if (!fitted->malformed && strstr(strbuf_text(&fitted->text), "(reset") == NULL) {
        fit_script(profile, strbuf_text(&fitted->text), fitted->text.n, wants, &again);
        fuzz_must_be_equal(&fitted->text, &again.text, "a script that fits");
        MUST(again.expected.n == fitted->expected.n);
    }
    fitted_release(&again);
}

static void check_span(const struct strbuf *all, struct text_span span) {
    MUST(span.at == NULL || (span.at >= all->at && span.at + span.n <= all->at + all->n));
}

static void check_answers(struct answers *answers, const struct fitted *fitted,
                          const struct part *out, const struct part *err) {
    MUST(answers->checks.n == fitted->n_checks);
    MUST(answers->out.n <= out->n);
    MUST(answers->out.n == 0 || memcmp(answers->out.at, out->at, answers->out.n) == 0);
    MUST(answers->err.n == err->n);
    for (size_t i = 0; i < answers->checks.n; i++) {
        const struct answer *answer = &answers->checks.at[i];
        MUST(answer->kind > ANSWER_UNKNOWN || answer->kind == answer->said);
        check_span(&answers->out, answer->model);
        check_span(&answers->out, answer->core);
        check_span(&answers->out, answer->reason);
        MUST(answer->first_values + answer->n_values <= answers->values.n);
    }
    for (size_t i = 0; i < answers->errors.n; i++)
        check_span(&answers->out, answers->errors.at[i]);
    for (size_t i = 0; i < answers->noise.n; i++)
        check_span(&answers->out, answers->noise.at[i]);
    MUST(answers->crashed || answers->self_check_failed || answers->message.n == 0);
}

static const struct process_end ends[] = {
    {END_EXIT, 0},         {END_EXIT, 1},         {END_EXIT, 139},
    {END_SIGNAL, SIGABRT}, {END_SIGNAL, SIGSEGV}, {END_SIGNAL, SIGKILL},
    {END_TIME, 0},         {END_MEMORY, 0},       {END_OUTPUT, 0},
};

static void check_answer(const struct profile *profile, const struct fitted *fitted,
                         const struct part *out, const struct part *err) {
    struct process_end end = ends[(out->n + err->n) % (sizeof ends / sizeof ends[0])];
    struct answers whole, pieces, cut;
    struct answer_reader reader;
    answers_read(profile, fitted->expected.at, fitted->expected.n, out->at, out->n, err->at, err->n,
                 end, &whole);
    check_answers(&whole, fitted, out, err);

    /* a mark that never comes keeps the reader going to the end */
    answer_reader_init(&reader, profile, fitted->expected.at, fitted->expected.n, UINT64_MAX);
    size_t piece = 1 + err->n % 7;
    for (size_t at = 0; at < out->n && !reader.complete; at += piece)
        answer_reader_feed(&reader, out->at + at, out->n - at < piece ? out->n - at : piece);
    answer_reader_finish(&reader, err->at, err->n, end, &pieces);
    check_answers(&pieces, fitted, out, err);
    /* its mark is another query's where no mark is expected */
    for (size_t i = 0; i < whole.checks.n && !whole.slipped; i++)
        MUST(whole.checks.at[i].kind == pieces.checks.at[i].kind);

    struct part half = {out->at, out->n / 2};
    answers_read(profile, fitted->expected.at, fitted->expected.n, half.at, half.n, err->at, err->n,
                 (struct process_end){END_TIME, 0}, &cut);
    check_answers(&cut, fitted, &half, err);
    for (size_t i = 0; i < whole.checks.n && !whole.surplus && !whole.slipped; i++)
        MUST(cut.checks.at[i].kind > ANSWER_UNKNOWN ||
             cut.checks.at[i].kind == whole.checks.at[i].kind);

    answers_release(&whole);
    answers_release(&pieces);
    answers_release(&cut);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_catch_bugs();
    for (size_t i = 0; i < 2; i++) {
        struct strbuf error = {0};
        MUST(profiles_find((struct profile_folders){0}, i == 0 ? "z3" : "cvc5", &built_in[i],
                           &error) == PROFILE_FOUND);
    }
    built_in_bytes = mem_live_bytes();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    struct part parts[PARTS];
    for (size_t i = 0; i < PARTS; i++) {
        const uint8_t *end = n == 0 || i == PARTS - 1 ? NULL : memchr(data, SEPARATOR, n);
        size_t length = end == NULL ? n : (size_t)(end - data);
        parts[i] = (struct part){fuzz_text(data, length), length};
        data += end == NULL ? length : length + 1;
        n -= end == NULL ? length : length + 1;
    }
    struct profile own;
    struct fitted fitted = {0};
    const struct profile *profile = check_profile(&parts[0], &own);
    if (parts[0].n % 16 == 3) /* reads profiles, too */
        check_name(&parts[0]);
    check_fit(profile, &parts[1], &fitted);
    check_answer(profile, &fitted, &parts[2], &parts[3]);
    fitted_release(&fitted);
    profile_release(&own);
    for (size_t i = 0; i < PARTS; i++)
        mem_free(parts[i].at);
    MUST(mem_live_bytes() == built_in_bytes);
    return 0;
}
