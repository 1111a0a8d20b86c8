#include "oracle/inquiry.h"

/* ---- variations ---- */

static bool seed_words(const struct solver *solver, unsigned seed, struct arena *arena,
                       struct words *words) {
    struct strbuf number = {0};
    strbuf_printf(&number, "%u", seed);
    *words = words_fill(arena, solver->profile.seed, "seed", strbuf_text(&number));
    strbuf_free(&number);
    return words->n > 0;
}

/* NAME=VALUE, or NAME alone. */
static bool option_words(const struct solver *solver, unsigned k, struct arena *arena,
                         struct words *words) {
    if (solver->profile.options.n == 0)
        return false;
    struct words row = solver->profile.options.at[k % solver->profile.options.n];
    struct strbuf word = {0};
    strbuf_add_text(&word, row.at[0]);
    if (row.n > 1)
        strbuf_printf(&word, "=%s", row.at[1 + k % (row.n - 1)]);
    const char **at = arena_alloc(arena, 2 * sizeof *at);
    at[0] = arena_copy_text(arena, word.at, word.n);
    at[1] = NULL;
    *words = (struct words){at, 1};
    strbuf_free(&word);
    return true;
}

bool inquiry_variation(const struct solver *solver, unsigned k, struct arena *arena,
                       struct words *words) {
    if (k % 2 == 1 && solver->profile.seed.n > 0)
        return seed_words(solver, k, arena, words);
    return option_words(solver, k / 2, arena, words);
}

/* ---- asking ---- */

struct waiting {
    struct asked *asked;
    bool is_there;
};

static void on_asked(struct asked *asked, void *context) {
    struct waiting *waiting = context;
    *waiting->asked = *asked;
    *asked = (struct asked){0};
    waiting->is_there = true;
}

bool inquiry_ask(const struct oracle_request *request, struct asked *asked, void *context) {
    struct inquiry *inquiry = context;
    struct solver solver = inquiry->solvers[request->solver];
    struct arena arena = {0};
    struct words more;
    if (request->variation > 0) {
        if (!inquiry_variation(&solver, request->variation, &arena, &more)) {
            arena_free(&arena);
            return false;
        }
        solver.spawn = words_with(&arena, solver.spawn, more);
    }
    struct ask ask = {
        .solver = &solver,
        .text = request->text,
        .n = request->n,
        .wants = request->wants,
        .limits = inquiry->limits,
        .wants_stack = request->stack,
    };
    struct waiting waiting = {.asked = asked};
    inquiry->n_asked++;
    ask_spawn(inquiry->loop, &ask, on_asked, &waiting);
    while (!waiting.is_there)
        loop_step(inquiry->loop, UINT64_MAX);
    arena_free(&arena);
    return asked->end != CHILD_NO_START;
}
