#include "gen/place.h"

#include "base/die.h"
#include "eval/goal.h"
#include "lang/attribute.h"

/* ---- sizes of the roots, by a Fenwick tree --------------------------------- */

static uint64_t size_of(const struct places *places, size_t root) {
    return term_size(places->table, places->roots.at[root].body);
}

static void add_to_sums(struct places *places, size_t root, uint64_t more) {
    for (size_t i = root + 1; i <= places->roots.n; i += i & -i)
        places->sums.at[i - 1] += more; /* modulo 2^64: less is more, too */
    places->total += more;
}

static void sum_up(struct places *places) {
    vec_clear(&places->sums);
    vec_extend(&places->sums, places->roots.n);
    if (places->roots.n > 0)
        memset(places->sums.at, 0, places->roots.n * sizeof *places->sums.at);
    places->total = 0;
    for (size_t i = 0; i < places->roots.n; i++)
        add_to_sums(places, i, size_of(places, i));
}

/* The root in which node number k of the whole script is. */
static uint32_t root_of_node(const struct places *places, uint64_t k) {
    size_t step = 1, at = 0;
    while (step * 2 <= places->roots.n)
        step *= 2;
    for (; step > 0; step /= 2)
        if (at + step <= places->roots.n && places->sums.at[at + step - 1] <= k) {
            at += step;
            k -= places->sums.at[at - 1];
        }
    return (uint32_t)at;
}

/* ---------------------------------------------------------------------------- */

static void add_root(struct places *places, uint32_t command) {
    const struct command *c = &places->script.commands.at[command];
    struct place_root root = {.command = command};
    switch ((enum command_kind)c->kind) {
    case COMMAND_ASSERT:
        root.body = c->body;
        break;
    case COMMAND_DEFINE_CONST:
    case COMMAND_DEFINE_FUN:
        root.body = root.original = fun_at(places->table, c->fun)->body;
        break;
    default:
        return;
    }
    vec_push(&places->roots, root);
}

void places_begin(struct places *places, struct term_table *table, const struct seed *seed) {
    size_t n = seed->script.commands.n;
    places->table = table;
    vec_clear(&places->script.commands);
    vec_clear(&places->origins);
    vec_clear(&places->roots);
    vec_extend(&places->script.commands, n);
    memcpy(places->script.commands.at, seed->script.commands.at,
           n * sizeof *seed->script.commands.at);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&places->origins, i + 1);
        add_root(places, i);
    }
    sum_up(places);
}

/* (! t :named n), with nothing else. */
static bool is_just_named(const struct term_table *table, term t) {
    const struct term_node *node = term_at(table, t);
    return node->op == OP_ANNOTATED && list_length(&table->lists, node->payload) == 3 &&
           list_items(&table->lists, node->payload)[1] == ATTRIBUTE_NAMED;
}

size_t places_drop_names(struct places *places) {
    size_t n = 0;
    for (size_t i = 0; i < places->roots.n; i++) {
        struct place_root *root = &places->roots.at[i];
        if (root->original != 0 || !is_just_named(places->table, root->body))
            continue;
        root->body = term_arg(places->table, root->body, 0);
        places->script.commands.at[root->command].body = root->body;
        n++;
    }
    if (n > 0)
        sum_up(places);
    return n;
}

void places_end(struct places *places) {
    for (size_t i = 0; i < places->roots.n; i++) {
        const struct place_root *root = &places->roots.at[i];
        if (root->original != 0) {
            fun f = places->script.commands.at[root->command].fun;
            places->table->funs.at[f].body = root->original;
        }
    }
    vec_clear(&places->roots);
}

void places_release(struct places *places) {
    script_release(&places->script);
    vec_free(&places->origins);
    vec_free(&places->roots);
    vec_free(&places->sums);
    occurrence_release(&places->at);
}

void places_go(struct places *places, uint32_t root) {
    places->root = root;
    places->has_scope = false;
}

bool places_pick(struct places *places, struct rng *rng) {
    if (places->total == 0)
        return false;
    uint32_t root = root_of_node(places, rng_below(rng, places->total));
    places_go(places, root);
    occurrence_pick(places->table, places->roots.at[root].body, rng, &places->at);
    return true;
}

/* The variables around the place, and the parameters of the definition that it is in. */
static varset scope_of_place(struct places *places) {
    struct term_table *table = places->table;
    const struct place_root *root = &places->roots.at[places->root];
    varset scope = occurrence_scope(table, &places->at);
    if (root->original == 0)
        return scope;
    list vars = fun_at(table, places->script.commands.at[root->command].fun)->vars;
    for (uint32_t i = 0; i < list_length(&table->lists, vars); i++)
        scope = varset_union(&table->varsets, scope,
                             term_at(table, list_items(&table->lists, vars)[i])->free);
    return scope;
}

bool places_admit(struct places *places, varset free) {
    if (free == 0)
        return true;
    if (!places->has_scope) {
        places->scope = scope_of_place(places);
        places->has_scope = true;
    }
    return varset_within(&places->table->varsets, free, places->scope);
}

void places_replace(struct places *places, term replacement) {
    struct place_root *root = &places->roots.at[places->root];
    struct command *c = &places->script.commands.at[root->command];
    uint64_t before = size_of(places, places->root);
    root->body = occurrence_replace(places->table, &places->at, replacement);
    if (root->original != 0)
        places->table->funs.at[c->fun].body = root->body;
    else
        c->body = root->body;
    add_to_sums(places, places->root, size_of(places, places->root) - before);
}

/* ---- new assertions -------------------------------------------------------- */

/* The place of check number n among the commands; all of them if there is no check. */
static size_t find_check(const struct places *places, uint64_t n) {
    const struct script *script = &places->script;
    uint64_t n_checks = 0;
    for (size_t i = 0; i < script->commands.n; i++)
        n_checks += goal_is_check(&script->commands.at[i]);
    if (n_checks == 0)
        return script->commands.n;
    n %= n_checks;
    for (size_t i = 0;; i++)
        if (goal_is_check(&script->commands.at[i]) && n-- == 0)
            return i;
}

uint32_t places_check(const struct places *places, uint64_t n) {
    size_t i = find_check(places, n);
    return i == places->script.commands.n ? 0 : places->origins.at[i];
}

void places_insert(struct places *places, size_t at, const struct command *command,
                   uint32_t origin) {
    size_t n = places->script.commands.n;
    vec_extend(&places->script.commands, 1);
    vec_extend(&places->origins, 1);
    struct command *commands = places->script.commands.at;
    memmove(commands + at + 1, commands + at, (n - at) * sizeof *commands);
    memmove(places->origins.at + at + 1, places->origins.at + at,
            (n - at) * sizeof *places->origins.at);
    commands[at] = *command;
    places->origins.at[at] = origin;
    for (size_t i = 0; i < places->roots.n; i++)
        places->roots.at[i].command += places->roots.at[i].command >= at;
}

bool places_add_assertion(struct places *places, uint64_t n, term body) {
    size_t at = find_check(places, n);
    if (at == places->script.commands.n)
        return false;
    REQUIRE(term_sort(places->table, body) == SORT_BOOL);
    places_insert(places, at, &(struct command){.kind = COMMAND_ASSERT, .body = body},
                  places->origins.at[at]);
    vec_push(&places->roots, ((struct place_root){.command = (uint32_t)at, .body = body}));
    sum_up(places);
    return true;
}
