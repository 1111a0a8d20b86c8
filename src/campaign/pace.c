#include "campaign/pace.h"

#include "base/alloc.h"

enum {
    FIRST_MS = 250, /* before anything is known */
    LEAST_MS = 16,  /* below that, a start costs more */
    START_MS = 20,  /* what a solver costs that has to be started anew */
    KNOWN = 16,     /* from so many questions on it is known how long they take */
    FADES = 512,    /* after so many what was known counts half */
    DOUBT = 2,      /* questions without an answer that are always added to those that were seen */
    BATCH_MOST = 32,
    BATCH_MOST_MS = 2000, /* of one solver, if all run out of time */
};
#define MS 1e6
#define BATCH_NS 100e6
#define WORTH 0.8       /* of the best rate of answers: what a longer limit must still have */
#define LEISURE_AT 20e9 /* kinds at leisure come in after so long */

/* Of the time, in sixteenths. A test costs several times as much where all is made anew for it. */
static const double shares[PACE_KINDS] = {
    [0] = 4, [PACE_PUSH_POP] = 10, [PACE_LEISURE] = 1, [PACE_LEISURE | PACE_PUSH_POP] = 1};

/* 1, 2, 3, 4, 6, 8, 12, 16, ... ms; times up to the first are below it. */
static uint64_t bound_ms(unsigned i) {
    if (i == 0)
        return 1;
    return i % 2 == 1 ? UINT64_C(2) << (i / 2) : UINT64_C(3) << (i / 2 - 1);
}

void pace_init(struct pace *pace, size_t n_solvers, uint64_t most_ms, bool is_fixed) {
    *pace = (struct pace){.most_ms = most_ms, .is_fixed = is_fixed, .n_solvers = n_solvers};
    pace->records = mem_alloc_zero(2 * n_solvers * sizeof *pace->records);
    for (size_t i = 0; i < 2 * n_solvers; i++)
        pace->records[i].limit_ms = most_ms < FIRST_MS ? most_ms : FIRST_MS;
    for (unsigned kind = 0; kind < PACE_KINDS; kind++)
        pace->spent[kind] = kind & PACE_LEISURE ? LEISURE_AT : 0;
}

void pace_release(struct pace *pace) {
    mem_free(pace->records);
}

/* ---- limits ---------------------------------------------------------------- */

static struct pace_record *record_of(const struct pace *pace, size_t solver, unsigned kind) {
    return &pace->records[2 * solver + (kind & PACE_PUSH_POP ? 1 : 0)];
}

uint64_t pace_brief_ms(const struct pace *pace, size_t solver, unsigned kind) {
    return record_of(pace, solver, kind)->limit_ms;
}

uint64_t pace_limit_ms(const struct pace *pace, size_t solver, unsigned kind) {
    if (pace->is_fixed || (kind & PACE_LEISURE) != 0)
        return pace->most_ms;
    return pace_brief_ms(pace, solver, kind);
}

/*
 * Answers by time for each limit, as if all questions had it. Of those that are still
 * open at a bound, the share that is answered before the next is the same whatever
 * the limits were: so questions that were given up early count as far as they went.
 */
static void rate_limits(const struct pace_record *record, double *rates) {
    double open = 1, time = 0;
    for (unsigned i = 0; i < PACE_BOUNDS; i++) {
        double width = (double)(bound_ms(i) - (i > 0 ? bound_ms(i - 1) : 0)) * MS;
        double share = record->answered[i] / (record->reached[i] + DOUBT);
        time += open * width * (1 - share / 2);
        open *= 1 - share;
        rates[i] = (1 - open) / (time + open * START_MS * MS);
    }
}

static void learn(const struct pace *pace, struct pace_record *record) {
    double rates[PACE_BOUNDS], best = 0;
    rate_limits(record, rates);
    for (unsigned i = 0; i < PACE_BOUNDS; i++)
        best = rates[i] > best ? rates[i] : best;
    unsigned longest = 0;
    for (unsigned i = 0; i < PACE_BOUNDS; i++)
        if (rates[i] >= WORTH * best)
            longest = i;
    uint64_t ms = bound_ms(longest) < LEAST_MS ? LEAST_MS : bound_ms(longest);
    record->limit_ms = ms < pace->most_ms ? ms : pace->most_ms;
}

static void fade(struct pace_record *record) {
    for (unsigned i = 0; i < PACE_BOUNDS; i++) {
        record->answered[i] /= 2;
        record->reached[i] /= 2;
    }
}

void pace_note(struct pace *pace, size_t solver, unsigned kind, uint64_t ns, bool is_answered) {
    struct pace_record *record = record_of(pace, solver, kind);
    unsigned i = 0;
    for (; i + 1 < PACE_BOUNDS && (double)ns >= (double)bound_ms(i) * MS; i++)
        record->reached[i]++;
    if (is_answered) {
        record->reached[i]++;
        record->answered[i]++;
    }
    record->n++;
    if (record->n % FADES == 0)
        fade(record);
    if (record->n % KNOWN == 0)
        learn(pace, record);
}

/* ---- shares ---------------------------------------------------------------- */

unsigned pace_choose(const struct pace *pace, unsigned kinds) {
    unsigned chosen = PACE_KINDS;
    for (unsigned kind = 0; kind < PACE_KINDS; kind++)
        if ((kinds >> kind & 1) != 0 &&
            (chosen == PACE_KINDS || pace->spent[kind] < pace->spent[chosen]))
            chosen = kind;
    return chosen;
}

void pace_spend(struct pace *pace, unsigned kind, uint64_t ns) {
    pace->spent[kind] += (double)ns * 16 / shares[kind];
}

static uint64_t longest_limit_ms(const struct pace *pace, unsigned kind) {
    uint64_t most = 1;
    for (size_t i = 0; i < pace->n_solvers; i++) {
        uint64_t ms = pace_limit_ms(pace, i, kind);
        most = ms > most ? ms : most;
    }
    return most;
}

uint32_t pace_batch(const struct pace *pace, unsigned kind, uint32_t n, uint64_t ns) {
    double wanted = n * BATCH_NS / ((double)ns + 1);
    uint64_t most = 2 * n < BATCH_MOST ? 2 * n : BATCH_MOST;
    uint64_t safe = BATCH_MOST_MS / longest_limit_ms(pace, kind);
    most = safe < most ? safe : most;
    wanted = wanted > (double)most ? (double)most : wanted;
    return wanted < 1 ? 1 : (uint32_t)wanted;
}
