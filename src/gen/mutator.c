#include "gen/mutator.h"

#include "lang/attribute.h"

static struct mutator *mutator_of(struct gen *gen) {
    if (gen->mutator == NULL) {
        gen->mutator = mem_alloc_zero(sizeof *gen->mutator);
        gen->mutator->table = gen->table;
        gen->mutator->corner.table = gen->table;
    }
    return gen->mutator;
}

void mutator_free(struct mutator *mutator) {
    if (mutator == NULL)
        return;
    spans_release(&mutator->spans);
    places_release(&mutator->places);
    pool_release(&mutator->pool);
    vocabulary_release(&mutator->vocabulary);
    candidates_release(&mutator->candidates);
    corner_release(&mutator->corner);
    strbuf_free(&mutator->note);
    vec_free(&mutator->args);
    vec_free(&mutator->names);
    term_walk_release(&mutator->walk);
    occurrence_counts_release(&mutator->counts);
    mem_free(mutator);
}

static bool has_places(const struct command *c) {
    return c->kind == COMMAND_ASSERT || c->kind == COMMAND_DEFINE_FUN ||
           c->kind == COMMAND_DEFINE_CONST;
}

const char *mutator_refuse(struct gen *gen, const struct seed *seed) {
    (void)gen;
    for (size_t i = 0; i < seed->script.commands.n; i++)
        if (has_places(&seed->script.commands.at[i]))
            return NULL;
    return "it asserts nothing";
}

const char *mutator_begin(struct trail *trail, struct rng *rng) {
    struct mutator *mutator = mutator_of(trail->gen);
    const struct seed *seed = trail->seeds[0];
    const char *reason = mutator_refuse(trail->gen, seed);
    if (reason != NULL)
        return reason;
    spans_begin(&mutator->spans, mutator->table, &seed->script);
    places_begin(&mutator->places, mutator->table, seed);
    vocabulary_begin(&mutator->vocabulary, mutator->table);
    pool_begin(&mutator->pool, mutator->table, seed, &mutator->spans, &mutator->vocabulary);
    if (mutator->pool.n_names > 0 && !mutator->pool.uses_names &&
        places_drop_names(&mutator->places) == mutator->pool.n_names)
        mutator->pool.has_names = false;
    vocabulary_finish(&mutator->vocabulary, rng);
    candidates_begin(&mutator->candidates, mutator->table, &mutator->spans, &mutator->vocabulary);
    mutator->maker = (struct term_maker){
        .table = mutator->table,
        .pool = &mutator->pool,
        .spans = &mutator->spans,
        .vocabulary = &mutator->vocabulary,
        .candidates = &mutator->candidates,
        .corner = &mutator->corner,
    };
    mutator->seed_size = mutator->places.total;
    trail->state = mutator;
    return NULL;
}

void mutator_end(struct trail *trail) {
    struct mutator *mutator = trail->state;
    places_end(&mutator->places);
}

bool mutator_is_fixed(const struct mutator *mutator) {
    const struct occurrence *at = &mutator->places.at;
    for (size_t i = 0; i < at->path.n; i++)
        if (op_wants_value(term_op(mutator->table, at->above.at[i]), at->path.at[i]))
            return true;
    return false;
}

bool mutator_is_replaceable(struct mutator *mutator) {
    term t = mutator->places.at.at;
    return term_op(mutator->table, t) != OP_ANNOTATED &&
           sort_kind(&mutator->table->sorts, term_sort(mutator->table, t)) != SORT_MAP &&
           !mutator_is_fixed(mutator) && !pool_is_named(&mutator->pool, t);
}

bool mutator_is_full(const struct mutator *mutator) {
    return mutator->places.total > GROWTH * mutator->seed_size + GROWTH_LEAST;
}

/* Is the place in the body of a quantifier with patterns? */
static bool is_under_patterns(const struct mutator *mutator) {
    const struct occurrence *at = &mutator->places.at;
    for (size_t i = 0; i < at->path.n; i++)
        if (term_op(mutator->table, at->above.at[i]) == OP_ANNOTATED &&
            term_n_args(mutator->table, at->above.at[i]) > 1)
            return true;
    return false;
}

static void drop_bound(const struct term_table *table, term binder, u32_vec *variables) {
    size_t kept = 0;
    for (size_t i = 0; i < variables->n; i++) {
        bool is_bound = false;
        for (uint32_t k = 0; k + 1 < term_n_args(table, binder) && !is_bound; k++)
            is_bound = term_at(table, term_arg(table, binder, k))->payload == variables->at[i];
        if (!is_bound)
            variables->at[kept++] = variables->at[i];
    }
    variables->n = kept;
}

