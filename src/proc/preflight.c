#include "proc/preflight.h"

#include "base/clock.h"
#include "proc/session.h"

/* A formula that is satisfiable and one that is not, in what a solver has. */
static const struct rehearsed {
    const char *feature;
    const char *sat, *unsat;
} scripts[] = {
    {"integers", "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 41))\n(check-sat)\n",
     "(set-logic QF_LIA)\n(declare-const x Int)\n"
     "(assert (and (> x 41) (< x 42)))\n(check-sat)\n"},
    {"bit-vectors",
     "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(assert (bvugt x #x29))\n(check-sat)\n",
     "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n"
     "(assert (and (bvugt x #x29) (bvult x #x2a)))\n(check-sat)\n"},
    {"reals", "(set-logic QF_LRA)\n(declare-const x Real)\n(assert (> x 41.5))\n(check-sat)\n",
     "(set-logic QF_LRA)\n(declare-const x Real)\n"
     "(assert (and (> x 41.5) (< x 40.5)))\n(check-sat)\n"},
};

static const struct rehearsed *choose(const struct solver *solver) {
    size_t i = 0;
    while (i + 1 < sizeof scripts / sizeof *scripts &&
           words_have(solver->profile.lacks, scripts[i].feature))
        i++;
    return &scripts[i];
}

void preflight_release(struct preflight *preflight) {
    mem_free(preflight->version);
    strbuf_free(&preflight->model);
    strbuf_free(&preflight->why);
    strbuf_free(&preflight->no_snapshot);
}

bool preflight_is_good(const struct preflight *preflight) {
    return preflight->starts && preflight->sat == ANSWER_SAT && preflight->unsat == ANSWER_UNSAT;
}

static const struct child_limits limits = {
    .wall_ms = 10000,
    .cpu_ms = 10000,
    .memory = UINT64_C(2) << 30,
    .output = 1 << 20,
    .file_size = 1 << 20,
    .processes = 64,
};

static void run_all(struct loop *loop) {
    while (loop_step(loop, UINT64_MAX))
        ;
}

/* ---- one process each ---- */

static void on_version(const char *version, const struct child_result *result, void *context) {
    struct preflight *preflight = context;
    (void)result;
    if (version != NULL)
        preflight->version = mem_copy_text(version, strlen(version));
}

static void complain(struct preflight *preflight, const char *what, struct asked *asked) {
    struct answers *answers = &asked->answers;
    if (preflight->why.n > 0)
        strbuf_add_text(&preflight->why, "; ");
    if (asked->end == CHILD_NO_START) { /* the one before was started */
        preflight->no_box = asked->no_box;
        strbuf_printf(&preflight->why, "%s: %s", what, strbuf_text(&asked->error));
        return;
    }
    strbuf_printf(&preflight->why, "%s: %s", what,
                  answers->checks.n > 0 ? answer_kind_name(answers->checks.at[0].kind) : "nothing");
    if (answers->errors.n > 0)
        strbuf_printf(&preflight->why, " %.*s",
                      (int)(answers->errors.at[0].n > 120 ? 120 : answers->errors.at[0].n),
                      answers->errors.at[0].at);
    else if (answers->err.n > 0)
        strbuf_printf(&preflight->why, " %.*s", (int)strcspn(strbuf_text(&answers->err), "\r\n"),
                      strbuf_text(&answers->err));
}

static void on_sat(struct asked *asked, void *context) {
    struct preflight *preflight = context;
    preflight->starts = asked->end != CHILD_NO_START;
    preflight->no_box = asked->no_box;
    if (!preflight->starts) {
        strbuf_add_text(&preflight->why, strbuf_text(&asked->error));
        return;
    }
    preflight->spawn_ns = asked->wall_ns;
    preflight->sat = asked->answers.checks.at[0].kind;
    struct text_span model = asked->answers.checks.at[0].model;
    if (model.at != NULL)
        strbuf_add(&preflight->model, model.at, model.n);
    if (preflight->sat != ANSWER_SAT)
        complain(preflight, "a satisfiable formula", asked);
}

static void on_unsat(struct asked *asked, void *context) {
    struct preflight *preflight = context;
    preflight->unsat = asked->answers.checks.at[0].kind;
    if (preflight->unsat != ANSWER_UNSAT)
        complain(preflight, "an unsatisfiable formula", asked);
}

/* ---- sessions ---- */

struct rehearsal {
    size_t n_right, n;
};

static void on_reply(const struct session_reply *reply, void *context) {
    struct rehearsal *rehearsal = context;
    const char *wanted = rehearsal->n % 2 == 0 ? "sat\n" : "unsat\n";
    if (reply->is_whole && reply->n_out == strlen(wanted) &&
        memcmp(reply->out, wanted, reply->n_out) == 0)
        rehearsal->n_right++;
    rehearsal->n++;
}

