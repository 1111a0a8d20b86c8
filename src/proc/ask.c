#include "proc/ask.h"

#include "base/hash.h"
#include "proc/session.h"
#include "proc/snapshot.h"
#include "proc/stack.h"

static const char query_file[] = "query.smt2";

struct question {
    const struct solver *solver;
    struct loop *loop;
    struct fitted fitted;
    struct child_limits limits;
    bool wants_stack, wants_peak;
    uint64_t fresh_wall_ms;
    asked_fn *done;
    void *context;
    enum ask_way way;
    struct strbuf text; /* of a session, to ask again */
    struct fit_wants wants;
    struct session *session; /* that it is asked in; NULL */
    struct asker *asker;     /* of a snapshot, or of the session that it was asked in before */
    uint64_t doubt;          /* what it got there, which a fresh process is asked for; 0: nothing */
    struct loop_timer spared;
};

struct child_limits ask_limits(uint64_t seconds, uint64_t memory) {
    return (struct child_limits){
        .wall_ms = seconds * 1000,
        .cpu_ms = seconds * 1000 + 1000,
        .memory = memory,
        .output = UINT64_C(64) << 20,
        .file_size = UINT64_C(64) << 20,
        .processes = 64,
    };
}

void asked_release(struct asked *asked) {
    answers_release(&asked->answers);
    fitted_release(&asked->fitted);
    strbuf_free(&asked->stack);
    strbuf_free(&asked->error);
    transcript_release(asked->transcript);
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
        return (struct process_end){result->space > 0 ? END_SPACE : END_MEMORY, 0};
    case CHILD_OUTPUT:
        return (struct process_end){END_OUTPUT, 0};
    case CHILD_NO_START:
        return (struct process_end){END_EXIT, 127};
    default:
        return (struct process_end){END_TIME, 0};
    }
}

static void confirm(struct question *question, const struct answers *answers);

