/*
 * bank - data-driven mutation: a term becomes one of its sort from any seed of
 * the corpus (gen/bank.h), so that constants appear that the seed never had.
 * What the new term names is declared on the way, under a name that the seed does
 * not use. Each step goes on from the step before.
 */
#include "gen/bank.h"
#include "gen/mutator.h"

static const char *refuse(struct gen *gen, const struct seed *seed) {
    const char *reason = mutator_refuse(gen, seed);
    if (reason != NULL)
        return reason;
    for (size_t i = 0; i < seed->script.commands.n; i++)
        if (seed->script.commands.at[i].kind == COMMAND_RESET ||
            seed->script.commands.at[i].kind == COMMAND_RESET_ASSERTIONS)
            return "it resets, and new declarations would be gone";
    return NULL;
}

static const char *begin(struct trail *trail, struct rng *rng) {
    struct mutator *mutator;
    if (trail->gen->bank == NULL || term_bank_size(trail->gen->bank) == 0)
        return "the corpus has no terms that could be put into other seeds";
    const char *reason = mutator_begin(trail, rng);
    if (reason != NULL)
        return reason;
    mutator = trail->state;
    trail->id.digest ^= term_bank_digest(trail->gen->bank);
    vec_clear(&mutator->names);
    vec_extend(&mutator->names, mutator->table->funs.n);
    memset(mutator->names.at, 0, mutator->names.n * sizeof *mutator->names.at);
    mutator->n_foreign = 0;
    return NULL;
}

/* ---- what a term needs ----------------------------------------------------- */

/* Is the function declared by the seed, as the spans have it? */
static bool is_own(const struct mutator *mutator, fun f) {
    return span_of_fun(&mutator->spans, f).from != 0;
}

/* The functions of the term go to mutator->args. False if it cannot stand at the place. */
static bool look_over(struct mutator *mutator, term t) {
    const struct term_table *table = mutator->table;
    uint32_t command = places_command(&mutator->places);
    vec_clear(&mutator->args);
    term_walk_begin(&mutator->walk, table);
    term_walk_add(&mutator->walk, t);
    while ((t = term_walk_next(&mutator->walk)) != 0) {
        const struct term_node *node = term_at(table, t);
        if (node->op >= OP_FIRST_THEORY && !vocabulary_welcomes(&mutator->vocabulary, node->op))
            return false;
        if (node->op != OP_APPLY)
            continue;
        if (!is_own(mutator, node->payload))
            vec_push(&mutator->args, node->payload);
        else if (!span_holds(span_of_fun(&mutator->spans, node->payload), command))
            return false;
    }
    return true;
}

static bool is_taken(const struct mutator *mutator, symbol name) {
    const u32_vec *funs = &mutator->spans.ordered_funs;
    for (size_t i = 0; i < funs->n; i++)
        if (fun_at(mutator->table, funs->at[i])->name == name)
            return true;
    return false;
}

/* x!1, x!2, ...: one that the seed does not use. */
static symbol new_name(struct mutator *mutator, fun f) {
    struct term_table *table = mutator->table;
    for (;;) {
        const struct symbol_entry *own = symbol_at(&table->symbols, fun_at(table, f)->name);
        strbuf_clear(&mutator->note);
        strbuf_add(&mutator->note, own->at, own->n);
        strbuf_printf(&mutator->note, "!%u", ++mutator->n_foreign);
        symbol name = symbol_intern(&table->symbols, mutator->note.at, mutator->note.n);
        if (!is_taken(mutator, name))
            return name;
    }
}

/* Declarations stand before everything but the logic and options. */
static void declare(struct mutator *mutator, fun f) {
    const struct script *script = &mutator->places.script;
    size_t at = 0;
    if (mutator->names.at[f] != 0)
        return;
    mutator->names.at[f] = new_name(mutator, f);
    while (at < script->commands.n && (script->commands.at[at].kind == COMMAND_SET_LOGIC ||
                                       script->commands.at[at].kind == COMMAND_SET_OPTION))
        at++;
    places_insert(&mutator->places, at, &(struct command){.kind = COMMAND_DECLARE_FUN, .fun = f},
                  1);
}

/* ---- steps ----------------------------------------------------------------- */

static bool replace_term(struct trail *trail, struct rng *rng) {
    struct mutator *mutator = trail->state;
    size_t n;
    if (!mutator_is_replaceable(mutator))
        return false;
    term before = mutator->places.at.at;
    const term *terms = term_bank_terms(trail->gen->bank, term_sort(mutator->table, before), &n);
    if (n == 0)
        return false;
    term t = terms[rng_below(rng, n)];
    if (t == before || !mutator_has_room(mutator, t) || !look_over(mutator, t))
        return false;
    for (size_t i = 0; i < mutator->args.n; i++)
        declare(mutator, mutator->args.at[i]);
    mutator_replace(mutator, t);
    return true;
}

static bool next(struct trail *trail, struct rng *rng, struct test *test) {
    struct mutator *mutator = trail->state;
    if (!mutator_change_somewhere(trail, rng, replace_term))
        return false;
    mutator_give(mutator, test);
    test->fun_names = mutator->names.at;
    return true;
}

const struct strategy strategy_bank = {
    .name = "bank",
    .summary = "terms replaced by terms of all seeds, their constants declared on the way",
    .n_seeds = 1,
    .n_steps = 100,
    .wants_bank = true,
    .refuse = refuse,
    .begin = begin,
    .next = next,
    .end = mutator_end,
};
