#include "campaign/lineup.h"

#include "base/hash.h"
#include "base/rng.h"

/* ---- names ----------------------------------------------------------------- */

static bool ends_with(const char *name, size_t n, const char *end) {
    size_t n_end = strlen(end);
    return n > n_end && memcmp(name + n - n_end, end, n_end) == 0;
}

size_t lineup_base_name(const char *name) {
    size_t n = strlen(name);
    if (ends_with(name, n, LINEUP_CHECKS))
        return n - strlen(LINEUP_CHECKS);
    if (ends_with(name, n, LINEUP_OPTIONS))
        return n - strlen(LINEUP_OPTIONS);
    return n;
}

/* ---- which options a solver takes ------------------------------------------ */

struct trial {
    struct drawable drawable;
    struct solver solver;
    bool is_taken;
};

static void on_tried(struct asked *asked, void *context) {
    struct trial *trial = context;
    const struct answers *answers = &asked->answers;
    trial->is_taken =
        asked->end != CHILD_NO_START && answers->checks.n == 1 && !answers->crashed &&
        (answers->checks.at[0].kind == ANSWER_SAT || answers->checks.at[0].kind == ANSWER_UNKNOWN);
}

/* Starts asking whether the solver lives with the words. */
static void try_words(struct loop *loop, struct trial *trial) {
    static const char script[] = "(set-logic ALL)\n(assert true)\n(check-sat)\n";
    struct ask ask = {
        .solver = &trial->solver,
        .text = script,
        .n = sizeof script - 1,
        .limits = {.wall_ms = 10000, .output = 1 << 20, .file_size = 1 << 20, .processes = 64},
    };
    ask_spawn(loop, &ask, on_tried, trial);
}

static const char *option_word(struct arena *arena, const char *name, const char *setting) {
    struct strbuf word = {0};
    strbuf_add_text(&word, name);
    if (setting != NULL)
        strbuf_printf(&word, "=%s", setting);
    const char *copy = arena_copy_text(arena, word.at, word.n);
    strbuf_free(&word);
    return copy;
}

static struct words one_word(struct arena *arena, const char *word) {
    const char **at = arena_alloc(arena, 2 * sizeof *at);
    at[0] = word;
    at[1] = NULL;
    return (struct words){at, 1};
}

void drawables_find(struct loop *loop, const struct solver *solver, struct drawables *drawables,
                    drawable_refused_fn *refused, void *context) {
    enum { AT_ONCE = 4 };
    VEC(struct trial) trials = {0};
    struct arena *arena = &drawables->arena;
    for (size_t row = 0; row < solver->profile.options.n; row++) {
        struct words option = solver->profile.options.at[row];
        for (size_t k = option.n > 1 ? 1 : 0; k < option.n; k++) {
            struct trial trial = {.solver = *solver, .drawable.row = row};
            trial.drawable.word = option_word(arena, option.at[0], k > 0 ? option.at[k] : NULL);
            trial.solver.spawn =
                words_with(arena, solver->spawn, one_word(arena, trial.drawable.word));
            vec_push(&trials, trial);
        }
    }
    for (size_t first = 0; first < trials.n; first += AT_ONCE) {
        for (size_t i = first; i < trials.n && i < first + AT_ONCE; i++)
            try_words(loop, &trials.at[i]);
        while (loop_step(loop, UINT64_MAX))
            ;
    }
    for (size_t i = 0; i < trials.n; i++)
        if (trials.at[i].is_taken)
            vec_push(&drawables->words, trials.at[i].drawable);
        else
            refused(solver, trials.at[i].drawable.word, context);
    vec_free(&trials);
}

void drawables_release(struct drawables *drawables) {
    vec_free(&drawables->words);
    arena_free(&drawables->arena);
}

/* ---- drawing --------------------------------------------------------------- */

static uint64_t hash_text(const char *text) {
    uint64_t hash = 0;
    for (; *text != '\0'; text++)
        hash = hash_mix(hash, (unsigned char)*text);
    return hash;
}

static void make_room(const struct lineup_rules *rules, struct lineup *lineup) {
    size_t most = lineup_most(rules);
    *lineup = (struct lineup){0};
    lineup->solvers = arena_alloc(&lineup->arena, most * sizeof *lineup->solvers);
    lineup->names = arena_alloc(&lineup->arena, most * sizeof *lineup->names);
    lineup->bases = arena_alloc(&lineup->arena, most * sizeof *lineup->bases);
    lineup->is_drawn = arena_alloc(&lineup->arena, most * sizeof *lineup->is_drawn);
}

static void seat_plain(const struct lineup_rules *rules, size_t solver, struct lineup *lineup,
                       size_t seat) {
    lineup->solvers[seat] = rules->solvers[solver];
    lineup->names[seat] = rules->names[solver];
    lineup->bases[seat] = solver;
    lineup->is_drawn[seat] = false;
}

