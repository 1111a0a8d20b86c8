#include "term/occur.h"

#include "base/die.h"

/* Set in a count if the term itself matches. */
#define SELF (UINT64_C(1) << 63)

/* Positions [first, end) of the arguments that paths may lead through. */
struct positions {
    uint32_t first, end;
};

static struct positions open_positions(const struct term_table *table, term t) {
    uint32_t n = term_n_args(table, t);
    enum op op = term_op(table, t);
    if (op_is_binder(op))
        return (struct positions){n - 1, n};
    return (struct positions){0, op == OP_ANNOTATED ? 1 : n};
}

static bool is_open(const struct term_table *table, term t, uint32_t position) {
    struct positions open = open_positions(table, t);
    return position >= open.first && position < open.end;
}

static bool can_be_replaced(const struct term_table *table, term t) {
    return term_op(table, t) != OP_CASE;
}

static void start_at(struct occurrence *occurrence, term root) {
    vec_clear(&occurrence->path);
    vec_clear(&occurrence->above);
    occurrence->at = root;
}

static void step_down(const struct term_table *table, struct occurrence *occurrence,
                      uint32_t position) {
    vec_push(&occurrence->path, position);
    vec_push(&occurrence->above, occurrence->at);
    occurrence->at = term_arg(table, occurrence->at, position);
}

void occurrence_release(struct occurrence *occurrence) {
    vec_free(&occurrence->path);
    vec_free(&occurrence->above);
    vec_free(&occurrence->scratch);
    occurrence->at = 0;
}

bool occurrence_follow(const struct term_table *table, term root, const uint32_t *path, size_t n,
                       struct occurrence *out) {
    start_at(out, root);
    for (size_t i = 0; i < n; i++) {
        if (!is_open(table, out->at, path[i]))
            return false;
        step_down(table, out, path[i]);
    }
    return can_be_replaced(table, out->at);
}

term occurrence_replace(struct term_table *table, struct occurrence *occurrence, term replacement) {
    REQUIRE(term_sort(table, replacement) == term_sort(table, occurrence->at));
    u32_vec *args = &occurrence->scratch;
    term result = replacement;
    if (replacement == occurrence->at)
        return occurrence->path.n > 0 ? occurrence->above.at[0] : replacement;
    for (size_t i = occurrence->path.n; i-- > 0;) {
        term parent = occurrence->above.at[i];
        uint32_t n = term_n_args(table, parent);
        vec_clear(args);
        vec_extend(args, n);
        memcpy(args->at, term_args(table, parent), n * sizeof(term));
        args->at[occurrence->path.at[i]] = result;
        result = term_with_args(table, parent, args->at, n);
    }
    return result;
}

varset occurrence_scope(struct term_table *table, const struct occurrence *occurrence) {
    varset scope = 0;
    for (size_t i = 0; i < occurrence->above.n; i++) {
        term parent = occurrence->above.at[i];
        if (!op_is_binder(term_op(table, parent)))
            continue;
        for (uint32_t v = 0; v + 1 < term_n_args(table, parent); v++)
            scope = varset_union(&table->varsets, scope,
                                 term_at(table, term_arg(table, parent, v))->free);
    }
    return scope;
}

/*
 * What the way down is weighted by: the matching occurrences below a term, or,
 * without counts, all nodes of its tree.
 */
struct weights {
    const struct term_table *table;
    const struct occurrence_counts *counts;
};

static uint64_t counted(const struct occurrence_counts *counts, term t) {
    uint32_t place = term_map_get(&counts->places, t);
    REQUIRE(place != 0);
    return counts->counts.at[place - 1];
}

static uint64_t weight_of(const struct weights *weights, term t) {
    return weights->counts == NULL ? term_size(weights->table, t)
                                   : counted(weights->counts, t) & ~SELF;
}

static uint64_t own_weight(const struct weights *weights, term t) {
    return weights->counts == NULL || (counted(weights->counts, t) & SELF) != 0 ? 1 : 0;
}

/* A weight in units so large that 2^32 of them can be added up; 0 only for 0. */
static uint64_t coarse_weight(const struct weights *weights, term t) {
    enum { UNIT = 33 };
    return (weight_of(weights, t) + (UINT64_C(1) << UNIT) - 1) >> UNIT;
}

