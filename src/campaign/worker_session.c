/*
 * What shows only in a session: its history becomes one incremental script, which is
 * asked of fresh processes, cut down to what is needed, and judged like any other.
 *
 * The history is in this process only, so it cannot be looked into when the campaign goes on another
 * time. If the campaign ends meanwhile, it has a moment more; then the script is kept as it is, for
 * somebody to look at.
 */
#include "campaign/worker_int.h"

#include "base/clock.h"

enum {
    RUNS_MAX = 40,          /* fresh processes spent on cutting one history down */
    TRIES_MAX = 2,          /* histories of one kind that are looked into in vain */
    SCRIPT_MAX = 64 * 1024, /* of what becomes a finding */
    SECONDS_MAX = 10,       /* for cutting one history */
    SHARE = 10,             /* of a worker's time, one in so many parts is for histories, */
    SECONDS_FREE = 10,      /* beyond these */
    TIME_FACTOR = 4,        /* a history may take so many times the time of one test */
    GRACE_MS = 2000,        /* after the end of the campaign */
};

/* A session's answer that is looked for again. */
struct revival {
    struct worker *worker;
    const struct dropped_finding *dropped;
    const struct asked *seen; /* in the session */
    u32_vec queries;          /* those that are needed so far; the last is the test */
    struct inquiry inquiry;
    uint64_t deadline;
    unsigned runs;
    bool is_cut_short; /* by the end of the campaign: more time might show more */
};

/* ---- asking ---------------------------------------------------------------- */

/* Until the campaign is over, and a moment more. */
static uint64_t ms_left(const struct worker *worker) {
    uint64_t deadline = worker->board->deadline, now = clock_monotonic_ns();
    if (deadline == 0)
        return UINT64_MAX;
    deadline += GRACE_MS * UINT64_C(1000000);
    return now < deadline ? (deadline - now) / 1000000 : 0;
}

static bool is_timeout(const struct asked *asked) {
    for (size_t i = 0; i < asked->answers.checks.n; i++)
        if (asked->answers.checks.at[i].kind == ANSWER_TIMEOUT)
            return true;
    return asked->answers.checks.n == 0;
}

/* A fresh process, which has no more time than there is. */
static bool ask_in_time(const struct oracle_request *request, struct asked *asked, void *context) {
    struct revival *revival = context;
    struct child_limits limits = revival->inquiry.limits;
    uint64_t left = ms_left(revival->worker);
    bool is_short = left < UINT64_MAX && (left < limits.wall_ms || limits.wall_ms == 0);
    if (left == 0 || revival->is_cut_short) {
        revival->is_cut_short = true;
        return false;
    }
    if (is_short)
        revival->inquiry.limits.wall_ms = left;
    bool good = inquiry_ask(request, asked, &revival->inquiry);
    revival->inquiry.limits = limits;
    if (is_short && good && is_timeout(asked))
        revival->is_cut_short = true;
    return good;
}

static bool wants_models(const struct asked *seen) {
    for (size_t i = 0; i < seen->fitted.expected.n; i++)
        if (seen->fitted.expected.at[i] == EXPECT_MODEL)
            return true;
    return false;
}

/* ---- does it show? --------------------------------------------------------- */

static enum answer_kind last_answer(const struct asked *asked) {
    size_t n = asked->answers.checks.n;
    return n > 0 ? asked->answers.checks.at[n - 1].kind : ANSWER_UNCLEAR;
}

/* The last model is wrong, by the evaluator alone. */
static bool shows_wrong_model(struct revival *revival, struct strbuf *script,
                              const struct asked *asked) {
    struct hearing_context context;
    const struct oracle_solver *names = &revival->worker->lineup.names[revival->dropped->solver];
    struct oracle_options options = worker_oracle_options(revival->worker, &context, NULL, 0);
    struct oracle_case c = {.text = strbuf_text(script),
                            .n = script->n,
                            .solvers = names,
                            .answers = &asked,
                            .n_solvers = 1};
    struct oracle_verdict verdict = {0};
    options.ask = NULL;
    oracle_judge(&c, &options, &verdict);
    bool shows = false;
    for (size_t i = 0; i < verdict.findings.n; i++)
        shows |= verdict.findings.at[i].bug == BUG_INVALID_MODEL &&
                 verdict.findings.at[i].check + 1 == verdict.n_checks;
    oracle_verdict_release(&verdict);
    return shows;
}

