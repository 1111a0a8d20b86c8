#include "proc/ask.h"

static const char query_file[] = "query.smt2";

struct question {
    const struct solver *solver;
    struct fitted fitted;
    asked_fn *done;
    void *context;
};

void asked_release(struct asked *asked) {
    answers_release(&asked->answers);
    fitted_release(&asked->fitted);
    strbuf_free(&asked->error);
}

/* What an end of a child is to the reader of answers. */
static struct process_end end_of(const struct child_result *result) {
    switch (result->end) {
    case CHILD_EXITED:
        return (struct process_end){END_EXIT, result->status};
    case CHILD_SIGNALED:
    case CHILD_FILE:
        return (struct process_end){END_SIGNAL, result->status};
    case CHILD_MEMORY:
        return (struct process_end){END_MEMORY, 0};
    case CHILD_OUTPUT:
        return (struct process_end){END_OUTPUT, 0};
    case CHILD_NO_START:
        return (struct process_end){END_EXIT, 127};
    default:
        return (struct process_end){END_TIME, 0};
    }
}

static void on_ended(struct child_result *result, void *context) {
    struct question *question = context;
    struct asked asked = {
        .fitted = question->fitted,
        .end = result->end,
        .status = result->status,
        .wall_ns = result->wall_ns,
        .cpu_ns = result->cpu_ns,
        .peak = result->peak,
        .error = result->error,
    };
    result->error = (struct strbuf){0};
    answers_read(&question->solver->profile, asked.fitted.expected.at, asked.fitted.expected.n,
                 result->out.at, result->out.n, result->err.at, result->err.n, end_of(result),
                 &asked.answers);
    question->done(&asked, question->context);
    asked_release(&asked);
    mem_free(question);
}

static bool words_have_mark(struct words words, const char *mark) {
    for (size_t i = 0; i < words.n; i++)
        if (strstr(words.at[i], mark) != NULL)
            return true;
    return false;
}

void ask_spawn(struct loop *loop, const struct ask *ask, asked_fn *done, void *context) {
    struct question *question = mem_alloc_zero(sizeof *question);
    struct arena arena = {0};
    const struct solver *solver = ask->solver;
    struct words words = words_without(&arena, solver->spawn, "{args}");
    bool has_file = words_have_mark(words, "{file}");
    words = words_without(&arena, words, "{stdin}");
    *question = (struct question){.solver = solver, .done = done, .context = context};
    fit_script(&solver->profile, ask->text, ask->n, ask->wants, &question->fitted);
    struct child_spec spec = {
        .argv = (char *const *)(void *)words.at,
        .file = has_file ? query_file : NULL,
        .text = strbuf_text(&question->fitted.text),
        .n_text = question->fitted.text.n,
        .limits = ask->limits,
    };
    spec.limits.keep_address_space = !solver->profile.address_space_limit;
    struct child_events events = {.ended = on_ended, .context = question};
    child_start(loop, &spec, &events);
    arena_free(&arena);
}

/* ---- versions ---- */

struct version_question {
    ask_version_fn *done;
    void *context;
};

static void on_version(struct child_result *result, void *context) {
    struct version_question *question = context;
    struct strbuf *out = result->out.n > 0 ? &result->out : &result->err;
    const char *line = strbuf_text(out);
    char *first = mem_copy_text(line, strcspn(line, "\r\n"));
    bool good = result->end == CHILD_EXITED && first[0] != '\0';
    question->done(good ? first : NULL, result, question->context);
    mem_free(first);
    mem_free(question);
}

void ask_version(struct loop *loop, const struct solver *solver, ask_version_fn *done,
                 void *context) {
    struct version_question *question = mem_alloc_zero(sizeof *question);
    struct arena arena = {0};
    *question = (struct version_question){done, context};
    struct words words = solver->version.n > 0 ? solver->version : solver->spawn;
    words = words_without(&arena, words, "{args}");
    words = words_without(&arena, words, "{file}");
    words = words_without(&arena, words, "{stdin}");
    if (solver->version.n == 0) { /* most understand this */
        static const char *const flag[] = {"--version"};
        words.n = words.n > 0 ? 1 : 0;
        words = words_with(&arena, words, (struct words){(const char **)(void *)flag, 1});
    }
    struct child_spec spec = {
        .argv = (char *const *)(void *)words.at,
        .limits = {.wall_ms = 10000, .cpu_ms = 10000, .memory = UINT64_C(2) << 30, .output = 1 << 16,
                   .file_size = 1 << 20, .processes = 64, .keep_address_space = true},
    };
    struct child_events events = {.ended = on_version, .context = question};
    child_start(loop, &spec, &events);
    arena_free(&arena);
}
