#include "proc/snapshot.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "proc/box.h"
#include "proc/snapshot_data.h"
#include "proc/snapshot_wire.h"

static const char query_file[] = "query.smt2";

enum {
    READY_LEAST_MS = 3000, /* a solver gets the time of a query to open its file, within these */
    READY_MOST_MS = 10000,
    GRACE_MS = 300,  /* from SIGTERM to SIGKILL */
    LAST_MS = 2000,  /* from there to killing the server, too */
    CLOSE_MS = 1000, /* for a server to end when it is not needed any more */
    DEATHS_MAX = 3,  /* servers that may die in a row without ending a query */
};
#define MS 1000000u /* nanoseconds */

struct query {
    char *text;
    size_t n;
    uint64_t wall_ms; /* that it has */
    snapshot_fn *replied;
    void *context;
};

/*
 *     NONE --query--> STARTING --ready--> IDLE --query--> RUNNING --ended--> IDLE
 *                        |                                   |
 *                        `--too late, refused, ended         `--server ended--> NONE
 *                              --> FAILED, for good
 */
enum state { NONE, STARTING, IDLE, RUNNING, FAILED };

struct snapshot {
    struct loop *loop;
    struct snapshot_spec spec;
    char **argv;
    char *first;
    enum state state;
    struct child *server;
    int control; /* -1 */
    struct loop_watch hearing;
    struct loop_timer timer;   /* of the state: ready, deadline, grace, last */
    struct loop_timer later;   /* to fail what was asked after the failure */
    VEC(struct query) queries; /* from `next` on they wait; the first of these is running */
    size_t next;
    struct strbuf first_out, first_err; /* printed before the snapshot */
    uint64_t turn;                      /* when the running query was started */
    uint64_t memory_kills;              /* before it */
    bool is_ending;                     /* it is being ended by us, because of: */
    enum child_end why;
    bool is_killed;   /* SIGKILL was sent, too */
    bool is_closing;  /* snapshot_free was called */
    bool is_replying; /* maybe by who is being told a result */
    bool is_proven;   /* a query was answered */
    uint32_t n_servers, n_deaths;
    struct strbuf reason;
};

static void go_on(struct snapshot *snapshot);

static void set_timer(struct snapshot *snapshot, uint64_t ms) {
    loop_set(snapshot->loop, &snapshot->timer, clock_monotonic_ns() + ms * (uint64_t)MS);
}

/* ---- queries ---- */

static size_t n_waiting(const struct snapshot *snapshot) {
    return snapshot->queries.n - snapshot->next;
}

static struct query take_first(struct snapshot *snapshot) {
    struct query query = snapshot->queries.at[snapshot->next++];
    mem_free(query.text);
    if (snapshot->next * 2 >= snapshot->queries.n) { /* none is moved more than once or twice */
        memmove(snapshot->queries.at, snapshot->queries.at + snapshot->next,
                n_waiting(snapshot) * sizeof *snapshot->queries.at);
        snapshot->queries.n -= snapshot->next;
        snapshot->next = 0;
    }
    return query;
}

/* ---- the server's end ---- */

static void close_control(struct snapshot *snapshot) {
    loop_unwatch(snapshot->loop, &snapshot->hearing);
    if (snapshot->control >= 0)
        close(snapshot->control);
    snapshot->control = -1;
}

static void release(struct snapshot *snapshot) {
    while (n_waiting(snapshot) > 0)
        take_first(snapshot);
    vec_free(&snapshot->queries);
    close_control(snapshot);
    loop_unset(snapshot->loop, &snapshot->timer);
    loop_unset(snapshot->loop, &snapshot->later);
    for (size_t i = 0; snapshot->argv[i] != NULL; i++)
        mem_free(snapshot->argv[i]);
    mem_free(snapshot->argv);
    mem_free(snapshot->first);
    strbuf_free(&snapshot->first_out);
    strbuf_free(&snapshot->first_err);
    strbuf_free(&snapshot->reason);
    mem_free(snapshot);
}

/* False if the snapshot is gone, or about to be: the one who was told may have freed it. */
static bool reply(struct snapshot *snapshot, struct child_result *result) {
    struct query query = take_first(snapshot);
    snapshot->is_replying = true;
    query.replied(result, query.context);
    snapshot->is_replying = false;
    if (result != NULL)
        child_result_release(result);
    if (!snapshot->is_closing)
        return true;
    if (snapshot->server == NULL)
        release(snapshot);
    return false;
}

