#include "proc/preflight.h"

#include "base/clock.h"
#include "proc/session.h"

const char preflight_sat_script[] = "(set-logic QF_LIA)\n(declare-const x Int)\n"
                                    "(assert (> x 41))\n(check-sat)\n";
static const char unsat_script[] = "(set-logic QF_LIA)\n(declare-const x Int)\n"
                                   "(assert (and (> x 41) (< x 42)))\n(check-sat)\n";

void preflight_release(struct preflight *preflight) {
    mem_free(preflight->version);
    strbuf_free(&preflight->model);
    strbuf_free(&preflight->why);
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
    fit_script(&solver->profile, preflight_sat_script, strlen(preflight_sat_script), wants,
               &fitted[0]);
    fit_script(&solver->profile, unsat_script, strlen(unsat_script), wants, &fitted[1]);
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

void preflight_run(struct loop *loop, const struct solver *solver, struct preflight *preflight) {
    enum { RESETS = 40, PUSHES = 400 };
    *preflight = (struct preflight){.sat = ANSWER_UNCLEAR, .unsat = ANSWER_UNCLEAR};
    struct ask ask = {.solver = solver,
                      .text = preflight_sat_script,
                      .n = strlen(preflight_sat_script),
                      .wants = {.models = true},
                      .limits = limits};
    ask_spawn(loop, &ask, on_sat, preflight);
    run_all(loop);
    if (!preflight->starts)
        return;
    ask_version(loop, solver, on_version, preflight);
    ask.text = unsat_script;
    ask.n = strlen(unsat_script);
    ask.wants.models = false;
    ask_spawn(loop, &ask, on_unsat, preflight);
    run_all(loop);
    if (solver->session.n == 0 || !preflight_is_good(preflight))
        return;
    if (words_have(solver->profile.clear, "reset"))
        preflight->reset = rehearse(loop, solver, SESSION_RESET, RESETS);
    if (words_have(solver->profile.clear, "push-pop"))
        preflight->push_pop = rehearse(loop, solver, SESSION_PUSH_POP, PUSHES);
}