/* The solver with more words, under a name that says so. */
static void seat_drawn(const struct lineup_rules *rules, size_t base, struct words words,
                       const char *kind, struct lineup *lineup) {
    struct arena *arena = &lineup->arena;
    struct strbuf text = {0};
    struct solver *solver = &lineup->solvers[lineup->n];
    struct oracle_solver *name = &lineup->names[lineup->n];
    seat_plain(rules, base, lineup, lineup->n);
    lineup->is_drawn[lineup->n++] = true;
    solver->spawn = words_with(arena, solver->spawn, words);
    if (solver->session.n > 0)
        solver->session = words_with(arena, solver->session, words);
    strbuf_printf(&text, "%s%s", name->name, kind);
    solver->name = name->name = arena_copy_text(arena, text.at, text.n);
    strbuf_clear(&text);
    strbuf_add_text(&text, name->options);
    for (size_t i = 0; i < words.n; i++)
        strbuf_printf(&text, "%s%s", text.n > 0 ? " " : "", words.at[i]);
    name->options = arena_copy_text(arena, strbuf_text(&text), text.n);
    strbuf_free(&text);
}

void lineup_plain(const struct lineup_rules *rules, struct lineup *lineup) {
    make_room(rules, lineup);
    for (; lineup->n < rules->n; lineup->n++)
        seat_plain(rules, lineup->n, lineup, lineup->n);
}

/* One of its ways to check itself, where it has some. */
static void seat_checking(const struct lineup_rules *rules, size_t base, struct rng *rng,
                          struct lineup *lineup) {
    const struct word_lists *checks = &rules->solvers[base].profile.self_checks;
    if (checks->n == 0) {
        seat_plain(rules, base, lineup, lineup->n++);
        return;
    }
    seat_drawn(rules, base, checks->at[rng_below(rng, checks->n)], LINEUP_CHECKS, lineup);
    lineup->is_checked = true;
}

static bool has_row(const struct drawable *const *drawn, size_t n, size_t row) {
    for (size_t i = 0; i < n; i++)
        if (drawn[i]->row == row)
            return true;
    return false;
}

/* One to three words; few, so that a finding says what matters. */
static struct words draw_words(const struct drawables *from, struct rng *rng, struct arena *arena) {
    enum { MOST = 3 };
    const struct drawable *drawn[MOST];
    size_t n = 0, wanted = 1 + rng_below(rng, MOST);
    for (size_t i = 0; i < wanted; i++) {
        const struct drawable *one = &from->words.at[rng_below(rng, from->words.n)];
        if (!has_row(drawn, n, one->row))
            drawn[n++] = one;
    }
    const char **at = arena_alloc(arena, (MOST + 1) * sizeof *at);
    for (size_t i = 0; i < n; i++)
        at[i] = drawn[i]->word;
    at[n] = NULL;
    return (struct words){at, n};
}

/* One of those who have options sits there a second time. */
static void seat_with_options(const struct lineup_rules *rules, struct rng *rng,
                              struct lineup *lineup) {
    size_t n = 0;
    for (size_t i = 0; i < rules->n; i++)
        n += rules->drawables[i].words.n > 0;
    if (n == 0)
        return;
    size_t chosen = rng_below(rng, n);
    for (size_t i = 0; i < rules->n; i++) {
        if (rules->drawables[i].words.n == 0 || chosen-- > 0)
            continue;
        seat_drawn(rules, i, draw_words(&rules->drawables[i], rng, &lineup->arena), LINEUP_OPTIONS,
                   lineup);
        return;
    }
}

void lineup_draw(const struct lineup_rules *rules, const char *strategy, uint64_t trail,
                 struct lineup *lineup) {
    struct rng rng;
    rng_init(&rng, rules->campaign, hash_text("lineup"), hash_text(strategy), trail);
    bool checks = rng_below(&rng, 100) < rules->self_checks;
    if (checks) {
        make_room(rules, lineup);
        for (size_t i = 0; i < rules->n; i++)
            seat_checking(rules, i, &rng, lineup);
    } else
        lineup_plain(rules, lineup);
    if (rules->drawables != NULL)
        seat_with_options(rules, &rng, lineup);
}

void lineup_unseat(const struct lineup_rules *rules, struct lineup *lineup, size_t seat) {
    if (seat >= rules->n) { /* the last one */
        lineup->n--;
        return;
    }
    seat_plain(rules, lineup->bases[seat], lineup, seat);
    lineup->is_checked = false;
    for (size_t i = 0; i < rules->n; i++)
        lineup->is_checked = lineup->is_checked || lineup->is_drawn[i];
}

void lineup_release(struct lineup *lineup) {
    arena_free(&lineup->arena);
    *lineup = (struct lineup){0};
}
