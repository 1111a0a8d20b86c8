#include "reduce/program.h"

#include <errno.h>

enum { LIMIT_FACTOR = 10, LIMIT_LEAST_MS = 1000, RUNS_AT_LAST = 3 };

struct program_property {
    struct reduce_property base;
    char *path, *name;
    struct child_limits limits;
    bool has_limit;     /* learned */
    enum child_end end; /* of the last run that was waited for */
};

static void on_ended(struct child_result *result, void *context) {
    struct reduce_question *question = context;
    bool holds = result->end == CHILD_EXITED && result->status == 0;
    reduce_answer(question, holds);
}

static void ask(struct reduce_property *base, struct reduce_question *question) {
    struct program_property *p = (struct program_property *)base;
    char *argv[] = {p->path, (char *)"{file}", NULL};
    struct child_spec spec = {
        .argv = argv,
        .file = p->name,
        .text = question->text,
        .n_text = question->n,
        .limits = p->limits,
    };
    struct child_events events = {.ended = on_ended, .context = question};
    base->n_calls++;
    child_start(base->loop, &spec, &events);
}

/* ---- confirming ------------------------------------------------------------ */

struct trial_run {
    struct reduce_question question;
    uint64_t wall_ns;
    enum child_end end;
};

static void on_trial(struct child_result *result, void *context) {
    struct trial_run *run = context;
    run->wall_ns = result->wall_ns;
    run->end = result->end;
    on_ended(result, &run->question);
}

static bool run_once(struct program_property *p, const char *text, size_t n) {
    struct trial_run run = {.question = {.text = text, .n = n}};
    char *argv[] = {p->path, (char *)"{file}", NULL};
    struct child_spec spec = {
        .argv = argv, .file = p->name, .text = text, .n_text = n, .limits = p->limits};
    struct child_events events = {.ended = on_trial, .context = &run};
    p->base.n_calls++;
    child_start(p->base.loop, &spec, &events);
    while (run.question.answer == REDUCE_PENDING &&
           (loop_step(p->base.loop, UINT64_MAX) || errno == EINTR))
        ;
    p->end = run.end;
    if (!p->has_limit) {
        uint64_t ms = LIMIT_FACTOR * (run.wall_ns / 1000000) + LIMIT_LEAST_MS;
        p->limits.wall_ms =
            p->limits.wall_ms == 0 || ms < p->limits.wall_ms ? ms : p->limits.wall_ms;
        p->has_limit = true;
    }
    return run.question.answer == REDUCE_HOLDS;
}

static bool confirm(struct reduce_property *base, const char *text, size_t n, bool is_last) {
    struct program_property *p = (struct program_property *)base;
    bool holds = true;
    for (int i = 0; i < (is_last ? RUNS_AT_LAST : 1) && holds; i++)
        holds = run_once(p, text, n);
    return holds;
}

const char *program_property_explain(struct program_property *p, const char *text, size_t n) {
    switch (p->end) {
    case CHILD_WALL:
    case CHILD_CPU:
        return "the test does not end in the time that --timeout gives it";
    case CHILD_MEMORY:
        return "the test takes more memory than --memory gives it";
    case CHILD_NO_START:
        return "the test cannot be started";
    default:
        return run_once(p, text, n)
                   ? "the test accepts it, but not as momus prints it, one command per line"
                   : "the test does not accept it as it is";
    }
}

/* ---- making ---------------------------------------------------------------- */

struct program_property *program_property_new(struct loop *loop, const char *path, const char *name,
                                              struct child_limits limits) {
    struct program_property *p = mem_alloc_zero(sizeof *p);
    *p = (struct program_property){
        .base = {.loop = loop, .ask = ask, .confirm = confirm},
        .path = mem_copy_text(path, strlen(path)),
        .name = mem_copy_text(name, strlen(name)),
        .limits = limits,
    };
    return p;
}

void program_property_free(struct program_property *p) {
    mem_free(p->path);
    mem_free(p->name);
    mem_free(p);
}

struct reduce_property *program_property_base(struct program_property *p) {
    return &p->base;
}