static bool shows(struct revival *revival, struct strbuf *script, const struct asked *asked) {
    switch (revival->dropped->bug) {
    case BUG_CRASH:
        return asked->answers.crashed;
    case BUG_SELF_CHECK:
        return asked->answers.self_check_failed;
    case BUG_INVALID_MODEL:
        return shows_wrong_model(revival, script, asked);
    default:
        return asked->answers.checks.n > 0 && last_answer(asked) == last_answer(revival->seen);
    }
}

/* Do these queries, in one fresh process, still show it? */
static bool try_queries(struct revival *revival, const u32_vec *queries) {
    struct strbuf script = {0};
    struct asked asked = {0};
    bool shown = false;
    if (revival->runs >= RUNS_MAX || clock_monotonic_ns() > revival->deadline)
        return false;
    revival->runs++;
    transcript_script(revival->seen->transcript, queries->at, queries->n, &script);
    struct oracle_request request = {.solver = revival->dropped->solver,
                                     .text = strbuf_text(&script),
                                     .n = script.n,
                                     .wants = {.models = wants_models(revival->seen)}};
    if (ask_in_time(&request, &asked, revival))
        shown = shows(revival, &script, &asked);
    asked_release(&asked);
    strbuf_free(&script);
    return shown;
}

/* ---- cutting --------------------------------------------------------------- */

/* The fewest of the latest queries that show it: 1, 2, 4, ... before the test. False: none do. */
static bool find_start(struct revival *revival) {
    uint32_t first = transcript_first(revival->seen->transcript), test = revival->seen->number;
    for (uint32_t n = 1;; n = n > (test - first) / 4 ? test - first : 4 * n) {
        uint32_t before = n > test - first ? test - first : n;
        vec_clear(&revival->queries);
        for (uint32_t i = test - before; i <= test; i++)
            vec_push(&revival->queries, i);
        if (before > 0 && try_queries(revival, &revival->queries))
            return true;
        if (before == test - first)
            return false;
    }
}

/* Leaves out pieces that are not needed, large ones first. The last query is the test. */
static void cut(struct revival *revival) {
    for (size_t piece = (revival->queries.n - 1) / 2; piece > 0; piece /= 2)
        for (size_t at = 0; at + piece < revival->queries.n;) {
            u32_vec fewer = {0};
            for (size_t i = 0; i < revival->queries.n; i++)
                if (i < at || i >= at + piece)
                    vec_push(&fewer, revival->queries.at[i]);
            if (fewer.n > 1 && try_queries(revival, &fewer)) {
                vec_free(&revival->queries);
                revival->queries = fewer;
            } else {
                vec_free(&fewer);
                at += piece;
            }
        }
}

/* ---- judging the script ----------------------------------------------------- */

/* The worst finding about the last check that accuses the solver, or nobody; NULL: none. */
static struct finding *find_last(const struct revival *revival, struct oracle_verdict *verdict) {
    for (size_t i = 0; i < verdict->findings.n; i++) {
        struct finding *finding = &verdict->findings.at[i];
        bool is_last = finding->check + 1 == verdict->n_checks || finding->bug == BUG_CRASH;
        for (size_t k = 0; k < finding->at_fault.n; k++)
            if (is_last && finding->at_fault.at[k] == revival->dropped->solver)
                return finding;
        if (is_last && finding->at_fault.n == 0)
            return finding;
    }
    return NULL;
}

/* The name under which it is known that a session's oddity was looked into. */
static void print_oddity(const struct dropped_finding *dropped, struct strbuf *out) {
    strbuf_printf(out, "session:%s", dropped->fingerprint);
}

