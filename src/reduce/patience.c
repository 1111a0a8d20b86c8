#include "reduce/patience.h"

#include "base/die.h"

#define NS_PER_MS UINT64_C(1000000)

enum {
    FACTOR = 5,      /* times what it took */
    LEAST_MS = 150,  /* and so much more */
    FRESH = 4,       /* times as much for a process that starts for it, */
    FRESH_MS = 2000, /* and so much more: it is asked once */
    AGAIN = 4,       /* times as much for one that is asked again */
    STRETCH_MAX = 32 /* somebody waits for something else than the processor */
};

void patience_init(struct patience *patience, size_t n, uint64_t most_ms) {
    *patience = (struct patience){mem_alloc_zero((n + 1) * sizeof *patience->of), n, most_ms};
    for (size_t i = 0; i < n; i++)
        patience->of[i].stretch = 1;
}

void patience_release(struct patience *patience) {
    mem_free(patience->of);
}

static uint64_t time_of(const struct asked *asked) {
    return asked->cpu_ns > 0 ? asked->cpu_ns : asked->wall_ns;
}

/* Its time is over, and it did not spend it on waiting for the processor. */
static bool is_idle(const struct asked *asked) {
    return asked->end == CHILD_WALL && asked->cpu_ns * STRETCH_MAX < asked->wall_ns;
}

static void note_stretch(struct patience_of *of, const struct asked *asked) {
    if (asked->end != CHILD_WALL && asked->wall_ns > of->longest_ns)
        of->longest_ns = asked->wall_ns;
    if (asked->cpu_ns < NS_PER_MS || is_idle(asked))
        return;
    double now = (double)asked->wall_ns / (double)asked->cpu_ns;
    now = now < 1 ? 1 : now > STRETCH_MAX ? STRETCH_MAX : now;
    of->stretch += (now - of->stretch) / 4;
}

/* From what was taken; who never answered gets as much as the slowest of those who did. */
static void set_limits(struct patience *patience) {
    uint64_t slowest = 0;
    for (size_t i = 0; i < patience->n; i++)
        if (patience->of[i].taken_ns > slowest)
            slowest = patience->of[i].taken_ns;
    for (size_t i = 0; i < patience->n && slowest > 0; i++) {
        struct patience_of *of = &patience->of[i];
        uint64_t ms = FACTOR * (of->taken_ns > 0 ? of->taken_ns : slowest) / NS_PER_MS + LEAST_MS;
        if (of->limit_ms == 0 || ms < of->limit_ms)
            of->limit_ms = ms;
    }
}

void patience_learn(struct patience *patience, const struct asked *asked, const bool *counts) {
    for (size_t i = 0; i < patience->n; i++) {
        patience->of[i].taken_ns = counts[i] ? time_of(&asked[i]) : 0;
        note_stretch(&patience->of[i], &asked[i]);
    }
    set_limits(patience);
}

void patience_adapt(struct patience *patience, const struct asked *asked) {
    for (size_t i = 0; i < patience->n; i++) {
        struct patience_of *of = &patience->of[i];
        uint64_t before = of->taken_ns / 4 * 3, now = time_of(&asked[i]);
        if (of->taken_ns > 0 && now > 0) /* it was asked */
            of->taken_ns = now > before ? now : before;
    }
    set_limits(patience);
}

static uint64_t at_most(const struct patience *patience, uint64_t ms) {
    return patience->most_ms > 0 && ms > patience->most_ms ? patience->most_ms : ms;
}

static uint64_t stretched(const struct patience *patience, size_t solver, uint64_t ms) {
    return at_most(patience, (uint64_t)((double)ms * patience->of[solver].stretch));
}

uint64_t patience_wall_ms(const struct patience *patience, size_t solver) {
    uint64_t ms = patience->of[solver].limit_ms;
    return ms > 0 ? stretched(patience, solver, ms) : patience->most_ms;
}

uint64_t patience_again_ms(const struct patience *patience, size_t solver) {
    uint64_t ms = patience->of[solver].limit_ms;
    return ms > 0 ? stretched(patience, solver, AGAIN * ms) : patience->most_ms;
}

uint64_t patience_fresh_ms(const struct patience *patience, size_t solver) {
    uint64_t ms = patience->of[solver].limit_ms;
    return ms > 0 ? stretched(patience, solver, FRESH * ms + FRESH_MS) : patience->most_ms;
}

bool patience_goes_on(struct patience *patience, size_t solver, const struct asked *asked,
                      uint64_t *wall_ms) {
    struct patience_of *of = &patience->of[solver];
    note_stretch(of, asked);
    if (asked->end != CHILD_WALL || asked->cpu_ns == 0 || of->limit_ms == 0 ||
        asked->cpu_ns >= of->limit_ms * NS_PER_MS / 2 || *wall_ms == patience->most_ms)
        return false;
    if (is_idle(asked) && asked->wall_ns > FACTOR * of->longest_ns + 2 * LEAST_MS * NS_PER_MS)
        return false;
    *wall_ms = at_most(patience, AGAIN * *wall_ms);
    return true;
}