static void on_later(struct loop_timer *timer) {
    go_on(LOOP_OWNER(timer, struct snapshot, later));
}

/* There can be no snapshot of this solver. The first reason is the one that counts. */
static void fail(struct snapshot *snapshot, const char *reason) {
    if (snapshot->reason.n == 0)
        strbuf_add_text(&snapshot->reason, reason);
    snapshot->state = FAILED;
    loop_unset(snapshot->loop, &snapshot->timer);
    close_control(snapshot);
    if (snapshot->server != NULL)
        child_stop(snapshot->server);
    loop_set(snapshot->loop, &snapshot->later, 0);
}

/* What the server says may be the reason: that our library cannot be loaded, for one. */
static void fail_at_start(struct snapshot *snapshot, struct child_result *result) {
    struct strbuf why = {0};
    const char *said = strbuf_text(&result->err);
    size_t n = strcspn(said, "\r\n");
    strbuf_add_text(&why, result->end == CHILD_NO_START
                              ? strbuf_text(&result->error)
                              : "it ended without opening its file in a way that can be seen");
    if (n > 0)
        strbuf_printf(&why, "; it said: %.*s", n > 200 ? 200 : (int)n, said);
    fail(snapshot, strbuf_text(&why));
    strbuf_free(&why);
}

static void on_ended(struct child_result *result, void *context) {
    struct snapshot *snapshot = context;
    enum state before = snapshot->state;
    snapshot->server = NULL;
    close_control(snapshot);
    loop_unset(snapshot->loop, &snapshot->timer);
    if (snapshot->is_closing) {
        release(snapshot);
        return;
    }
    if (before == FAILED)
        return;
    snapshot->state = NONE;
    if (before == STARTING && !snapshot->is_proven)
        fail_at_start(snapshot, result);
    else if (before != IDLE && ++snapshot->n_deaths >= DEATHS_MAX)
        fail(snapshot, "it does not survive its queries");
    struct child_result ours = {.end = snapshot->why,
                                .wall_ns = clock_monotonic_ns() - snapshot->turn};
    bool is_ours = before == RUNNING && snapshot->is_ending;
    if (before == IDLE || reply(snapshot, is_ours ? &ours : NULL))
        go_on(snapshot);
}

/* ---- a query's end ---- */

static void tell(struct snapshot *snapshot, enum wire_word word) {
    uint64_t cpu_ms = snapshot->spec.limits.cpu_ms;
    struct wire_request request = {.word = word, .cpu_seconds = (uint32_t)((cpu_ms + 999) / 1000)};
    ssize_t n;
    do
        n = send(snapshot->control, &request, sizeof request, MSG_NOSIGNAL);
    while (n < 0 && errno == EINTR);
    if (n != sizeof request && snapshot->server != NULL)
        child_stop(snapshot->server); /* it does not listen any more */
}

/* Asks the running query to end, or makes it. */
static void end_query(struct snapshot *snapshot, enum child_end why, bool at_once) {
    if (snapshot->is_ending && (snapshot->is_killed || !at_once))
        return;
    if (!snapshot->is_ending)
        snapshot->why = why;
    snapshot->is_ending = true;
    snapshot->is_killed = at_once;
    tell(snapshot, at_once ? WIRE_KILL : WIRE_TERM);
    set_timer(snapshot, at_once ? LAST_MS : GRACE_MS);
}

static void on_timer(struct loop_timer *timer) {
    struct snapshot *snapshot = LOOP_OWNER(timer, struct snapshot, timer);
    if (snapshot->state == STARTING && !snapshot->is_proven)
        fail(snapshot, "it does not open its file in time, or not in a way that can be seen");
    else if (snapshot->state == STARTING)
        child_stop(snapshot->server);
    else if (!snapshot->is_ending)
        end_query(snapshot, CHILD_WALL, false);
    else if (!snapshot->is_killed)
        end_query(snapshot, snapshot->why, true);
    else
        child_stop(snapshot->server);
}

static void on_flooded(struct child *child, void *context) {
    struct snapshot *snapshot = context;
    (void)child;
    if (snapshot->state == RUNNING)
        end_query(snapshot, CHILD_OUTPUT, true);
    else if (snapshot->state == STARTING)
        fail(snapshot, "it prints too much before it opens its file");
}

