#include "campaign/maker.h"

void maker_init(struct maker *maker, const struct strategy *const *chosen, size_t n,
                const struct gen_settings *settings) {
    *maker = (struct maker){.table = term_table_new(), .n_strategies = n};
    maker->gen = gen_new(maker->table);
    if (settings != NULL)
        maker->gen->settings = *settings;
    maker->render = render_new(maker->table);
    maker->corpora = mem_alloc_zero(n * sizeof *maker->corpora);
    label_cache_open(&maker->cache);
    maker->gen->labels = &maker->cache;
    for (size_t i = 0; i < n; i++) {
        corpus_init(&maker->corpora[i], maker->gen, chosen[i]);
    }
}

void maker_release(struct maker *maker) {
    for (size_t i = maker->n_strategies; i > 0; i--)
        corpus_release(&maker->corpora[i - 1]);
    mem_free(maker->corpora);
    label_cache_close(&maker->cache);
    render_free(maker->render);
    gen_free(maker->gen);
    term_table_free(maker->table);
}

bool maker_add(struct maker *maker, const char *path, struct strbuf *error) {
    return corpus_add(&maker->corpora[0], path, error);
}

void maker_seal(struct maker *maker) {
    for (size_t i = 1; i < maker->n_strategies; i++)
        corpus_share(&maker->corpora[i], &maker->corpora[0]);
}

struct maker *maker_new_seedless(const struct maker *like) {
    const struct strategy **chosen = mem_alloc((like->n_strategies + 1) * sizeof *chosen);
    struct maker *maker = NULL;
    size_t n = 0;
    for (size_t i = 0; i < like->n_strategies; i++)
        if (like->corpora[i].strategy->n_seeds == 0)
            chosen[n++] = like->corpora[i].strategy;
    if (n > 0) {
        maker = mem_alloc(sizeof *maker);
        maker_init(maker, chosen, n, &like->gen->settings);
    }
    mem_free(chosen);
    return maker;
}

void maker_free(struct maker *maker) {
    if (maker != NULL)
        maker_release(maker);
    mem_free(maker);
}

size_t maker_strategy(const struct maker *maker, const char *name) {
    for (size_t i = 0; i < maker->n_strategies; i++)
        if (strcmp(maker->corpora[i].strategy->name, name) == 0)
            return i;
    return SIZE_MAX;
}

size_t maker_n_seeds(const struct maker *maker) {
    return maker->corpora[0].entries.n;
}

/* ---- again ----------------------------------------------------------------- */

static void take_test(struct maker *maker, const struct test *test, struct remade *remade) {
    remade->truth = test->truth;
    remade->basis = test->basis;
    remade->is_dropped = test->dropped != NULL;
    render_test(maker->render, test, &remade->script);
    if (test->witness == NULL)
        return;
    struct printer *printer = printer_new(maker->table);
    printer_set_names(printer, test->fun_names, test->decl_names);
    witness_print(maker->table, test->witness, printer, &remade->witness);
    printer_free(printer);
}

static bool step_to(struct maker *maker, struct trail *trail, uint64_t step, struct remade *remade,
                    struct strbuf *error) {
    struct test test = {0};
    bool good = true;
    while (good && trail->id.step < step)
        good = gen_trail_next(trail, &test);
    if (good) {
        take_test(maker, &test, remade);
        remade->label = trail->id.n_seeds > 0 ? trail->seeds[0]->label : LABEL_NONE;
        gen_trail_recipe(trail, &test, &remade->recipe);
    } else
        strbuf_add_text(error, "the trail ends before this step");
    return good;
}

bool maker_remake_here(struct maker *maker, size_t strategy, const struct test_id *id,
                       struct remade *remade, struct strbuf *error) {
    *remade = (struct remade){0};
    render_forget(maker->render);
    struct trail *trail = corpus_begin_again(&maker->corpora[strategy], id, error);
    bool good = trail != NULL;
    if (good && trail->id.digest != id->digest) {
        strbuf_add_text(error, "it was made with other data files, or among other seeds");
        good = false;
    }
    good = good && step_to(maker, trail, id->step, remade, error);
    gen_trail_end(trail);
    return good;
}

static bool begin_remaking(const struct test_id *id, const struct gen_settings *settings,
                           struct maker *maker, struct remade *remade, struct strbuf *error) {
    const struct strategy *strategy = strategy_find(id->strategy);
    *remade = (struct remade){0};
    if (strategy == NULL)
        strbuf_printf(error, "there is no strategy '%s'", id->strategy);
    else
        maker_init(maker, &strategy, 1, settings);
    return strategy != NULL;
}

bool maker_remake(const struct test_id *id, const struct gen_settings *settings,
                  const char *const *paths, struct remade *remade, struct strbuf *error) {
    struct maker maker;
    if (!begin_remaking(id, settings, &maker, remade, error))
        return false;
    bool good = true;
    for (size_t i = 0; good && i < id->n_seeds; i++)
        good = (i > 0 && id->seeds[i] == id->seeds[i - 1]) || maker_add(&maker, paths[i], error);
    good = good && maker_remake_here(&maker, 0, id, remade, error);
    maker_release(&maker);
    return good;
}

bool maker_remake_among(const struct test_id *id, const struct gen_settings *settings,
                        const char *const *paths, size_t n, struct remade *remade,
                        struct strbuf *error) {
    struct maker maker;
    struct strbuf refused = {0}; /* what is no seed was none in the campaign either */
    if (!begin_remaking(id, settings, &maker, remade, error))
        return false;
    for (size_t i = 0; i < n; i++)
        maker_add(&maker, paths[i], &refused);
    bool good = maker_remake_here(&maker, 0, id, remade, error);
    strbuf_free(&refused);
    maker_release(&maker);
    return good;
}

void remade_release(struct remade *remade) {
    strbuf_free(&remade->script);
    strbuf_free(&remade->witness);
    recipe_release(&remade->recipe);
}