static void send(struct revival *revival, const struct probe *probe, struct strbuf *script,
                 struct asked *answers, struct finding *finding) {
    struct worker *worker = revival->worker;
    struct finding_source source = {worker->lineup.solvers, worker->lineup.names, answers,
                                    worker->lineup.n,       strbuf_text(script),  script->n};
    size_t n = revival->queries.n - 1;
    /* Whether it takes these queries, or only that there are levels, is not looked into. */
    strbuf_printf(&finding->evidence,
                  " A fresh process that is asked about the last formula alone does not show it; "
                  "one that is given this incremental script does. Before that formula it has %zu "
                  "other quer%s, as a session was asked; what of that it takes is not known.",
                  n, n == 1 ? "y" : "ies");
    struct strbuf oddity = {0};
    print_oddity(revival->dropped, &oddity);
    /* A place in the solver is the same whatever came before; else the test says more than the script. */
    if (!finding->is_placed) {
        strbuf_clear(&finding->fingerprint);
        strbuf_add(&finding->fingerprint, oddity.at, oddity.n);
    }
    worker_send_finding(worker, probe, &source, finding);
    worker_mark_sent(worker, strbuf_text(&oddity));
    strbuf_free(&oddity);
}

/* Everybody is asked the whole script, and heard. What is known is known of its last check. */
static bool judge_script(struct revival *revival, const struct probe *probe,
                         const struct oracle_known *known, struct strbuf *script) {
    struct worker *worker = revival->worker;
    size_t n = worker->lineup.n, n_checks = 0;
    struct asked *asked = mem_alloc_zero((n + 1) * sizeof *asked);
    const struct asked **answers = mem_alloc_zero((n + 1) * sizeof *answers);
    bool found = false;
    for (size_t i = 0; i < n; i++) {
        struct oracle_request request = {.solver = i,
                                         .text = strbuf_text(script),
                                         .n = script->n,
                                         .wants = {.models = wants_models(revival->seen)}};
        if (ask_in_time(&request, &asked[i], revival))
            answers[i] = &asked[i];
        n_checks = asked[i].answers.checks.n > n_checks ? asked[i].answers.checks.n : n_checks;
    }
    struct oracle_known *all = mem_alloc_zero((n_checks + 1) * sizeof *all);
    if (n_checks > 0)
        all[n_checks - 1] = *known;
    struct oracle_case c = {.text = strbuf_text(script),
                            .n = script->n,
                            .known = all,
                            .n_known = n_checks,
                            .solvers = worker->lineup.names,
                            .answers = answers,
                            .n_solvers = n};
    struct hearing_context context;
    struct oracle_options options =
        worker_oracle_options(worker, &context, worker->lineup.solvers, n);
    struct oracle_verdict verdict = {0};
    options.is_known = NULL; /* its fingerprint is about more than the test */
    options.ask = ask_in_time;
    options.context = revival;
    oracle_judge(&c, &options, &verdict);
    struct finding *finding = find_last(revival, &verdict);
    if (finding != NULL) {
        send(revival, probe, script, asked, finding);
        found = true;
    }
    oracle_verdict_release(&verdict);
    for (size_t i = 0; i < n; i++)
        asked_release(&asked[i]);
    mem_free(all);
    mem_free(asked);
    mem_free(answers);
    return found;
}

/* A solver that is odd in every session must not keep a worker from all else. */
static bool has_time(const struct worker *worker) {
    uint64_t age = clock_monotonic_ns() - worker->born;
    return worker->revival_ns < SECONDS_FREE * UINT64_C(1000000000) + age / SHARE;
}

/* Is there time, and is the kind neither known nor looked into in vain often enough? */
static bool is_worth_it(struct worker *worker, const struct dropped_finding *dropped) {
    if (!has_time(worker))
        return false;
    struct strbuf fingerprint = {0};
    print_oddity(dropped, &fingerprint);
    bool is_known = worker_has_sent(worker, strbuf_text(&fingerprint));
    size_t n_tries = 0;
    for (size_t i = 0; i < worker->revived.n; i++)
        n_tries += strcmp(worker->revived.at[i], strbuf_text(&fingerprint)) == 0;
    if (!is_known && n_tries < TRIES_MAX)
        vec_push(&worker->revived, mem_copy_text(fingerprint.at, fingerprint.n));
    strbuf_free(&fingerprint);
    return !is_known && n_tries < TRIES_MAX;
}

