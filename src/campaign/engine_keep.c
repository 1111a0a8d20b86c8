#include <inttypes.h>

#include "base/clock.h"
#include "campaign/engine_int.h"
#include "oracle/version.h"

enum {
    SAMPLE_MS = 5000,  /* between two samples of the counters, at least */
    SAMPLE_PART = 500, /* and at least this part of all the time so far */
};

static void add_counts(struct store_counters *to, const struct store_counters *more) {
#define COUNTER(name, meaning) to->name += more->name;
#include "store/counters.def"
#undef COUNTER
}

void engine_count(struct engine *engine, size_t strategy, const struct store_counters *counts) {
    add_counts(&engine->view.counters, counts);
    add_counts(&engine->view.session, counts);
    if (strategy < engine->schedule.n)
        add_counts(&engine->view.by_strategy[strategy], counts);
    engine->is_dirty = true;
}

/* The longer a campaign runs, the rarer they get: a day takes some 2,000 rows. */
static bool is_sample_due(const struct engine *engine) {
    uint64_t wall = engine->view.counters.wall_ns, gap = wall / SAMPLE_PART;
    uint64_t least = SAMPLE_MS * UINT64_C(1000000);
    return engine->has_news || engine->view.is_stopping ||
           wall - engine->last_sample >= (gap > least ? gap : least);
}

void engine_commit(struct engine *engine) {
    uint64_t now = clock_monotonic_ns();
    uint64_t cpu = clock_cpu_ns() + child_wardens_cpu_ns(), solvers = child_total_cpu_ns();
    struct store_counters time = {.wall_ns = now - engine->last_wall,
                                  .cpu_ns = cpu - engine->last_cpu,
                                  .solver_cpu_ns = solvers - engine->last_solver_cpu};
    if (engine->end == ENGINE_FAILED)
        return;
    engine->last_wall = engine->last_commit = now;
    engine->last_cpu = cpu;
    engine->last_solver_cpu = solvers;
    add_counts(&engine->view.counters, &time);
    add_counts(&engine->view.session, &time);
    store_count(engine->store, "", &time);
    engine->is_dirty = false;
    if (is_sample_due(engine) && store_add_sample(engine->store))
        engine->last_sample = engine->view.counters.wall_ns;
    engine->has_news = false;
    if (!store_commit(engine->store))
        engine_fail(engine, store_error(engine->store));
}

void engine_write_stats(struct engine *engine) {
    engine->last_stats = clock_monotonic_ns();
    if (engine->end != ENGINE_FAILED && !store_write_stats(engine->store))
        engine_fail(engine, store_error(engine->store));
}

size_t engine_strategy(const struct engine *engine, const char *name) {
    for (size_t i = 0; i < engine->schedule.n; i++)
        if (strcmp(engine->settings->strategies[i]->name, name) == 0)
            return i;
    return SIZE_MAX;
}

void engine_count_findings(struct engine *engine) {
    struct arena arena = {0};
    store_strategy_vec counted = {0};
    store_finding_vec findings = {0};
    uint32_t n_new = 0;
    if (!store_strategies(engine->store, &arena, &counted) ||
        !store_findings(engine->store, &arena, &findings))
        engine_fail(engine, store_error(engine->store));
    else {
        for (size_t i = 0; i < counted.n; i++) {
            size_t strategy = engine_strategy(engine, counted.at[i].name);
            if (strategy != SIZE_MAX)
                engine->view.findings_by_strategy[strategy] = counted.at[i].findings;
        }
        for (size_t i = 0; i < findings.n; i++)
            n_new +=
                findings.at[i].number > engine->last_old && findings.at[i].state != STORE_CLOSED;
        engine->view.n_new = n_new;
    }
    vec_free(&counted);
    vec_free(&findings);
    arena_free(&arena);
}

/* What the scheduler gives for it: wrong answers are what a campaign is for. */
static double worth_of(const struct store_finding *finding) {
    enum bug bug = bug_find(finding->class_name, strlen(finding->class_name));
    return bug != BUG_COUNT && bug_severity(bug) == SEVERITY_WRONG ? 16 : 4;
}

void engine_reward(struct engine *engine, const struct store_finding *finding, bool is_new) {
    size_t strategy = engine_strategy(engine, finding->strategy);
    double worth = is_new ? worth_of(finding) : -worth_of(finding);
    struct test_id id;
    if (strategy == SIZE_MAX || engine->settings->is_fair ||
        !test_id_read(finding->test, strlen(finding->test), &id))
        return;
    schedule_reward(&engine->schedule, strategy, worth);
    for (size_t i = 0; i < id.n_seeds && i < finding->seeds.n; i++) {
        char hash[20];
        double score = schedule_reward_seed(&engine->schedule, id.seeds[i], worth);
        snprintf(hash, sizeof hash, "%016" PRIx64, id.seeds[i]);
        struct store_seed seed = {.hash = hash, .path = finding->seeds.at[i], .usable = true};
        if (!store_put_seed(engine->store, &seed) ||
            !store_credit_seed(engine->store, hash, 0, is_new, 0, score))
            engine_fail(engine, store_error(engine->store));
    }
    engine->is_dirty = true;
}

void engine_announce(struct engine *engine, uint32_t number) {
    struct arena arena = {0};
    struct store_finding finding;
    bool there;
    engine->has_news = true;
    engine_commit(engine);
    if (engine->end != ENGINE_FAILED &&
        store_finding(engine->store, number, &arena, &finding, &there) && there) {
        engine->view.last_new_ns = clock_monotonic_ns();
        engine_count_findings(engine);
        engine_reward(engine, &finding, true);
        engine->show(&engine->view, &finding, engine->context);
        if (engine->settings->stops_on_finding)
            engine_stop(engine, ENGINE_STOPPED);
        reducers_add(engine->reducers, &finding);
    }
    arena_free(&arena);
}

/* What a version has mended, and is seen in one that is as new, is not mended. */
static bool reopen(struct engine *engine, uint32_t number, const struct store_report *report) {
    struct arena arena = {0};
    struct store_finding finding;
    store_version_vec versions = {0};
    struct store_match match;
    const char *seen = store_version_at_fault(&report->finding, report->answers, report->n_answers);
    int order;
    bool there = false;
    bool good = store_finding(engine->store, number, &arena, &finding, &there);
    if (good && there && finding.fixed_in != NULL &&
        (good = store_versions(engine->store, number, &arena, &versions)))
        for (size_t i = 0; i < versions.n && good; i++)
            if (strcmp(versions.at[i].solver, finding.fixed_in) == 0 &&
                version_compare(seen, versions.at[i].version, &order) && order >= 0)
                good = store_put_versions(engine->store, number, versions.at, versions.n,
                                          finding.fails_in, NULL, &match);
    vec_free(&versions);
    arena_free(&arena);
    return good;
}

uint32_t engine_keep(struct engine *engine, const struct store_report *report) {
    struct store_match match;
    if (!store_report(engine->store, report, &match) ||
        (match.news == STORE_AGAIN && !reopen(engine, match.number, report))) {
        engine_fail(engine, store_error(engine->store));
        return 0;
    }
    engine->is_dirty = true;
    if (match.news != STORE_NEW)
        return 0;
    if (report->witness != NULL && !store_put_file(engine->store, match.number, STORE_WITNESS,
                                                   report->witness, strlen(report->witness)))
        engine_fail(engine, store_error(engine->store));
    return match.number;
}