static void finish_query(struct snapshot *snapshot, const struct wire_reply *news) {
    struct child_result result = {
        .wall_ns = clock_monotonic_ns() - snapshot->turn,
        .cpu_ns = news->cpu_ns,
        .peak = news->peak,
        .space = child_address_space(snapshot->server),
    };
    loop_unset(snapshot->loop, &snapshot->timer);
    strbuf_add(&result.out, snapshot->first_out.at, snapshot->first_out.n);
    strbuf_add(&result.err, snapshot->first_err.at, snapshot->first_err.n);
    bool is_whole = child_take_output(snapshot->server, &result.out, &result.err);
    uint64_t kills = child_memory_kills(snapshot->server);
    child_judge(&result, news->status, news->cpu_ns, kills > snapshot->memory_kills,
                &snapshot->spec.limits);
    snapshot->memory_kills = kills;
    if (snapshot->is_ending)
        result.end = snapshot->why;
    else if (!is_whole)
        result.end = CHILD_OUTPUT;
    else if (result.end != CHILD_MEMORY && child_is_full(snapshot->server))
        result.end = CHILD_FILE;
    snapshot->state = IDLE;
    snapshot->is_proven = true;
    snapshot->n_deaths = 0;
    reply(snapshot, &result);
}

/* ---- what the server says ---- */

static void on_ready(struct snapshot *snapshot) {
    loop_unset(snapshot->loop, &snapshot->timer);
    strbuf_clear(&snapshot->first_out);
    strbuf_clear(&snapshot->first_err);
    child_take_output(snapshot->server, &snapshot->first_out, &snapshot->first_err);
    snapshot->memory_kills = child_memory_kills(snapshot->server);
    snapshot->state = IDLE;
}

static void on_news(struct loop_watch *watch, uint32_t events) {
    struct snapshot *snapshot = LOOP_OWNER(watch, struct snapshot, hearing);
    struct wire_reply news;
    (void)events;
    ssize_t n = recv(snapshot->control, &news, sizeof news, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n != sizeof news) { /* it is gone, or talks nonsense: the server's end tells the rest */
        loop_unwatch(snapshot->loop, &snapshot->hearing);
        child_stop(snapshot->server);
        return;
    }
    if (news.news == WIRE_READY && snapshot->state == STARTING)
        on_ready(snapshot);
    else if (news.news == WIRE_ENDED && snapshot->state == RUNNING)
        finish_query(snapshot, &news);
    else if (news.news == WIRE_INDIRECT)
        fail(snapshot, "it is started by another program");
    else if (news.news == WIRE_THREADS)
        fail(snapshot, "it has threads before it opens its file");
    else if (news.news == WIRE_OLD)
        fail(snapshot, "the system has no pidfd");
    else if (news.news == WIRE_NO_PROC)
        fail(snapshot, "/proc is not there, which tells how many threads it has");
    else
        child_stop(snapshot->server);
    if (!snapshot->is_closing)
        go_on(snapshot);
}

/* ---- the server's start ---- */

static void start_child(struct snapshot *snapshot, int control) {
    static const char preload[] = "LD_PRELOAD=./momus-snapshot.so";
    struct child_file library = {strrchr(preload, '/') + 1, snapshot_data[0].text,
                                 snapshot_data[0].n};
    struct strbuf told = {0};
    bool reads = snapshot->first != NULL;
    strbuf_printf(&told, WIRE_VARIABLE "=%s 0 %s", reads ? "read" : "open", query_file);
    /* Symbols are looked up once, not in each fork. */
    char bind[] = "LD_BIND_NOW=1";
    /* A sanitizer's library wants to be the first one, but works all the same. */
    char sanitizer[] = "ASAN_OPTIONS=verify_asan_link_order=0";
    char *env[] = {(char *)preload, (char *)strbuf_text(&told), bind, sanitizer, NULL};
    struct child_spec spec = {
        .argv = snapshot->argv,
        .env = env,
        .file = query_file,
        .text = reads ? snapshot->first : "",
        .n_text = reads ? strlen(snapshot->first) : 0,
        .more = &library, /* loaded by the time of the first query, which does not find it */
        .input = control,
        .limits = snapshot->spec.limits,
    };
    spec.limits.wall_ms = spec.limits.cpu_ms = 0; /* they are the queries' */
    if (spec.limits.processes > 0)
        spec.limits.processes++; /* the server */
    struct child_events events = {.flooded = on_flooded, .ended = on_ended, .context = snapshot};
    snapshot->server = child_start(snapshot->loop, &spec, &events);
    strbuf_free(&told);
}