/* The script of what is needed, as the solver is told it: it stands for itself. */
static void write_script(struct revival *revival, const struct probe *probe,
                         struct strbuf *script) {
    struct strbuf queries = {0};
    struct fitted fitted = {0};
    const struct profile *profile =
        &revival->worker->lineup.solvers[revival->dropped->solver].profile;
    transcript_script(revival->seen->transcript, revival->queries.at, revival->queries.n, &queries);
    fit_script(profile, strbuf_text(&queries), queries.n,
               (struct fit_wants){.models = wants_models(revival->seen)}, &fitted);
    strbuf_add_text(script, WORKER_SESSION_HEAD);
    test_id_print(&probe->id, script);
    strbuf_add_char(script, '\n');
    strbuf_add(script, fitted.text.at, fitted.text.n);
    fitted_release(&fitted);
    strbuf_free(&queries);
}

/* All that the session was asked, the test being the last. */
static void take_all(struct revival *revival) {
    vec_clear(&revival->queries);
    for (uint32_t i = transcript_first(revival->seen->transcript); i <= revival->seen->number; i++)
        vec_push(&revival->queries, i);
}

/* There is no time to find out: what would have to be asked is kept. */
static void keep_open(struct revival *revival, const struct probe *probe, bool is_shown) {
    struct strbuf script = {0}, message = {0};
    write_script(revival, probe, &script);
    size_t n = revival->queries.n - 1;
    strbuf_printf(&message,
                  "%s, in a session behind %zu other quer%s%s; there was no time to confirm it.\n"
                  "momus solve on this file asks fresh processes.",
                  bug_name(revival->dropped->bug), n, n == 1 ? "y" : "ies",
                  is_shown ? ", and once in a fresh process" : "");
    worker_send_exhibit(revival->worker, probe, STORE_CANDIDATE,
                        revival->worker->lineup.names[revival->dropped->solver].name,
                        (struct text_span){message.at, message.n}, &script);
    strbuf_free(&script);
    strbuf_free(&message);
}

/* Is the test, with what was asked before it, still known? */
static bool has_history(const struct asked *seen) {
    return seen->transcript != NULL && seen->number >= transcript_first(seen->transcript) &&
           seen->number < transcript_end(seen->transcript);
}

static enum session_result look_into(struct revival *revival, const struct probe *probe,
                                     const struct oracle_known *known) {
    struct strbuf script = {0};
    bool found = false, is_shown = find_start(revival);
    if (is_shown) {
        cut(revival);
        write_script(revival, probe, &script);
        found = script.n <= SCRIPT_MAX && judge_script(revival, probe, known, &script);
    } else
        take_all(revival);
    strbuf_free(&script);
    if (!found && revival->is_cut_short)
        keep_open(revival, probe, is_shown);
    return found ? SESSION_SHOWS : revival->is_cut_short ? SESSION_OPEN : SESSION_SILENT;
}

enum session_result worker_replay_session(struct worker *worker, struct probe *probe,
                                          const struct oracle_known *known,
                                          const struct dropped_finding *dropped) {
    const struct asked *seen = &probe->answers[dropped->solver];
    if (!has_history(seen) || !is_worth_it(worker, dropped))
        return SESSION_SILENT;
    uint64_t start = clock_monotonic_ns();
    struct revival revival = {
        .worker = worker,
        .dropped = dropped,
        .seen = seen,
        .inquiry = {.loop = &worker->loop,
                    .solvers = worker->lineup.solvers,
                    .n_solvers = worker->lineup.n,
                    .limits = worker->setup->limits},
        .deadline = start + SECONDS_MAX * UINT64_C(1000000000),
    };
    revival.inquiry.limits.wall_ms *= TIME_FACTOR;
    enum session_result result = look_into(&revival, probe, known);
    worker->counts.solver_calls += revival.inquiry.n_asked;
    worker->revival_ns += clock_monotonic_ns() - start;
    vec_free(&revival.queries);
    return result;
}