static void on_ended(struct child_result *result, void *context) {
    struct question *question = context;
    struct asked asked = {
        .fitted = question->fitted,
        .end = result->end,
        .status = result->status,
        .way = question->way,
        .wall_ns = result->wall_ns,
        .cpu_ns = result->cpu_ns,
        .peak = result->peak,
        .space = result->space,
        .no_box = result->no_box,
        .error = result->error,
    };
    result->error = (struct strbuf){0};
    if (question->wants_stack)
        stack_take(&result->err, &asked.stack);
    answers_read(&question->solver->profile, asked.fitted.expected.at, asked.fitted.expected.n,
                 result->out.at, result->out.n, result->err.at, result->err.n, end_of(result),
                 &asked.answers);
    if (question->doubt != 0)
        confirm(question, &asked.answers);
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

static struct question *question_new(struct loop *loop, const struct ask *ask, enum ask_way way,
                                     asked_fn *done, void *context) {
    struct question *question = mem_alloc_zero(sizeof *question);
    struct fit_wants wants = ask->wants;
    *question = (struct question){
        .solver = ask->solver,
        .loop = loop,
        .wants = ask->wants,
        .limits = ask->limits,
        .wants_stack = ask->wants_stack,
        .wants_peak = ask->wants_peak,
        .fresh_wall_ms = ask->fresh_wall_ms,
        .done = done,
        .context = context,
        .way = way,
    };
    wants.any_logic = wants.any_logic || way == ASK_PUSH_POP;
    question->limits.keep_address_space = !ask->solver->profile.address_space_limit;
    fit_script(&ask->solver->profile, ask->text, ask->n, wants, &question->fitted);
    return question;
}

/* ---- not at all ---- */

static void on_spared(struct loop_timer *timer) {
    struct question *question = LOOP_OWNER(timer, struct question, spared);
    struct asked asked = {.fitted = question->fitted, .way = question->way, .is_spared = true};
    struct answer refused = {.kind = ANSWER_REFUSED, .said = ANSWER_UNCLEAR};
    for (size_t i = 0; i < asked.fitted.n_checks; i++)
        vec_push(&asked.answers.checks, refused);
    strbuf_printf(&asked.error, "not asked: by its profile, %s lacks %s",
                  question->solver->profile.name, asked.fitted.lacking);
    question->done(&asked, question->context);
    asked_release(&asked);
    mem_free(question);
}

/* True if the solver lacks what the script takes: that is the answer, then. */
static bool spare(struct question *question) {
    if (question->fitted.lacking == NULL)
        return false;
    question->spared.fire = on_spared;
    loop_set(question->loop, &question->spared, 0);
    return true;
}

/* ---- a fresh process ---- */

static void spawn(struct question *question) {
    struct arena arena = {0};
    const struct solver *solver = question->solver;
    question->way = ASK_SPAWN;
    struct words words = words_without(&arena, solver->spawn, "{args}");
    bool has_file = words_have_mark(words, "{file}");
    words = words_without(&arena, words, "{stdin}");
    struct child_spec spec = {
        .argv = (char *const *)(void *)words.at,
        .file = has_file ? query_file : NULL,
        .text = strbuf_text(&question->fitted.text),
        .n_text = question->fitted.text.n,
        .limits = question->limits,
    };
    char *env[] = {stack_variable, NULL};
    if (question->wants_stack) {
        spec.env = env;
        spec.more = &stack_library;
    }
    struct child_events events = {.ended = on_ended, .context = question};
    child_start(question->loop, &spec, &events);
    arena_free(&arena);
}

void ask_spawn(struct loop *loop, const struct ask *ask, asked_fn *done, void *context) {
    struct question *question = question_new(loop, ask, ASK_SPAWN, done, context);
    if (!spare(question))
        spawn(question);
}

/* ---- who is asked ---- */

/* A script that is longer than this is read for so long that the start does not matter. */
enum { SNAPSHOT_BYTES = 4 << 20 };
enum { SESSIONS_MAX = 4, RECYCLE = 1000, AHEAD = 16, SNAPSHOTS_MAX = 8, FAILURES_MAX = 2 };
enum { BELIEVED_MAX = 256 };

/* A session, and what its process was told first: scripts with other options need another. */
struct kept_session {
    char *preamble;
    struct session *session;
    uint64_t used; /* when, by the asker's count */
};

/* A snapshot, and what it was told first. */
struct kept_snapshot {
    char *first;
    struct snapshot *snapshot;
    uint64_t used;
};

struct asker {
    struct loop *loop;
    const struct solver *solver;
    enum ask_way way;
    struct arena arena;
    struct words words;
    VEC(struct kept_session) sessions;
    VEC(struct kept_snapshot) snapshots;
    uint64_t n_asked;
    uint64_t believed[BELIEVED_MAX]; /* errors and refusals that fresh processes had, too */
    size_t n_believed;               /* the latest of them are kept */
    char *obstacle;                  /* why another way is used than was wanted; NULL */
};

const char *ask_way_name(enum ask_way way) {
    static const char *const names[] = {"spawn", "reset", "push-pop", "snapshot"};
    return names[way];
}

/* From now on it is asked by spawn. */
static void give_up(struct asker *asker, const char *why) {
    asker->way = ASK_SPAWN;
    asker->obstacle = mem_copy_text(why, strlen(why));
}

struct asker *asker_new(struct loop *loop, const struct solver *solver, enum ask_way way) {
    struct asker *asker = mem_alloc_zero(sizeof *asker);
    *asker = (struct asker){.loop = loop, .solver = solver, .way = way};
    bool is_session = way == ASK_RESET || way == ASK_PUSH_POP;
    if (is_session &&
        (solver->session.n == 0 || !words_have(solver->profile.clear, ask_way_name(way))))
        give_up(asker, "its profile has no such session");
    if (way == ASK_SNAPSHOT && !words_have_mark(solver->snapshot, "{file}"))
        give_up(asker, "its profile has no snapshot");
    asker->words = words_without(
        &asker->arena, way == ASK_SNAPSHOT ? solver->snapshot : solver->session, "{args}");
    return asker;
}

/* Why snapshots fail, unless one of them works; NULL if none has failed. */
static const char *find_failure(const struct asker *asker, uint32_t *n_failures) {
    const char *why = NULL;
    for (size_t i = 0; i < asker->snapshots.n; i++) {
        struct snapshot *snapshot = asker->snapshots.at[i].snapshot;
        const char *failure = snapshot_failure(snapshot);
        if (snapshot_works(snapshot))
            return NULL;
        if (failure != NULL) {
            why = failure;
            ++*n_failures;
        }
    }
    return why;
}

const char *asker_obstacle(const struct asker *asker) {
    uint32_t n_failures = 0;
    return asker->obstacle != NULL ? asker->obstacle : find_failure(asker, &n_failures);
}

void asker_free(struct asker *asker) {
    for (size_t i = 0; i < asker->sessions.n; i++) {
        session_free(asker->sessions.at[i].session);
        mem_free(asker->sessions.at[i].preamble);
    }
    for (size_t i = 0; i < asker->snapshots.n; i++) {
        snapshot_free(asker->snapshots.at[i].snapshot);
        mem_free(asker->snapshots.at[i].first);
    }
    vec_free(&asker->sessions);
    vec_free(&asker->snapshots);
    arena_free(&asker->arena);
    mem_free(asker->obstacle);
    mem_free(asker);
}

/* ---- sessions ---- */

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

/*
 * A session is not quite a fresh process: what came before may have left
 * something, the logic may be another one, incremental mode has less. So an error
 * or a refusal counts only if a fresh process has it, too.
 */
static bool is_taken_back(const struct answers *answers) {
    for (size_t i = 0; i < answers->checks.n; i++)
        if (answers->checks.at[i].kind == ANSWER_ERROR ||
            answers->checks.at[i].kind == ANSWER_REFUSED)
            return true;
    return false;
}

/* What errors say, without their numbers, which are places in the script; never 0. */
static uint64_t print_of(const struct answers *answers) {
    struct text_span all = {answers->out.at, answers->out.n};
    struct text_span said = answers->errors.n > 0 ? answers->errors.at[0] : all;
    uint64_t print = 1;
    for (size_t i = 0; i < said.n; i++)
        if (said.at[i] < '0' || said.at[i] > '9')
            print = hash_mix(print, (unsigned char)said.at[i]);
    return print | 1;
}

static bool is_believed(const struct asker *asker, uint64_t print) {
    size_t n = asker->n_believed < BELIEVED_MAX ? asker->n_believed : BELIEVED_MAX;
    for (size_t i = 0; i < n; i++)
        if (asker->believed[i] == print)
            return true;
    return false;
}

/* The fresh process says the same: next time the session is believed, as it is much faster. */
static void confirm(struct question *question, const struct answers *answers) {
    struct asker *asker = question->asker;
    if (is_taken_back(answers) && print_of(answers) == question->doubt &&
        !is_believed(asker, question->doubt))
        asker->believed[asker->n_believed++ % BELIEVED_MAX] = question->doubt;
}

/* In a fresh process, in place of a session. */
static void ask_fresh(struct asker *asker, const struct ask *ask, uint64_t doubt, asked_fn *done,
                      void *context) {
    struct ask fresh = *ask;
    if (fresh.fresh_wall_ms > 0)
        fresh.limits.wall_ms = fresh.fresh_wall_ms;
    struct question *question = question_new(asker->loop, &fresh, ASK_SPAWN, done, context);
    question->asker = asker;
    question->doubt = doubt;
    if (!spare(question))
        spawn(question);
}

static void ask_again(struct question *question, const struct answers *answers) {
    struct ask ask = {.solver = question->solver,
                      .text = strbuf_text(&question->text),
                      .n = question->text.n,
                      .wants = question->wants,
                      .limits = question->limits,
                      .fresh_wall_ms = question->fresh_wall_ms};
    ask_fresh(question->asker, &ask, print_of(answers), question->done, question->context);
}

static void on_reply(const struct session_reply *reply, void *context) {
    struct question *question = context;
    struct asked asked = {
        .fitted = question->fitted,
        .way = question->way,
        .wall_ns = reply->wall_ns,
        .cpu_ns = reply->cpu_ns,
        .number = reply->n_before,
    };
    if (reply->transcript != NULL)
        asked.transcript = transcript_retain(reply->transcript);
    if (reply->is_whole && question->wants_peak)
        asked.peak = session_peak(question->session);
    struct process_end end = {END_EXIT, 0}; /* a whole reply is all that there will be */
    const struct strbuf *err = NULL;
    if (!reply->is_whole) {
        asked.end = reply->result->end;
        asked.status = reply->result->status;
        asked.peak = reply->result->peak;
        asked.space = reply->result->space;
        strbuf_add(&asked.error, reply->result->error.at, reply->result->error.n);
        end = end_of(reply->result);
        err = &reply->result->err;
    }
    answers_read(&question->solver->profile, asked.fitted.expected.at, asked.fitted.expected.n,
                 reply->out, reply->n_out, err != NULL ? err->at : NULL, err != NULL ? err->n : 0,
                 end, &asked.answers);
    bool is_doubted =
        reply->is_whole && answer_doubted_by(&question->solver->profile, reply->err, reply->n_err);
    if (is_doubted ||
        (is_taken_back(&asked.answers) && !is_believed(question->asker, print_of(&asked.answers))))
        ask_again(question, &asked.answers);
    else
        question->done(&asked, question->context);
    asked_release(&asked);
    strbuf_free(&question->text);
    mem_free(question);
}

static void ask_session(struct asker *asker, const struct ask *ask, struct question *question) {
    bool push = asker->way == ASK_PUSH_POP;
    const struct fitted *fitted = &question->fitted;
    size_t from = push ? fitted->body : 0;
    char *preamble = push ? mem_copy_text(fitted->text.at, from) : mem_copy_text("", 0);
    asker->n_asked++;
    question->asker = asker;
    strbuf_add(&question->text, ask->text, ask->n);
    struct session *session = question->session = find_session(asker, ask, preamble);
    session_set_limit(session, ask->limits.wall_ms, ask->busy_wall_ms);
    session_ask(session, fitted->text.at + from, fitted->text.n - from, on_reply, question);
    mem_free(preamble);
}

/* ---- snapshots ---- */

/*
 * What a snapshot is told before it is taken: the options and the logic, and the profile's
 * words that make the solver do what it would do with any first command. Without the last line
 * end, which is left to the query: so lines have the numbers that they have in the script.
 */
static char *make_first(const struct question *question) {
    const struct fitted *fitted = &question->fitted;
    struct strbuf first = {0};
    if (fitted->body > 0) {
        strbuf_add(&first, fitted->text.at, fitted->body - 1);
        strbuf_add_char(&first, ' ');
    }
    strbuf_add_text(&first, question->solver->profile.warm);
    return strbuf_detach(&first);
}

static struct snapshot *make_snapshot(struct asker *asker, const struct question *question,
                                      const char *first) {
    struct snapshot_spec spec = {
        .argv = (char *const *)(void *)asker->words.at,
        .first = first,
        .limits = question->limits,
    };
    return snapshot_new(asker->loop, &spec);
}

/* The snapshot for this beginning; the one that was not used for longest makes room. */
static struct snapshot *find_snapshot(struct asker *asker, const struct question *question,
                                      char *first) {
    size_t oldest = 0;
    for (size_t i = 0; i < asker->snapshots.n; i++) {
        struct kept_snapshot *kept = &asker->snapshots.at[i];
        if (first == NULL || strcmp(kept->first, first) == 0) {
            kept->used = asker->n_asked;
            mem_free(first);
            return kept->snapshot;
        }
        if (kept->used < asker->snapshots.at[oldest].used)
            oldest = i;
    }
    if (asker->snapshots.n >= SNAPSHOTS_MAX &&
        snapshot_waiting(asker->snapshots.at[oldest].snapshot) == 0) {
        snapshot_free(asker->snapshots.at[oldest].snapshot);
        mem_free(asker->snapshots.at[oldest].first);
        asker->snapshots.at[oldest] = vec_top(&asker->snapshots);
        asker->snapshots.n--;
    }
    struct kept_snapshot kept = {first, make_snapshot(asker, question, first), asker->n_asked};
    vec_push(&asker->snapshots, kept);
    return kept.snapshot;
}

/*
 * One that fails may have been told something odd first. If several do, and none works, the
 * solver is not made for it, and it is not tried again.
 */
static void learn(struct asker *asker) {
    uint32_t n_failures = 0;
    const char *why = find_failure(asker, &n_failures);
    uint32_t enough = asker->solver->profile.warm == NULL ? 1 : FAILURES_MAX;
    if (n_failures >= enough && asker->way == ASK_SNAPSHOT)
        give_up(asker, why);
}

static void on_snapshot(struct child_result *result, void *context) {
    struct question *question = context;
    if (result != NULL) {
        on_ended(result, question);
        return;
    }
    learn(question->asker);
    spawn(question);
}

static void ask_snapshot(struct asker *asker, struct question *question) {
    const struct fitted *fitted = &question->fitted;
    bool is_warm = asker->solver->profile.warm != NULL;
    size_t from = is_warm && fitted->body > 0 ? fitted->body - 1 : 0; /* with the line end */
    asker->n_asked++;
    question->asker = asker;
    struct snapshot *snapshot =
        find_snapshot(asker, question, is_warm ? make_first(question) : NULL);
    snapshot_set_limit(snapshot, question->limits.wall_ms);
    snapshot_ask(snapshot, fitted->text.at + from, fitted->text.n - from, on_snapshot, question);
}

/* ---- asking ---- */

void asker_ask(struct asker *asker, const struct ask *ask, asked_fn *done, void *context) {
    struct question *question = question_new(asker->loop, ask, asker->way, done, context);
    const struct fitted *fitted = &question->fitted;
    if (spare(question))
        return;
    bool is_short = fitted->text.n <= SNAPSHOT_BYTES;
    if (asker->way == ASK_SNAPSHOT && !fitted->malformed && is_short)
        ask_snapshot(asker, question);
    else if (asker->way == ASK_RESET && !fitted->malformed && !fitted->sets_options)
        ask_session(asker, ask, question);
    else if (asker->way == ASK_PUSH_POP && !fitted->malformed && fitted->pushable)
        ask_session(asker, ask, question);
    else if (asker->way == ASK_RESET || asker->way == ASK_PUSH_POP) { /* it is fitted for that */
        fitted_release(&question->fitted);
        mem_free(question);
        ask_fresh(asker, ask, 0, done, context);
    } else
        spawn(question);
}

/* ---- versions ---- */

struct version_question {
    ask_version_fn *done;
    void *context;
    bool is_wrapped; /* what starts the solver may have its say on standard error */
};

static void on_version(struct child_result *result, void *context) {
    struct version_question *question = context;
    bool says_so = result->end == CHILD_EXITED && result->status == 0; /* else it is a complaint */
    bool is_silent = result->out.n == 0 && says_so && !question->is_wrapped;
    struct strbuf *out = is_silent ? &result->err : &result->out;
    const char *line = strbuf_text(out);
    char *first = mem_copy_text(line, strcspn(line, "\r\n"));
    bool good = result->end == CHILD_EXITED && first[0] != '\0';
    question->done(good ? first : NULL, result, question->context);
    mem_free(first);
    mem_free(question);
}

void ask_version(struct loop *loop, const struct solver *solver, uint64_t query_ms,
                 ask_version_fn *done, void *context) {
    enum { LEAST_MS = 3000, MOST_MS = 10000 };
    if (solver->program == SOLVER_UNTOLD) { /* whoever would answer is not the solver */
        done(NULL, NULL, context);
        return;
    }
    struct version_question *question = mem_alloc_zero(sizeof *question);
    struct arena arena = {0};
    *question = (struct version_question){done, context, solver->program > 0};
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
        .limits = {.wall_ms = MOST_MS,
                   .cpu_ms = MOST_MS,
                   .memory = UINT64_C(2) << 30,
                   .output = 1 << 16,
                   .file_size = 1 << 20,
                   .processes = 64,
                   .keep_address_space = true},
    };
    if (query_ms > 0 && query_ms < MOST_MS / 2)
        spec.limits.wall_ms = query_ms < LEAST_MS / 2 ? LEAST_MS : 2 * query_ms;
    struct child_events events = {.ended = on_version, .context = question};
    child_start(loop, &spec, &events);
    arena_free(&arena);
}
