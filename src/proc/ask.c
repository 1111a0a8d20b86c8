#include "proc/ask.h"

#include "proc/session.h"

static const char query_file[] = "query.smt2";

struct question {
    const struct solver *solver;
    struct fitted fitted;
    asked_fn *done;
    void *context;
    enum ask_way way;
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

/* ---- sessions ---- */

enum { SESSIONS_MAX = 4, RECYCLE = 1000, AHEAD = 8 };

/* A session, and what its process was told first: scripts with other options need another. */
struct kept_session {
    char *preamble;
    struct session *session;
    uint64_t used; /* when, by the asker's count */
};

struct asker {
    struct loop *loop;
    const struct solver *solver;
    enum ask_way way;
    struct arena arena;
    struct words words;
    VEC(struct kept_session) sessions;
    uint64_t n_asked;
};

const char *ask_way_name(enum ask_way way) {
    static const char *const names[] = {"spawn", "reset", "push-pop"};
    return names[way];
}

struct asker *asker_new(struct loop *loop, const struct solver *solver, enum ask_way way) {
    struct asker *asker = mem_alloc_zero(sizeof *asker);
    *asker = (struct asker){.loop = loop, .solver = solver, .way = way};
    bool has = solver->session.n > 0 &&
               (way == ASK_SPAWN || words_have(solver->profile.clear, ask_way_name(way)));
    if (!has)
        asker->way = ASK_SPAWN;
    asker->words = words_without(&asker->arena, solver->session, "{args}");
    return asker;
}

void asker_free(struct asker *asker) {
    for (size_t i = 0; i < asker->sessions.n; i++) {
        session_free(asker->sessions.at[i].session);
        mem_free(asker->sessions.at[i].preamble);
    }
    vec_free(&asker->sessions);
    arena_free(&asker->arena);
    mem_free(asker);
}

static struct session *make_session(struct asker *asker, const struct ask *ask,
                                    const char *preamble) {
    bool push = asker->way == ASK_PUSH_POP;
    struct session_spec spec = {
        .argv = (char *const *)(void *)asker->words.at,
        .clear = push ? SESSION_PUSH_POP : SESSION_RESET,
        .preamble = push ? preamble : NULL,
        .limits = ask->limits,
        .ahead = AHEAD,
        .recycle = RECYCLE,
    };
    spec.limits.cpu_ms = 0; /* of the process, which may live long */
    spec.limits.keep_address_space = !asker->solver->profile.address_space_limit;
    return session_new(asker->loop, &spec);
}

/* The session for this preamble; the one that was not used for longest makes room for a new one. */
static struct session *find_session(struct asker *asker, const struct ask *ask,
                                    const char *preamble) {
    size_t oldest = 0;
    for (size_t i = 0; i < asker->sessions.n; i++) {
        struct kept_session *kept = &asker->sessions.at[i];
        if (strcmp(kept->preamble, preamble) == 0) {
            kept->used = asker->n_asked;
            return kept->session;
        }
        if (kept->used < asker->sessions.at[oldest].used)
            oldest = i;
    }
    if (asker->sessions.n == SESSIONS_MAX &&
        session_waiting(asker->sessions.at[oldest].session) == 0) {
        session_free(asker->sessions.at[oldest].session);
        mem_free(asker->sessions.at[oldest].preamble);
        asker->sessions.at[oldest] = vec_top(&asker->sessions);
        asker->sessions.n--;
    }
    struct kept_session kept = {mem_copy_text(preamble, strlen(preamble)),
                                make_session(asker, ask, preamble), asker->n_asked};
    vec_push(&asker->sessions, kept);
    return kept.session;
}

static void on_reply(const struct session_reply *reply, void *context) {
    struct question *question = context;
    struct asked asked = {
        .fitted = question->fitted, .way = question->way, .wall_ns = reply->wall_ns};
    struct process_end end = {END_EXIT, 0}; /* a whole reply is all that there will be */
    const struct strbuf *err = NULL;
    if (!reply->is_whole) {
        asked.end = reply->result->end;
        asked.status = reply->result->status;
        asked.cpu_ns = reply->result->cpu_ns;
        asked.peak = reply->result->peak;
        strbuf_add(&asked.error, reply->result->error.at, reply->result->error.n);
        end = end_of(reply->result);
        err = &reply->result->err;
    }
    answers_read(&question->solver->profile, asked.fitted.expected.at, asked.fitted.expected.n,
                 reply->out, reply->n_out, err != NULL ? err->at : NULL, err != NULL ? err->n : 0,
                 end, &asked.answers);
    question->done(&asked, question->context);
    asked_release(&asked);
    mem_free(question);
}

void asker_ask(struct asker *asker, const struct ask *ask, asked_fn *done, void *context) {
    struct question *question = mem_alloc_zero(sizeof *question);
    struct fit_wants wants = ask->wants;
    bool push = asker->way == ASK_PUSH_POP;
    *question = (struct question){
        .solver = asker->solver, .done = done, .context = context, .way = asker->way};
    wants.any_logic = push;
    if (asker->way != ASK_SPAWN)
        fit_script(&asker->solver->profile, ask->text, ask->n, wants, &question->fitted);
    const struct fitted *fitted = &question->fitted;
    if (asker->way == ASK_SPAWN || fitted->malformed || (push && !fitted->pushable)) {
        fitted_release(&question->fitted);
        mem_free(question);
        ask_spawn(asker->loop, ask, done, context);
        return;
    }
    size_t from = push ? fitted->body : 0;
    char *preamble = push ? mem_copy_text(fitted->text.at, from) : mem_copy_text("", 0);
    asker->n_asked++;
    session_ask(find_session(asker, ask, preamble), fitted->text.at + from, fitted->text.n - from,
                on_reply, question);
    mem_free(preamble);
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
        .limits = {.wall_ms = 10000,
                   .cpu_ms = 10000,
                   .memory = UINT64_C(2) << 30,
                   .output = 1 << 16,
                   .file_size = 1 << 20,
                   .processes = 64,
                   .keep_address_space = true},
    };
    struct child_events events = {.ended = on_version, .context = question};
    child_start(loop, &spec, &events);
    arena_free(&arena);
}
