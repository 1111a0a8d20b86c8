#include "campaign/reducers.h"

#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/die.h"
#include "campaign/lineup.h"
#include "campaign/offspring.h"
#include "campaign/reduction_queue.h"
#include "campaign/unit.h"

struct reducer {
    struct reducers *owner;
    pid_t pid; /* 0: there is none */
    int fd;
    struct loop_watch watch;
    struct wire_in in;
    bool is_busy;
    struct reduction_progress progress;
};

struct reducers {
    const struct reducers_settings *settings;
    struct store *store;
    struct loop *loop;
    struct reducers_calls calls;
    struct reducer *all;
    struct reduction_queue queue;
    struct wire_out out;
    bool is_stopping;
};

static void fail(struct reducers *r, const char *message) {
    r->calls.on_failure(message, r->calls.context);
}

static void hand_out(struct reducers *r);

/* ---- the queue ------------------------------------------------------------- */

/* "reduction of 7": why it came to nothing, so that it is not tried again and again. */
static void add_key(uint32_t number, struct strbuf *key) {
    strbuf_printf(key, STORE_REDUCTION "%u", number);
}

static bool was_tried(struct reducers *r, uint32_t number) {
    struct arena arena = {0};
    struct strbuf key = {0};
    const char *reason = NULL;
    add_key(number, &key);
    bool good = store_value(r->store, strbuf_text(&key), &arena, &reason);
    bool tried = good && reason != NULL;
    strbuf_free(&key);
    arena_free(&arena);
    return tried;
}

/* NULL: it is none of these solvers. */
static const char *family_of(const struct reduce_panel *panel, const char *accused) {
    size_t n = accused != NULL ? lineup_base_name(accused) : 0;
    for (size_t i = 0; i < panel->n_solvers && accused != NULL; i++)
        if (strlen(panel->names[i].name) == n && memcmp(panel->names[i].name, accused, n) == 0)
            return panel->names[i].family;
    return NULL;
}

/* Who is at fault may have been asked at another time: then it waits for the next. */
static bool is_accused_here(const struct reducers *r, const struct store_finding *finding) {
    return finding->at_fault.n == 0 ||
           family_of(&r->settings->panel, finding->at_fault.at[0]) != NULL;
}

void reducers_add(struct reducers *r, const struct store_finding *finding) {
    if (r->settings->n == 0 || !reduction_is_due(finding) || !is_accused_here(r, finding) ||
        was_tried(r, finding->number))
        return;
    reduction_queue_add(&r->queue, (struct reduction_waiting){finding->number, finding->severity,
                                                              reduction_kind(finding)});
    hand_out(r);
}

bool reducers_resume(struct reducers *r) {
    struct arena arena = {0};
    store_finding_vec findings = {0};
    bool good = store_findings(r->store, &arena, &findings);
    for (size_t i = 0; good && i < findings.n; i++)
        if (findings.at[i].reduced != NULL)
            reduction_queue_note(&r->queue, reduction_kind(&findings.at[i]));
    for (size_t i = 0; good && i < findings.n; i++)
        reducers_add(r, &findings.at[i]);
    vec_free(&findings);
    arena_free(&arena);
    return good;
}

/* The next that is still there to be reduced: it may be another's duplicate by now. */
static bool take_next(struct reducers *r, struct arena *arena, struct store_finding *finding) {
    uint32_t number;
    bool there;
    while (reduction_queue_take(&r->queue, &number))
        if (store_finding(r->store, number, arena, finding, &there) && there &&
            reduction_is_due(finding))
            return true;
    return false;
}

/* ---- what reducers say ----------------------------------------------------- */

static void take_best(struct reducers *r, struct wire_message *message) {
    size_t n;
    uint32_t number = (uint32_t)wire_number(message);
    const char *name = wire_word(message);
    const char *text = wire_text(message, &n);
    if (!store_put_file(r->store, number, name, text, n))
        fail(r, store_error(r->store));
}

/* Campaigns do not try it again, or not this one; momus show tells why. */
static bool give_up(struct reducers *r, uint32_t number, const char *reason, bool waits) {
    struct strbuf key = {0};
    if (waits)
        strbuf_printf(&key, STORE_REDUCTION_WAITS "%u", number);
    else
        add_key(number, &key);
    bool good = store_set_value(r->store, strbuf_text(&key), reason);
    strbuf_free(&key);
    return good;
}

static void take_outcome(struct reducers *r, struct reducer *reducer,
                         const struct reduction_outcome *outcome) {
    struct store_match match;
    bool good = true;
    reducer->is_busy = false;
    if (outcome->is_done) {
        good = store_reduce(r->store, outcome->number, &outcome->reduction, &match);
        if (good)
            r->calls.on_reduced(outcome->number, match.number != outcome->number ? match.number : 0,
                                r->calls.context);
        good = good && store_remove_file(r->store, outcome->number, STORE_BEST) &&
               (outcome->has_recipe || store_remove_file(r->store, outcome->number, STORE_RECIPE));
    } else if (outcome->reason[0] != '\0')
        good = give_up(r, outcome->number, outcome->reason, outcome->waits);
    if (!good)
        fail(r, store_error(r->store));
}