/* Queries per second, if all answers are right; else 0. */
static double rehearse(struct loop *loop, const struct solver *solver, enum session_clear clear,
                       size_t n) {
    struct fitted fitted[2] = {0};
    struct fit_wants wants = {.any_logic = clear == SESSION_PUSH_POP};
    struct rehearsal rehearsal = {0};
    struct arena arena = {0};
    struct words words = words_without(&arena, solver->session, "{args}");
    const struct rehearsed *pair = choose(solver);
    fit_script(&solver->profile, pair->sat, strlen(pair->sat), wants, &fitted[0]);
    fit_script(&solver->profile, pair->unsat, strlen(pair->unsat), wants, &fitted[1]);
    char *preamble = mem_copy_text(fitted[0].text.at, fitted[0].body);
    struct session_spec spec = {
        .argv = (char *const *)(void *)words.at,
        .clear = clear,
        .preamble = clear == SESSION_PUSH_POP ? preamble : NULL,
        .limits = limits,
        .ahead = 16,
    };
    spec.limits.cpu_ms = 0;
    struct session *session = session_new(loop, &spec);
    uint64_t start = clock_monotonic_ns();
    for (size_t i = 0; i < n; i++) {
        const struct fitted *f = &fitted[i % 2];
        size_t from = clear == SESSION_PUSH_POP ? f->body : 0;
        session_ask(session, f->text.at + from, f->text.n - from, on_reply, &rehearsal);
    }
    /* If the first one fails, the others need not be waited for. */
    while (session_waiting(session) > 0 && rehearsal.n == rehearsal.n_right)
        loop_step(loop, UINT64_MAX);
    double seconds = (double)(clock_monotonic_ns() - start) / 1e9;
    session_free(session);
    run_all(loop);
    mem_free(preamble);
    fitted_release(&fitted[0]);
    fitted_release(&fitted[1]);
    arena_free(&arena);
    return rehearsal.n_right == n ? (double)n / seconds : 0;
}

/* ---- snapshots ---- */

struct snapshot_rehearsal {
    size_t n_right, n;
    uint64_t first, last; /* when these replies came */
};

static void on_forked(struct asked *asked, void *context) {
    struct snapshot_rehearsal *rehearsal = context;
    enum answer_kind wanted = rehearsal->n % 2 == 0 ? ANSWER_SAT : ANSWER_UNSAT;
    rehearsal->last = clock_monotonic_ns();
    if (rehearsal->n++ == 0)
        rehearsal->first = rehearsal->last;
    if (asked->way == ASK_SNAPSHOT && asked->answers.checks.n == 1 &&
        asked->answers.checks.at[0].kind == wanted)
        rehearsal->n_right++;
}

/* The server's start does not count: it is once for thousands of queries. */
static void rehearse_snapshot(struct loop *loop, const struct solver *solver, size_t n,
                              struct preflight *preflight) {
    struct asker *asker = asker_new(loop, solver, ASK_SNAPSHOT);
    struct snapshot_rehearsal rehearsal = {0};
    size_t n_asked = 0;
    while (n_asked < n && rehearsal.n == rehearsal.n_right) {
        const char *text = n_asked++ % 2 == 0 ? choose(solver)->sat : choose(solver)->unsat;
        struct ask ask = {.solver = solver, .text = text, .n = strlen(text), .limits = limits};
        asker_ask(asker, &ask, on_forked, &rehearsal);
        while (rehearsal.n < n_asked)
            loop_step(loop, UINT64_MAX);
    }
    if (rehearsal.n_right == n)
        preflight->snapshot =
            (double)(n - 1) / ((double)(rehearsal.last - rehearsal.first + 1) / 1e9);
    else if (asker_obstacle(asker) != NULL)
        strbuf_add_text(&preflight->no_snapshot, asker_obstacle(asker));
    else
        strbuf_add_text(&preflight->no_snapshot, "its forks do not answer as it does");
    asker_free(asker);
    run_all(loop);
}

void preflight_run(struct loop *loop, const struct solver *solver, struct preflight *preflight) {
    enum { RESETS = 40, PUSHES = 400, FORKS = 40 };
    const struct rehearsed *pair = choose(solver);
    *preflight =
        (struct preflight){.sat = ANSWER_UNCLEAR, .unsat = ANSWER_UNCLEAR, .sat_script = pair->sat};
    struct ask ask = {.solver = solver,
                      .text = pair->sat,
                      .n = strlen(pair->sat),
                      .wants = {.models = true},
                      .limits = limits};
    ask_spawn(loop, &ask, on_sat, preflight);
    run_all(loop);
    if (!preflight->starts)
        return;
    ask_version(loop, solver, limits.wall_ms, on_version, preflight);
    ask.text = pair->unsat;
    ask.n = strlen(pair->unsat);
    ask.wants.models = false;
    ask_spawn(loop, &ask, on_unsat, preflight);
    run_all(loop);
    if (!preflight_is_good(preflight))
        return;
    if (solver->snapshot.n > 0)
        rehearse_snapshot(loop, solver, FORKS, preflight);
    if (solver->session.n > 0 && words_have(solver->profile.clear, "reset"))
        preflight->reset = rehearse(loop, solver, SESSION_RESET, RESETS);
    if (solver->session.n > 0 && words_have(solver->profile.clear, "push-pop"))
        preflight->push_pop = rehearse(loop, solver, SESSION_PUSH_POP, PUSHES);
}