static void start_server(struct snapshot *snapshot) {
    int ends[2];
    if (box_namespace() == BOX_NO_NAMESPACE) {
        fail(snapshot, "the system grants no PID namespace");
        return;
    }
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        fail(snapshot, strerror(errno));
        return;
    }
    snapshot->control = ends[0];
    start_child(snapshot, ends[1]);
    close(ends[1]);
    snapshot->n_servers++;
    snapshot->state = STARTING;
    if (!loop_watch(snapshot->loop, &snapshot->hearing, snapshot->control, EPOLLIN)) {
        fail(snapshot, strerror(errno));
        return;
    }
    uint64_t wall_ms = snapshot->spec.limits.wall_ms;
    set_timer(snapshot, wall_ms == 0 || wall_ms > READY_MOST_MS ? READY_MOST_MS
                        : wall_ms < READY_LEAST_MS              ? READY_LEAST_MS
                                                                : wall_ms);
}

/* ---- what is next ---- */

static void run_query(struct snapshot *snapshot) {
    const struct query *query = &snapshot->queries.at[snapshot->next];
    if (!child_renew_file(snapshot->server, query_file, query->text, query->n)) {
        fail(snapshot, strerror(errno));
        return;
    }
    snapshot->state = RUNNING;
    snapshot->is_ending = snapshot->is_killed = false;
    snapshot->turn = clock_monotonic_ns();
    if (query->wall_ms > 0)
        set_timer(snapshot, query->wall_ms);
    tell(snapshot, WIRE_RUN);
}

static void go_on(struct snapshot *snapshot) {
    if (n_waiting(snapshot) == 0)
        return;
    switch (snapshot->state) {
    case NONE:
        start_server(snapshot);
        break;
    case IDLE:
        run_query(snapshot);
        break;
    case FAILED:
        if (snapshot->later.place == 0) /* we are called by it: one at a time */
            loop_set(snapshot->loop, &snapshot->later, 0);
        reply(snapshot, NULL);
        break;
    case STARTING:
    case RUNNING:
        break;
    }
}

struct snapshot *snapshot_new(struct loop *loop, const struct snapshot_spec *spec) {
    struct snapshot *snapshot = mem_alloc_zero(sizeof *snapshot);
    size_t n = 0;
    snapshot->loop = loop;
    snapshot->spec = *spec;
    snapshot->control = snapshot->hearing.fd = -1;
    snapshot->hearing.ready = on_news;
    snapshot->timer.fire = on_timer;
    snapshot->later.fire = on_later;
    while (spec->argv[n] != NULL)
        n++;
    snapshot->argv = mem_alloc_zero((n + 1) * sizeof *snapshot->argv);
    for (size_t i = 0; i < n; i++)
        snapshot->argv[i] = mem_copy_text(spec->argv[i], strlen(spec->argv[i]));
    if (spec->first != NULL)
        snapshot->first = mem_copy_text(spec->first, strlen(spec->first));
    return snapshot;
}

void snapshot_ask(struct snapshot *snapshot, const char *text, size_t n, snapshot_fn *replied,
                  void *context) {
    struct query query = {mem_copy_text(text, n), n, snapshot->spec.limits.wall_ms, replied,
                          context};
    vec_push(&snapshot->queries, query);
    if (snapshot->state == FAILED)
        loop_set(snapshot->loop, &snapshot->later, 0);
    else
        go_on(snapshot);
}

void snapshot_set_limit(struct snapshot *snapshot, uint64_t wall_ms) {
    snapshot->spec.limits.wall_ms = wall_ms;
}

size_t snapshot_waiting(const struct snapshot *snapshot) {
    return n_waiting(snapshot);
}

uint32_t snapshot_servers(const struct snapshot *snapshot) {
    return snapshot->n_servers;
}

bool snapshot_works(const struct snapshot *snapshot) {
    return snapshot->is_proven;
}

const char *snapshot_failure(struct snapshot *snapshot) {
    return snapshot->state == FAILED ? strbuf_text(&snapshot->reason) : NULL;
}

void snapshot_free(struct snapshot *snapshot) {
    snapshot->is_closing = true;
    if (snapshot->server == NULL) {
        if (!snapshot->is_replying)
            release(snapshot);
        return;
    }
    bool is_idle = snapshot->state == IDLE;
    close_control(snapshot);
    loop_unset(snapshot->loop, &snapshot->timer);
    if (is_idle)
        child_set_deadline(snapshot->server, CLOSE_MS);
    else
        child_stop(snapshot->server);
}