static void take_message(struct reducers *r, struct reducer *reducer,
                         struct wire_message *message) {
    if (message->kind == WIRE_BEST)
        take_best(r, message);
    else if (message->kind == WIRE_SHRINKING)
        reducer->progress = shrinking_receive(message);
    else if (message->kind == WIRE_COUNTS) {
        struct store_counters counts = counts_receive(message);
        r->calls.on_counts(&counts, r->calls.context);
    } else if (message->kind == WIRE_REDUCED) {
        struct arena arena = {0};
        struct reduction_outcome outcome = outcome_receive(message, &arena);
        take_outcome(r, reducer, &outcome);
        arena_free(&arena);
    } else
        BUG("a reducer sent a message of kind %d", message->kind);
}

/* ---- processes ------------------------------------------------------------- */

/*
 * Who dies is replaced when there is something to do. What he was at waits for the next time if he
 * was killed; if he died by himself, it would happen again.
 */
static void bury(struct reducers *r, struct reducer *reducer) {
    int status;
    loop_unwatch(r->loop, &reducer->watch);
    close(reducer->fd);
    waitpid(reducer->pid, &status, 0);
    bool was_killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    if (reducer->is_busy && !r->is_stopping && !was_killed &&
        !give_up(r, reducer->progress.number, "the process of momus that reduced it has crashed",
                 false))
        fail(r, store_error(r->store));
    wire_in_release(&reducer->in);
    *reducer = (struct reducer){.owner = r, .fd = -1, .watch.fd = -1};
}

static void on_reducer(struct loop_watch *watch, uint32_t events) {
    struct reducer *reducer = LOOP_OWNER(watch, struct reducer, watch);
    struct reducers *r = reducer->owner;
    struct wire_message message;
    (void)events;
    bool lives = wire_receive(&reducer->in, reducer->fd);
    while (wire_next(&reducer->in, &message))
        take_message(r, reducer, &message);
    if (!lives)
        bury(r, reducer);
    hand_out(r);
}

static int serve(int fd, void *context) {
    const struct reducers_settings *settings = context;
    return reduction_serve(&settings->panel, &settings->source, settings->share, fd);
}

static bool start(struct reducers *r, struct reducer *reducer) {
    pid_t pid = offspring_start(serve, (void *)r->settings, &reducer->fd);
    if (pid < 0)
        return false;
    reducer->pid = pid;
    reducer->watch.ready = on_reducer;
    return loop_watch(r->loop, &reducer->watch, reducer->fd, EPOLLIN);
}

static void give_job(struct reducers *r, struct reducer *reducer, uint32_t number,
                     struct arena *arena) {
    struct reduction_job job;
    struct strbuf error = {0};
    if (!reduction_job_load(r->store, number, arena, &job, &error))
        fail(r, strbuf_text(&error));
    else if (reducer->pid == 0 && !start(r, reducer))
        fail(r, "no process can be started that reduces");
    else {
        job.family = family_of(&r->settings->panel, job.accused);
        reducer->is_busy = true;
        reducer->progress = (struct reduction_progress){number, job.n_script, job.n_script};
        job_send(&r->out, &job);
        wire_send(&r->out, reducer->fd); /* a dead one is noticed by its end of file */
    }
    strbuf_free(&error);
}

static void hand_out(struct reducers *r) {
    for (size_t i = 0; i < r->settings->n && !r->is_stopping; i++) {
        struct arena arena = {0};
        struct store_finding finding;
        if (!r->all[i].is_busy && take_next(r, &arena, &finding))
            give_job(r, &r->all[i], finding.number, &arena);
        arena_free(&arena);
    }
}

/* ---- the whole ------------------------------------------------------------- */

struct reducers *reducers_new(const struct reducers_settings *settings, struct store *store,
                              struct loop *loop, const struct reducers_calls *calls) {
    struct reducers *r = mem_alloc_zero(sizeof *r);
    *r = (struct reducers){.settings = settings, .store = store, .loop = loop, .calls = *calls};
    r->all = mem_alloc_zero((settings->n + 1) * sizeof *r->all);
    for (size_t i = 0; i < settings->n; i++)
        r->all[i] = (struct reducer){.owner = r, .fd = -1, .watch.fd = -1};
    return r;
}

void reducers_stop(struct reducers *r) {
    r->is_stopping = true;
    for (size_t i = 0; i < r->settings->n; i++)
        if (r->all[i].pid != 0)
            shutdown(r->all[i].fd, SHUT_WR);
}

void reducers_kill(struct reducers *r) {
    r->is_stopping = true;
    for (size_t i = 0; i < r->settings->n; i++)
        if (r->all[i].pid != 0)
            kill(r->all[i].pid, SIGKILL);
}

size_t reducers_alive(const struct reducers *r) {
    size_t n = 0;
    for (size_t i = 0; i < r->settings->n; i++)
        n += r->all[i].pid != 0;
    return n;
}

bool reducers_progress(const struct reducers *r, size_t k, struct reduction_progress *progress) {
    for (size_t i = 0; i < r->settings->n; i++)
        if (r->all[i].is_busy && k-- == 0) {
            *progress = r->all[i].progress;
            return true;
        }
    return false;
}

size_t reducers_waiting(const struct reducers *r) {
    return r->queue.waiting.n;
}

void reducers_free(struct reducers *r) {
    if (r == NULL)
        return;
    reducers_kill(r);
    for (size_t i = 0; i < r->settings->n; i++)
        if (r->all[i].pid != 0)
            bury(r, &r->all[i]);
    reduction_queue_release(&r->queue);
    wire_out_release(&r->out);
    mem_free(r->all);
    mem_free(r);
}