/* What has a name has no variables that are bound around it: would that of the place get some? */
static bool would_open_name(const struct mutator *mutator, term replacement) {
    const struct term_table *table = mutator->table;
    const struct occurrence *at = &mutator->places.at;
    bool would = false;
    u32_vec variables = {0};
    varset_members(&table->varsets, term_at(table, replacement)->free, &variables);
    for (size_t i = at->path.n; i > 0 && variables.n > 0 && !would; i--) {
        term around = at->above.at[i - 1];
        if (op_is_binder(term_op(table, around)))
            drop_bound(table, around, &variables);
        would = variables.n > 0 && attribute_gives_name(table, around);
    }
    vec_free(&variables);
    return would;
}

bool mutator_has_room(const struct mutator *mutator, term replacement) {
    if (term_size(mutator->table, replacement) >= SIZE_OF_LET && is_under_patterns(mutator))
        return false;
    if (mutator->pool.has_names && would_open_name(mutator, replacement))
        return false;
    return !mutator_is_full(mutator) || term_size(mutator->table, replacement) <=
                                            term_size(mutator->table, mutator->places.at.at);
}

struct site mutator_site(struct mutator *mutator) {
    term t = mutator->places.at.at;
    return (struct site){
        .command = places_command(&mutator->places),
        .places = &mutator->places,
        .extra = pool_is_pinned(&mutator->pool, t) ? 0 : t,
    };
}

/* ---- notes ----------------------------------------------------------------- */

static void add_symbol(const struct term_table *table, symbol s, struct strbuf *out) {
    enum { MOST = 40 };
    const struct symbol_entry *entry = symbol_at(&table->symbols, s);
    strbuf_add(out, entry->at, entry->n < MOST ? entry->n : MOST);
}

static void add_fun(const struct term_table *table, const char *before, fun f, struct strbuf *out) {
    strbuf_add_text(out, before);
    add_symbol(table, fun_at(table, f)->name, out);
}

static void add_indices(const struct term_table *table, list indices, struct strbuf *out) {
    for (uint32_t i = 0; i < list_length(&table->lists, indices); i++) {
        strbuf_add_char(out, ' ');
        strbuf_add_u64(out, list_items(&table->lists, indices)[i]);
    }
}

void mutator_add_head(const struct term_table *table, term t, struct strbuf *out) {
    const struct term_node *node = term_at(table, t);
    switch (node->op) {
    case OP_VAR:
        add_symbol(table, term_variable_of(table, t)->name, out);
        break;
    case OP_APPLY:
    case OP_FUN_REF:
        add_fun(table, "", node->payload, out);
        break;
    case OP_IS:
        add_fun(table, "is ", node->payload, out);
        break;
    case OP_UPDATE:
        add_fun(table, "update ", node->payload, out);
        break;
    case OP_FORALL:
        strbuf_add_text(out, "forall");
        break;
    case OP_EXISTS:
        strbuf_add_text(out, "exists");
        break;
    default:
        if (op_is_literal((enum op)node->op)) {
            add_symbol(table, node->payload, out);
        } else if (node->op >= OP_FIRST_THEORY) {
            add_symbol(table, op_info(table, node->op)->symbol, out);
            add_indices(table, node->payload, out);
        } else {
            strbuf_add_text(out, "term");
        }
    }
}

/* A note is one line. */
static void flatten(struct strbuf *text) {
    for (size_t i = 0; i < text->n; i++)
        if ((unsigned char)text->at[i] < ' ')
            text->at[i] = ' ';
}

void mutator_replace(struct mutator *mutator, term replacement) {
    strbuf_clear(&mutator->note);
    mutator_add_head(mutator->table, mutator->places.at.at, &mutator->note);
    strbuf_add(&mutator->note, " -> ", 4);
    mutator_add_head(mutator->table, replacement, &mutator->note);
    flatten(&mutator->note);
    places_replace(&mutator->places, replacement);
}

bool mutator_change_somewhere(struct trail *trail, struct rng *rng, mutator_change_fn *change) {
    enum { PLACES = 64 };
    struct mutator *mutator = trail->state;
    for (int i = 0; i < PLACES && places_pick(&mutator->places, rng); i++)
        if (change(trail, rng))
            return true;
    return false;
}

void mutator_give(struct mutator *mutator, struct test *test) {
    test->script = &mutator->places.script;
    test->truth = TRUTH_UNKNOWN;
    test->basis = BASIS_NONE;
    test->note = strbuf_text(&mutator->note);
}
