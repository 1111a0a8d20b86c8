#include "gen/enum_count.h"

#include "base/die.h"
#include "base/hash.h"
#include "base/index.h"
#include "eval/value.h"

/* ---- series ----------------------------------------------------------------- */

/* Makes the numbers of all sizes below n; new ones are 0. */
static void series_make(struct enum_series *series, size_t n) {
    if (n > series->cap) {
        size_t cap = series->cap == 0 ? 64 : series->cap;
        while (cap < n)
            cap *= 2;
        series->at = mem_realloc(series->at, cap * sizeof *series->at);
        series->is_some = mem_realloc(series->is_some, cap);
        memset(series->is_some + series->cap, 0, cap - series->cap);
        series->cap = cap;
    }
    for (; series->n_made < n; series->n_made++)
        mpz_init(series->at[series->n_made]);
}

static void series_release(struct enum_series *series) {
    for (size_t i = 0; i < series->n_made; i++)
        mpz_clear(series->at[i]);
    mem_free(series->at);
    mem_free(series->is_some);
}

static void series_clear(struct enum_series *series) {
    series_release(series);
    *series = (struct enum_series){.end = series->end};
}

const struct enum_series *enum_series_of_list(const struct enum_counts *counts, uint32_t list) {
    const struct enum_list *l = &counts->lists.at[list];
    return l->tail == ENUM_NO_LIST ? &counts->rules[l->head] : &l->series;
}

const mpz_t *enum_count_rule(const struct enum_counts *counts, uint32_t rule, size_t size) {
    return (const mpz_t *)&counts->rules[rule].at[size];
}

const mpz_t *enum_count_list(const struct enum_counts *counts, uint32_t list, size_t size) {
    return (const mpz_t *)&enum_series_of_list(counts, list)->at[size];
}

/* ---- products of blocks ----------------------------------------------------- */

enum {
    BLOCK_MIN = 256, /* below, numbers are multiplied one by one */
    SCRATCH_SIZE = 3 * BLOCK_MIN,
};

/* Bits of the longest number. */
static size_t longest(const struct enum_series *series, size_t from, size_t n) {
    size_t most = 0;
    for (size_t i = from; i < from + n; i++) {
        size_t bits = mpz_sgn(series->at[i]) == 0 ? 0 : mpz_sizeinbase(series->at[i], 2);
        most = bits > most ? bits : most;
    }
    return most;
}

