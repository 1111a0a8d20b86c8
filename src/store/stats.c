/* stats.c - stats.json: the counters, for other programs. */
#include "base/die.h"
#include "base/json_text.h"
#include "store/store_int.h"

static json_t *whole(uint64_t n) {
    return json_integer((json_int_t)n);
}

static json_t *seconds(uint64_t ns) {
    return json_real((double)(ns / 1000000) / 1000);
}

static json_t *describe_strategies(const store_strategy_vec *strategies) {
    json_t *all = json_object();
    for (size_t i = 0; i < strategies->n; i++) {
        const struct store_strategy *one = &strategies->at[i];
        if (one->name[0] == '\0')
            continue;
        json_t *object = json_object();
        json_object_set_new(object, "tests", whole(one->counters.tests));
        json_object_set_new(object, "findings", whole(one->findings));
        json_object_set_new(all, one->name, object);
    }
    return all;
}

static json_t *describe(const struct store_totals *totals, const store_strategy_vec *strategies) {
    const struct store_counters *c = &totals->counters;
    const struct {
        const char *name;
        json_t *value;
    } members[] = {
        {"tests", whole(c->tests)},
        {"solver_calls", whole(c->solver_calls)},
        {"seconds", seconds(c->wall_ns)},
        {"cpu_seconds", seconds(c->cpu_ns)},
        {"solver_cpu_seconds", seconds(c->solver_cpu_ns)},
        {"unknown", whole(c->unknown)},
        {"timeouts", whole(c->timeouts)},
        {"refusals", whole(c->refusals)},
        {"errors", whole(c->errors)},
        {"dropped", whole(c->dropped)},
        {"candidates", whole(c->candidates)},
        {"unconfirmed", whole(c->unconfirmed)},
        {"undecided", whole(c->undecided)},
        {"larger_cores", whole(c->larger_cores)},
        {"findings", whole(totals->findings)},
        {"resumed", whole(totals->resumed)},
        {"strategies", describe_strategies(strategies)},
    };
    json_t *all = json_object();
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        json_object_set_new(all, members[i].name, members[i].value);
    return all;
}

bool store_write_stats(struct store *store) {
    REQUIRE(store->mode != STORE_READ);
    struct arena arena = {0};
    store_strategy_vec strategies = {0};
    struct store_totals totals;
    bool good = store_totals(store, &totals) && store_strategies(store, &arena, &strategies);
    if (good) {
        json_t *all = describe(&totals, &strategies);
        struct strbuf lines = {0};
        strbuf_add_json(&lines, all, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
        good = store_end(store, disk_replace(store->disk, store->folder, STORE_STATS, lines.at,
                                             lines.n, &store->error));
        strbuf_free(&lines);
        json_decref(all);
    }
    vec_free(&strategies);
    arena_free(&arena);
    return good;
}