/* A random argument of a term whose weight is saturated. */
static uint32_t draw_argument(const struct weights *weights, term t, struct positions among,
                              struct rng *rng) {
    uint64_t sum = 0;
    for (uint32_t i = among.first; i < among.end; i++)
        sum += coarse_weight(weights, term_arg(weights->table, t, i));
    uint64_t k = rng_below(rng, sum);
    for (uint32_t i = among.first;; i++) {
        uint64_t weight = coarse_weight(weights, term_arg(weights->table, t, i));
        if (k < weight)
            return i;
        k -= weight;
    }
}

/*
 * Goes to the k-th node, in pre-order, of those that the weights count. Below
 * a saturated node k is drawn anew, if there is an rng: its old value would
 * always lead to the left. False if this is no place for an occurrence, which
 * happens only without counts.
 */
static bool descend(const struct weights *weights, term root, uint64_t k, struct rng *rng,
                    struct occurrence *out) {
    const struct term_table *table = weights->table;
    start_at(out, root);
    for (;;) {
        uint64_t own = own_weight(weights, out->at);
        if (k < own)
            return can_be_replaced(table, out->at);
        k -= own;
        struct positions among = {0, term_n_args(table, out->at)};
        if (weights->counts != NULL)
            among = open_positions(table, out->at);
        uint32_t i = among.first;
        uint64_t most = weights->counts == NULL ? TERM_SIZE_MAX : OCCURRENCES_MAX;
        if (rng != NULL && weight_of(weights, out->at) == most) {
            i = draw_argument(weights, out->at, among, rng);
            k = rng_below(rng, weight_of(weights, term_arg(table, out->at, i)));
        } else {
            uint64_t weight;
            while (k >= (weight = weight_of(weights, term_arg(table, out->at, i)))) {
                k -= weight;
                i++;
                REQUIRE(i < among.end);
            }
        }
        if (!is_open(table, out->at, i))
            return false;
        step_down(table, out, i);
    }
}

void occurrence_pick(const struct term_table *table, term root, struct rng *rng,
                     struct occurrence *out) {
    enum { TRIES = 32 };
    struct weights sizes = {table, NULL};
    uint64_t size = term_size(table, root);
    for (int i = 0; i < TRIES; i++)
        if (descend(&sizes, root, rng_below(rng, size), rng, out))
            return;
    struct occurrence_counts counts = {0};
    occurrence_counts_begin(&counts, table, NULL, NULL);
    occurrence_counts_add(&counts, root);
    REQUIRE(occurrence_counts_pick(&counts, root, rng, out));
    occurrence_counts_release(&counts);
}

void occurrence_counts_begin(struct occurrence_counts *counts, const struct term_table *table,
                             occurrence_filter *filter, void *context) {
    counts->table = table;
    counts->filter = filter;
    counts->context = context;
    term_walk_begin(&counts->walk, table);
    term_map_clear(&counts->places);
    vec_clear(&counts->counts);
}

static uint64_t count(const struct occurrence_counts *counts, term t) {
    const struct term_table *table = counts->table;
    bool matches = can_be_replaced(table, t) &&
                   (counts->filter == NULL || counts->filter(table, t, counts->context));
    uint64_t sum = matches;
    struct positions open = open_positions(table, t);
    for (uint32_t i = open.first; i < open.end; i++) {
        sum += counted(counts, term_arg(table, t, i)) & ~SELF;
        if (sum > OCCURRENCES_MAX)
            sum = OCCURRENCES_MAX;
    }
    return matches ? sum | SELF : sum;
}

uint64_t occurrence_counts_add(struct occurrence_counts *counts, term root) {
    term t;
    term_walk_add(&counts->walk, root);
    while ((t = term_walk_next(&counts->walk)) != 0) {
        vec_push(&counts->counts, count(counts, t));
        term_map_set(&counts->places, t, (uint32_t)counts->counts.n);
    }
    return counted(counts, root) & ~SELF;
}

void occurrence_counts_find(const struct occurrence_counts *counts, term root, uint64_t k,
                            struct occurrence *out) {
    struct weights weights = {counts->table, counts};
    REQUIRE(k < weight_of(&weights, root));
    REQUIRE(descend(&weights, root, k, NULL, out));
}

bool occurrence_counts_pick(const struct occurrence_counts *counts, term root, struct rng *rng,
                            struct occurrence *out) {
    struct weights weights = {counts->table, counts};
    uint64_t total = weight_of(&weights, root);
    if (total == 0)
        return false;
    REQUIRE(descend(&weights, root, rng_below(rng, total), rng, out));
    return true;
}

void occurrence_counts_release(struct occurrence_counts *counts) {
    term_walk_release(&counts->walk);
    term_map_release(&counts->places);
    vec_free(&counts->counts);
    *counts = (struct occurrence_counts){0};
}