/* Limbs for a sum of n products of numbers of these two blocks. */
static size_t width_of_sums(const struct enum_series *a, size_t i, const struct enum_series *b,
                            size_t k, size_t n) {
    size_t bits = longest(a, i, n) + longest(b, k, n);
    for (; n > 0; n /= 2)
        bits++;
    return (bits + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS;
}

static void pack(const struct enum_series *series, size_t from, size_t n, size_t width,
                 mp_limb_t *to) {
    memset(to, 0, n * width * sizeof *to);
    for (size_t i = 0; i < n; i++) {
        const mp_limb_t *limbs = mpz_limbs_read(series->at[from + i]);
        size_t size = mpz_size(series->at[from + i]);
        if (size > 0)
            memcpy(to + i * width, limbs, size * sizeof *to);
    }
}

static void add_limbs(mpz_t to, const mp_limb_t *limbs, size_t n, unsigned times) {
    mpz_t number;
    while (n > 0 && limbs[n - 1] == 0)
        n--;
    mpz_addmul_ui(to, mpz_roinit_n(number, limbs, (mp_size_t)n), times);
}

/*
 * Adds `times` the product of a[i .. i+n) and b[k .. k+n) to `to`, from i + k on, which is
 * below the horizon. As
 * one product of two large numbers, in which each coefficient has as much room as
 * a coefficient of the product can need.
 */
static void add_product(struct enum_counts *counts, const struct enum_series *a, size_t i,
                        const struct enum_series *b, size_t k, size_t n, unsigned times,
                        struct enum_series *to) {
    size_t n_sums = counts->horizon - i - k;
    n = n_sums < n ? n_sums : n; /* no sum that counts has more of them in it */
    n_sums = n_sums < 2 * n - 1 ? n_sums : 2 * n - 1;
    size_t width = width_of_sums(a, i, b, k, n);
    series_make(to, i + k + n_sums);
    vec_reserve(&counts->left, n * width);
    vec_reserve(&counts->right, n * width);
    vec_reserve(&counts->product, 2 * n * width);
    mp_limb_t *product = counts->product.at;
    pack(a, i, n, width, counts->left.at);
    if (a == b && i == k) {
        mpn_sqr(product, counts->left.at, (mp_size_t)(n * width));
    } else {
        pack(b, k, n, width, counts->right.at);
        mpn_mul_n(product, counts->left.at, counts->right.at, (mp_size_t)(n * width));
    }
    for (size_t c = 0; c < n_sums; c++)
        add_limbs(to->at[i + k + c], product + c * width, width, times);
}

/*
 * The product of a[0 .. n) and b[0 .. n), n a power of two, by three products of halves (Karatsuba):
 * numbers are added much faster than they are multiplied. `scratch` has 4 n numbers.
 */
static void multiply(const mpz_t *a, const mpz_t *b, size_t n, mpz_t *to, mpz_t *scratch) {
    size_t h = n / 2;
    if (n == 1) {
        mpz_mul(to[0], a[0], b[0]);
        return;
    }
    mpz_t *left = scratch, *right = scratch + h, *middle = scratch + n;
    for (size_t i = 0; i < h; i++) {
        mpz_add(left[i], a[i], a[h + i]);
        mpz_add(right[i], b[i], b[h + i]);
    }
    multiply((const mpz_t *)left, (const mpz_t *)right, h, middle, scratch + 2 * n);
    multiply(a, b, h, to, scratch + 2 * n);
    multiply(a + h, b + h, h, to + n, scratch + 2 * n);
    mpz_set_ui(to[n - 1], 0);
    for (size_t i = 0; i < n - 1; i++) {
        mpz_sub(middle[i], middle[i], to[i]);
        mpz_sub(middle[i], middle[i], to[n + i]);
    }
    for (size_t i = 0; i < n - 1; i++)
        mpz_add(to[h + i], to[h + i], middle[i]);
}

static void add_small_product(struct enum_counts *counts, const struct enum_series *a, size_t i,
                              const struct enum_series *b, size_t k, size_t n, unsigned times,
                              struct enum_series *to) {
    mpz_t *product = counts->scratch;
    while (counts->horizon - i - k <= n / 2) /* of sums that count, none has more of them in it */
        n /= 2;
    multiply((const mpz_t *)a->at + i, (const mpz_t *)b->at + k, n, product, product + 2 * n);
    series_make(to, i + k + 2 * n - 1);
    for (size_t c = 0; c < 2 * n - 1; c++)
        mpz_addmul_ui(to->at[i + k + c], product[c], times);
}

static void add_block(struct enum_counts *counts, const struct enum_series *a, size_t i,
                      const struct enum_series *b, size_t k, size_t n, unsigned times,
                      struct enum_series *to) {
    if (n < BLOCK_MIN)
        add_small_product(counts, a, i, b, k, n, times, to);
    else
        add_product(counts, a, i, b, k, n, times, to);
}

/*
 * One step of the relaxed product: a[s] and b[s] have become known, and to[s]
 * becomes complete. Blocks of length n = 2^p that have become whole are
 * multiplied: they tile the plane of all pairs, and each is taken as soon as
 * both its sides are known and before its first sum is needed.
 *
 *     s = 0:  1 x 1 at (0, 0)
 *     s = 1:  1 x 1 at (0, 1) and (1, 0)
 *     s = 2:  1 x 1 at (0, 2) and (2, 0);  2 x 2 at (1, 1)
 */
static void step(struct enum_counts *counts, const struct enum_series *a,
                 const struct enum_series *b, size_t s, struct enum_series *to) {
    series_make(to, s + 1);
    for (size_t n = 1; (s + 2) % n == 0; n *= 2) {
        if (s + 2 == 2 * n) {
            add_block(counts, a, n - 1, b, n - 1, n, 1, to);
            return;
        }
        if (a == b) {
            add_block(counts, a, n - 1, b, s + 1 - n, n, 2, to);
        } else {
            add_block(counts, a, n - 1, b, s + 1 - n, n, 1, to);
            add_block(counts, a, s + 1 - n, b, n - 1, n, 1, to);
        }
    }
}

/* Where one side has an end, that is all there is to be gone through. */
static void sum(const struct enum_series *a, const struct enum_series *b, size_t s,
                struct enum_series *to) {
    const struct enum_series *finite = a->end < b->end ? a : b, *other = finite == a ? b : a;
    series_make(to, s + 1);
    for (size_t i = 0; i < finite->end && i <= s; i++)
        if (finite->is_some[i] && other->is_some[s - i])
            mpz_addmul(to->at[s], finite->at[i], other->at[s - i]);
}

/* ---- sizes ------------------------------------------------------------------ */

static void extend_rule(struct enum_counts *counts, uint32_t rule, size_t s) {
    const struct enum_rule *r = &counts->grammar->rules.at[rule];
    struct enum_series *series = &counts->rules[rule];
    series_make(series, s + 1);
    for (uint32_t p = r->first; p < r->first + r->n; p++) {
        uint32_t list = counts->list_of[p];
        if (list == ENUM_NO_LIST && s == 0)
            mpz_add_ui(series->at[s], series->at[s], 1);
        else if (list != ENUM_NO_LIST && s > 0)
            mpz_add(series->at[s], series->at[s], *enum_count_list(counts, list, s - 1));
    }
    series->is_some[s] = mpz_sgn(series->at[s]) != 0;
}

static void extend_list(struct enum_counts *counts, struct enum_list *list, size_t s) {
    const struct enum_series *head = &counts->rules[list->head],
                             *tail = enum_series_of_list(counts, list->tail);
    if (head->end == SIZE_MAX && tail->end == SIZE_MAX)
        step(counts, head, tail, s, &list->series);
    else
        sum(head, tail, s, &list->series);
    list->series.is_some[s] = mpz_sgn(list->series.at[s]) != 0;
}

static void extend_node(struct enum_counts *counts, uint32_t node, size_t s) {
    uint32_t n_rules = (uint32_t)counts->grammar->rules.n;
    if (node < n_rules)
        extend_rule(counts, node, s);
    else if (counts->lists.at[node - n_rules].tail != ENUM_NO_LIST)
        extend_list(counts, &counts->lists.at[node - n_rules], s);
}

/* Is it one list, both sides of which have no end? */
static struct enum_list *lone_product(struct enum_counts *counts, const uint32_t *nodes, size_t n) {
    uint32_t n_rules = (uint32_t)counts->grammar->rules.n;
    if (n != 1 || nodes[0] < n_rules)
        return NULL;
    struct enum_list *list = &counts->lists.at[nodes[0] - n_rules];
    return list->tail != ENUM_NO_LIST && counts->rules[list->head].end == SIZE_MAX &&
                   enum_series_of_list(counts, list->tail)->end == SIZE_MAX
               ? list
               : NULL;
}

static void tell(const struct enum_counts *counts, size_t size, size_t n_sizes, size_t group) {
    if (counts->tick != NULL)
        counts->tick(size, n_sizes, group + 1, counts->group_ends.n, counts->tick_context);
}

/*
 * Everything anew, and nothing beyond: group after group, each to the last size. A product that
 * nothing of its own group waits for is then one product.
 */
static void extend_far(struct enum_counts *counts, size_t n_sizes) {
    counts->horizon = n_sizes;
    for (size_t g = 0, first = 0; g < counts->group_ends.n; first = counts->group_ends.at[g++]) {
        const uint32_t *nodes = counts->nodes.at + first;
        size_t n = counts->group_ends.at[g] - first;
        struct enum_list *list = lone_product(counts, nodes, n);
        if (list != NULL) {
            add_product(counts, &counts->rules[list->head], 0,
                        enum_series_of_list(counts, list->tail), 0, n_sizes, 1, &list->series);
            for (size_t s = 0; s < n_sizes; s++)
                list->series.is_some[s] = mpz_sgn(list->series.at[s]) != 0;
            tell(counts, n_sizes - 1, n_sizes, g);
            continue;
        }
        for (size_t s = 0; s < n_sizes; s++) {
            for (size_t i = 0; i < n; i++)
                extend_node(counts, nodes[i], s);
            tell(counts, s, n_sizes, g);
        }
    }
}

/* Nothing is computed any more, and nothing will be left out. */
static void start_anew(struct enum_counts *counts) {
    for (size_t i = 0; i < counts->grammar->rules.n; i++)
        series_clear(&counts->rules[i]);
    for (size_t i = 0; i < counts->lists.n; i++)
        series_clear(&counts->lists.at[i].series);
    mpz_set_ui(counts->total, 0);
    counts->n_sizes = 0;
    counts->horizon = SIZE_MAX;
}

enum { FAR = 128 }; /* sizes */

void enum_counts_extend(struct enum_counts *counts, size_t n_sizes) {
    const struct enum_series *start = &counts->rules[counts->grammar->start];
    bool is_far = n_sizes > FAR + 1 && (counts->n_sizes <= FAR || counts->n_sizes <= n_sizes / 2);
    if (n_sizes <= counts->n_sizes)
        return;
    if (n_sizes > counts->horizon || is_far)
        start_anew(counts);
    if (is_far)
        extend_far(counts, n_sizes);
    for (; counts->n_sizes < n_sizes; counts->n_sizes++) {
        for (size_t i = 0; i < counts->nodes.n && !is_far; i++)
            extend_node(counts, counts->nodes.at[i], counts->n_sizes);
        mpz_add(counts->total, counts->total, start->at[counts->n_sizes]);
    }
}

bool enum_counts_end(const struct enum_counts *counts, size_t *end) {
    *end = counts->rules[counts->grammar->start].end;
    return *end != SIZE_MAX;
}

/*
 * Counts grow by about the same factor from size to size: how many sizes will it take to have
 * more words than this? A little more, so that the guess is seldom too low.
 */
static size_t guess_sizes(const struct enum_counts *counts, const mpz_t index) {
    const struct enum_series *series = &counts->rules[counts->grammar->start];
    double first = (double)mpz_sizeinbase(series->at[FAR / 2], 2),
           last = (double)mpz_sizeinbase(series->at[FAR - 1], 2),
           wanted = (double)mpz_sizeinbase(index, 2);
    double bits = (last - first) / (FAR - 1 - FAR / 2);
    return bits > 0.1 && wanted > last ? FAR + (size_t)((wanted - last) / bits) + 16 : FAR + 1;
}

bool enum_counts_locate(struct enum_counts *counts, const mpz_t index, size_t *size, mpz_t rank) {
    size_t end = counts->rules[counts->grammar->start].end;
    const struct enum_series *series = &counts->rules[counts->grammar->start];
    while (mpz_cmp(counts->total, index) <= 0) {
        if (counts->n_sizes >= end)
            return false;
        bool can_guess = counts->n_sizes == FAR && end == SIZE_MAX;
        enum_counts_extend(counts, can_guess ? guess_sizes(counts, index) : counts->n_sizes + 1);
    }
    mpz_set(rank, index);
    for (*size = 0; mpz_cmp(series->at[*size], rank) <= 0; ++*size)
        mpz_sub(rank, rank, series->at[*size]);
    return true;
}

/* ---- setting up ------------------------------------------------------------- */

/* `known`: the lists, by their parts. */
static uint32_t add_list(struct enum_counts *counts, struct index *known, uint32_t head,
                         uint32_t tail) {
    uint32_t hash = (uint32_t)hash_mix((uint64_t)head << 32 | tail, 1);
    INDEX_EACH(known, hash, id)
    if (counts->lists.at[id - 1].head == head && counts->lists.at[id - 1].tail == tail)
        return id - 1;
    vec_push(&counts->lists, ((struct enum_list){.head = head, .tail = tail}));
    index_insert(known, hash, (uint32_t)counts->lists.n);
    return (uint32_t)counts->lists.n - 1;
}

static uint32_t list_of_production(struct enum_counts *counts, struct index *known,
                                   const struct enum_production *production) {
    uint32_t list = ENUM_NO_LIST;
    for (uint32_t i = production->n; i > 0; i--) {
        enum_symbol x = counts->grammar->symbols.at[production->first + i - 1];
        if (!enum_symbol_is_token(x))
            list = add_list(counts, known, enum_symbol_number(x), list);
    }
    return list;
}

/* Sum of the largest sizes; the ends of all rules in the list must be known. */
static size_t end_of_list(const struct enum_counts *counts, uint32_t list) {
    size_t end = 1;
    for (; list != ENUM_NO_LIST; list = counts->lists.at[list].tail) {
        size_t more = counts->rules[counts->lists.at[list].head].end;
        if (more == SIZE_MAX || end >= SIZE_MAX / 2 || more >= SIZE_MAX / 2)
            return SIZE_MAX;
        end += more - 1;
    }
    return end;
}

/*
 * Rules that lead to themselves have no end, nor have those that lead to them: what
 * is left when all rules are taken away, again and again, whose parts have ends.
 */
static void find_ends(struct enum_counts *counts) {
    const struct enum_grammar *grammar = counts->grammar;
    for (size_t i = 0; i < grammar->rules.n; i++)
        counts->rules[i].end = SIZE_MAX;
    bool changes = true;
    while (changes) {
        changes = false;
        for (size_t i = 0; i < grammar->rules.n; i++) {
            const struct enum_rule *rule = &grammar->rules.at[i];
            size_t end = 0;
            if (counts->rules[i].end != SIZE_MAX)
                continue;
            for (uint32_t p = rule->first; p < rule->first + rule->n; p++) {
                uint32_t list = counts->list_of[p];
                size_t its = list == ENUM_NO_LIST ? 1 : end_of_list(counts, list);
                if (its != SIZE_MAX && list != ENUM_NO_LIST)
                    its++;
                end = its > end ? its : end;
            }
            if (end != SIZE_MAX) {
                counts->rules[i].end = end;
                changes = true;
            }
        }
    }
    for (size_t i = 0; i < counts->lists.n; i++)
        counts->lists.at[i].series.end = end_of_list(counts, (uint32_t)i);
}

enum { NO_NODE = UINT32_MAX };

struct visit {
    uint32_t node;
    uint32_t n_parts; /* of the node, that were looked at */
};

struct search {
    uint32_t *number; /* by node: when it was first seen, from 1; 0: not yet */
    uint32_t *low;    /* the least number known of its group; NO_NODE when that is complete */
    VEC(struct visit) path;
    VEC(uint32_t) waiting; /* for the rest of their group */
};

/* The i-th node that a node is counted from: the lists of a rule, head and tail of a list. */
static uint32_t part_of(const struct enum_counts *counts, uint32_t node, uint32_t i) {
    uint32_t n_rules = (uint32_t)counts->grammar->rules.n;
    if (node < n_rules) {
        const struct enum_rule *rule = &counts->grammar->rules.at[node];
        if (i >= rule->n)
            return NO_NODE;
        uint32_t list = counts->list_of[rule->first + i];
        return list == ENUM_NO_LIST ? node : n_rules + list;
    }
    const struct enum_list *list = &counts->lists.at[node - n_rules];
    if (i == 0)
        return list->head;
    return i == 1 && list->tail != ENUM_NO_LIST ? n_rules + list->tail : NO_NODE;
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Takes the nodes down to this one from those that wait: they are a group. */
static void end_group(struct enum_counts *counts, struct search *search, uint32_t node) {
    size_t first = counts->nodes.n;
    uint32_t member;
    do {
        member = vec_pop(&search->waiting);
        search->low[member] = NO_NODE;
        vec_push(&counts->nodes, member);
    } while (member != node);
    qsort(counts->nodes.at + first, counts->nodes.n - first, sizeof member, by_number);
    vec_push(&counts->group_ends, (uint32_t)counts->nodes.n);
}

/* A node reaches what its part reaches: unless the part has its group, both may be of one. */
static void reaches(struct search *search, uint32_t node, uint32_t part) {
    if (search->low[part] < search->low[node]) /* NO_NODE is not */
        search->low[node] = search->low[part];
}

/*
 * Sets nodes and group_ends: the strongly connected components of the graph of nodes and their
 * parts, each after those it is counted from (Tarjan).
 */
static void find_groups(struct enum_counts *counts) {
    size_t n_nodes = counts->grammar->rules.n + counts->lists.n;
    struct search search = {.number = mem_alloc_zero((n_nodes + 1) * sizeof(uint32_t)),
                            .low = mem_alloc_zero((n_nodes + 1) * sizeof(uint32_t))};
    for (uint32_t root = 0, n_seen = 0; root < n_nodes; root++) {
        if (search.number[root] == 0)
            vec_push(&search.path, ((struct visit){.node = root}));
        while (search.path.n > 0) {
            struct visit *visit = &vec_top(&search.path);
            uint32_t node = visit->node;
            if (visit->n_parts == 0) {
                search.number[node] = search.low[node] = ++n_seen;
                vec_push(&search.waiting, node);
            }
            uint32_t part = part_of(counts, node, visit->n_parts++);
            if (part == NO_NODE) {
                if (search.low[node] == search.number[node])
                    end_group(counts, &search, node);
                (void)vec_pop(&search.path);
                if (search.path.n > 0)
                    reaches(&search, vec_top(&search.path).node, node);
            } else if (search.number[part] == 0) {
                vec_push(&search.path, ((struct visit){.node = part}));
            } else {
                reaches(&search, node, part);
            }
        }
    }
    mem_free(search.number);
    mem_free(search.low);
    vec_free(&search.path);
    vec_free(&search.waiting);
}

struct enum_counts *enum_counts_new(const struct enum_grammar *grammar) {
    struct enum_counts *counts = mem_alloc_zero(sizeof *counts);
    value_use_our_memory();
    counts->grammar = grammar;
    counts->horizon = SIZE_MAX;
    counts->rules = mem_alloc_zero(grammar->rules.n * sizeof *counts->rules);
    struct index known = {0};
    counts->list_of = mem_alloc(grammar->productions.n * sizeof *counts->list_of);
    counts->scratch = mem_alloc(SCRATCH_SIZE * sizeof *counts->scratch);
    for (size_t i = 0; i < SCRATCH_SIZE; i++)
        mpz_init(counts->scratch[i]);
    mpz_init(counts->total);
    for (size_t i = 0; i < grammar->productions.n; i++)
        counts->list_of[i] = list_of_production(counts, &known, &grammar->productions.at[i]);
    index_free(&known);
    find_ends(counts);
    find_groups(counts);
    return counts;
}

void enum_counts_free(struct enum_counts *counts) {
    if (counts == NULL)
        return;
    for (size_t i = 0; i < counts->grammar->rules.n; i++)
        series_release(&counts->rules[i]);
    for (size_t i = 0; i < counts->lists.n; i++)
        series_release(&counts->lists.at[i].series);
    mem_free(counts->rules);
    mem_free(counts->list_of);
    mpz_clear(counts->total);
    vec_free(&counts->lists);
    vec_free(&counts->nodes);
    vec_free(&counts->group_ends);
    vec_free(&counts->left);
    vec_free(&counts->right);
    vec_free(&counts->product);
    for (size_t i = 0; i < SCRATCH_SIZE; i++)
        mpz_clear(counts->scratch[i]);
    mem_free(counts->scratch);
    mem_free(counts);
}
