#include "gen/enum_word.h"

#include "base/die.h"
#include "base/hash.h"
#include "base/index.h"

struct enum_walk *enum_walk_new(struct enum_counts *counts) {
    struct enum_walk *walk = mem_alloc_zero(sizeof *walk);
    walk->counts = counts;
    for (size_t i = 0; i < 3; i++)
        mpz_init(walk->scratch[i]);
    return walk;
}

void enum_walk_free(struct enum_walk *walk) {
    if (walk == NULL)
        return;
    for (size_t i = 0; i < walk->ranks.n; i++)
        mpz_clear(walk->ranks.at[i]);
    for (size_t i = 0; i < 3; i++)
        mpz_clear(walk->scratch[i]);
    vec_free(&walk->ranks);
    vec_free(&walk->nodes);
    vec_free(&walk->parts);
    strbuf_free(&walk->text);
    mem_free(walk);
}

/* ---- one node --------------------------------------------------------------- */

/* Can the rule of the list's head have this size, and what follows the rest? */
static bool can_split(const struct enum_counts *counts, uint32_t list, size_t size, size_t rest) {
    const struct enum_list *l = &counts->lists.at[list];
    if (!counts->rules[l->head].is_some[size])
        return false;
    return l->tail == ENUM_NO_LIST ? rest == 0
                                   : enum_series_of_list(counts, l->tail)->is_some[rest] != 0;
}

/* The first sizes for the parts of the list, which can have this size together. */
static void split_first(struct enum_walk *walk, uint32_t list, size_t rest) {
    const struct enum_counts *counts = walk->counts;
    for (; list != ENUM_NO_LIST; list = counts->lists.at[list].tail) {
        size_t size = counts->lists.at[list].tail == ENUM_NO_LIST ? rest : 0;
        while (!can_split(counts, list, size, rest - size))
            size++;
        vec_push(&walk->parts, size);
        rest -= size;
    }
}

/*
 * The next sizes for the parts of the list from place `at` on, which have `rest`
 * together. The last part that can grow grows by as little as possible, and those behind it start
 * again. Lists are short: as long as a production.
 */
static bool split_next(struct enum_walk *walk, uint32_t list, size_t at, size_t rest) {
    const struct enum_counts *counts = walk->counts;
    size_t before = 0, grows_at = SIZE_MAX, grown = 0, grown_rest = 0;
    uint32_t grows = ENUM_NO_LIST;
    for (uint32_t l = list; counts->lists.at[l].tail != ENUM_NO_LIST;
         l = counts->lists.at[l].tail, at++) {
        size_t left = rest - before;
        for (size_t size = walk->parts.at[at] + 1; size <= left; size++)
            if (can_split(counts, l, size, left - size)) {
                grows = l;
                grows_at = at;
                grown = size;
                grown_rest = left - size;
                break;
            }
        before += walk->parts.at[at];
    }
    if (grows == ENUM_NO_LIST)
        return false;
    walk->parts.n = grows_at;
    vec_push(&walk->parts, grown);
    split_first(walk, counts->lists.at[grows].tail, grown_rest);
    return true;
}

static bool is_possible(const struct enum_counts *counts, uint32_t production, size_t size) {
    uint32_t list = counts->list_of[production];
    if (list == ENUM_NO_LIST || size == 0)
        return list == ENUM_NO_LIST && size == 0;
    return enum_series_of_list(counts, list)->is_some[size - 1] != 0;
}

/* The first choice of the node from this production on; false if there is none. */
static bool choose_from(struct enum_walk *walk, struct enum_node *node, uint32_t production) {
    const struct enum_counts *counts = walk->counts;
    const struct enum_rule *rule = &counts->grammar->rules.at[node->rule];
    walk->parts.n = node->parts;
    for (; production < rule->first + rule->n; production++)
        if (is_possible(counts, production, node->size)) {
            node->production = production;
            if (counts->list_of[production] != ENUM_NO_LIST)
                split_first(walk, counts->list_of[production], node->size - 1);
            return true;
        }
    return false;
}

static bool choose_next(struct enum_walk *walk, struct enum_node *node) {
    uint32_t list = walk->counts->list_of[node->production];
    if (list != ENUM_NO_LIST && walk->counts->lists.at[list].tail != ENUM_NO_LIST &&
        split_next(walk, list, node->parts, node->size - 1))
        return true;
    return choose_from(walk, node, node->production + 1);
}

/* ---- by rank ---------------------------------------------------------------- */

static mpz_t *rank_slot(struct enum_walk *walk, size_t i) {
    while (walk->ranks.n <= i) {
        vec_extend(&walk->ranks, 1);
        mpz_init(vec_top(&walk->ranks));
    }
    return &walk->ranks.at[i];
}

/*
 * The size of the head of the list, given the rank of the whole among those of size
 * `rest`; the rank becomes that among those with this size. Looked for from both
 * ends at once: mostly one part has nearly all of the size, the first or the last.
 */
static size_t find_split(struct enum_walk *walk, uint32_t list, size_t rest, mpz_t rank) {
    const struct enum_list *l = &walk->counts->lists.at[list];
    const struct enum_series *head = &walk->counts->rules[l->head],
                             *tail = enum_series_of_list(walk->counts, l->tail);
    mpz_t *count = &walk->scratch[0], *above = &walk->scratch[1];
    mpz_set(*above, *enum_count_list(walk->counts, list, rest)); /* words before `high` */
    for (size_t low = 0, high = rest + 1; low < high;) {
        mpz_mul(*count, head->at[low], tail->at[rest - low]);
        if (mpz_cmp(rank, *count) < 0)
            return low;
        mpz_sub(rank, rank, *count);
        mpz_sub(*above, *above, *count); /* both count from `low` on */
        low++;
        high--;
        mpz_mul(*count, head->at[high], tail->at[rest - high]);
        mpz_sub(*above, *above, *count);
        if (mpz_cmp(rank, *above) >= 0) {
            mpz_sub(rank, rank, *above);
            return high;
        }
    }
    BUG("a rank beyond its size");
}

static uint32_t rule_of_part(const struct enum_counts *counts, uint32_t list, size_t part) {
    while (part-- > 0)
        list = counts->lists.at[list].tail;
    return counts->lists.at[list].head;
}

/*
 * Sizes and ranks of the parts; the rank is used up. The sizes of all parts come first: with
 * those of the parts before a part fixed, which have `ways` words together, each split
 * of the rest stands for that many. Then the words, the first part's being the highest digit.
 */
static void split_ranked(struct enum_walk *walk, uint32_t list, size_t rest, mpz_t rank) {
    const struct enum_counts *counts = walk->counts;
    size_t first = walk->parts.n;
    uint32_t l = list;
    mpz_t ways, which;
    mpz_init_set_ui(ways, 1);
    mpz_init(which);
    for (; counts->lists.at[l].tail != ENUM_NO_LIST; l = counts->lists.at[l].tail) {
        mpz_tdiv_qr(which, rank, rank, ways);
        size_t size = find_split(walk, l, rest, which);
        mpz_addmul(rank, which, ways);
        mpz_mul(ways, ways, *enum_count_rule(counts, counts->lists.at[l].head, size));
        vec_push(&walk->parts, size);
        rest -= size;
    }
    vec_push(&walk->parts, rest);
    for (size_t i = walk->parts.n; i > first; i--) {
        uint32_t rule = rule_of_part(counts, list, i - 1 - first);
        mpz_tdiv_qr(rank, *rank_slot(walk, i - 1), rank,
                    *enum_count_rule(counts, rule, walk->parts.at[i - 1]));
    }
    mpz_clear(ways);
    mpz_clear(which);
}

static void choose_ranked(struct enum_walk *walk, struct enum_node *node, mpz_t rank) {
    const struct enum_counts *counts = walk->counts;
    const struct enum_rule *rule = &counts->grammar->rules.at[node->rule];
    for (uint32_t p = rule->first; p < rule->first + rule->n; p++) {
        uint32_t list = counts->list_of[p];
        node->production = p;
        if (!is_possible(counts, p, node->size))
            continue;
        if (list == ENUM_NO_LIST) {
            if (mpz_sgn(rank) == 0)
                return;
            mpz_sub_ui(rank, rank, 1);
            continue;
        }
        const mpz_t *count = enum_count_list(counts, list, node->size - 1);
        if (mpz_cmp(rank, *count) < 0) {
            split_ranked(walk, list, node->size - 1, rank);
            return;
        }
        mpz_sub(rank, rank, *count);
    }
    BUG("a rank beyond its rule");
}

/* ---- the word --------------------------------------------------------------- */

static void add_token(struct enum_walk *walk, const struct enum_token *token) {
    struct strbuf *text = &walk->text;
    strbuf_reserve(text, token->n + 1);
    if (text->n > 0)
        text->at[text->n++] = ' ';
    memcpy(text->at + text->n, token->at, token->n);
    text->n += token->n;
}

static uint32_t add_node(struct enum_walk *walk, uint32_t rule, size_t size, uint32_t parent,
                         uint32_t place) {
    struct enum_node node = {
        .rule = rule,
        .parent = parent,
        .place = place,
        .size = size,
        .text = walk->text.n,
        .parts = walk->parts.n,
    };
    vec_push(&walk->nodes, node);
    return (uint32_t)walk->nodes.n - 1;
}

/* Its part number `place` counts the rules before it in the production. */
static size_t part_of(const struct enum_grammar *grammar, const struct enum_production *production,
                      uint32_t place) {
    size_t part = 0;
    for (uint32_t i = 0; i < place; i++)
        part += !enum_symbol_is_token(grammar->symbols.at[production->first + i]);
    return part;
}

/* Writes the word on from a node whose choice is made; what follows gets its first choices, or
 * those of the ranks. */
static void write_from(struct enum_walk *walk, uint32_t at, bool is_ranked) {
    const struct enum_grammar *grammar = walk->counts->grammar;
    uint32_t place = 0;
    for (;;) {
        const struct enum_node *node = &walk->nodes.at[at];
        const struct enum_production *production = &grammar->productions.at[node->production];
        if (place == production->n) {
            if (node->parent == at)
                return;
            place = node->place;
            at = node->parent;
            continue;
        }
        enum_symbol symbol = grammar->symbols.at[production->first + place];
        place++;
        if (enum_symbol_is_token(symbol)) {
            add_token(walk, &grammar->tokens.at[enum_symbol_number(symbol)]);
            continue;
        }
        size_t part = node->parts + part_of(grammar, production, place - 1);
        at = add_node(walk, enum_symbol_number(symbol), walk->parts.at[part], at, place);
        place = 0;
        struct enum_node *child = &walk->nodes.at[at];
        if (!is_ranked) {
            if (!choose_from(walk, child, grammar->rules.at[child->rule].first))
                BUG("a rule without a word of a size that it has words of");
        } else {
            mpz_set(walk->scratch[2], walk->ranks.at[part]);
            choose_ranked(walk, child, walk->scratch[2]);
        }
    }
}

static void clear(struct enum_walk *walk) {
    strbuf_clear(&walk->text);
    vec_clear(&walk->nodes);
    vec_clear(&walk->parts);
}

static void look_up(struct enum_walk *walk, size_t size, mpz_t rank) {
    clear(walk);
    walk->size = size;
    add_node(walk, walk->counts->grammar->start, size, 0, 0);
    choose_ranked(walk, &walk->nodes.at[0], rank);
    write_from(walk, 0, true);
}

bool enum_walk_seek_in(struct enum_walk *walk, size_t size, const mpz_t rank) {
    size_t end;
    if (enum_counts_end(walk->counts, &end) && size >= end)
        return false;
    enum_counts_extend(walk->counts, size + 1);
    if (mpz_cmp(rank, *enum_count_rule(walk->counts, walk->counts->grammar->start, size)) >= 0)
        return false;
    mpz_set(walk->scratch[2], rank);
    look_up(walk, size, walk->scratch[2]);
    return true;
}

bool enum_walk_seek(struct enum_walk *walk, const mpz_t index) {
    size_t size;
    if (!enum_counts_locate(walk->counts, index, &size, walk->scratch[2]))
        return false;
    look_up(walk, size, walk->scratch[2]);
    return true;
}

/* The first word of the next size that has any. */
static bool next_size(struct enum_walk *walk) {
    size_t end;
    bool has_end = enum_counts_end(walk->counts, &end);
    uint32_t start = walk->counts->grammar->start;
    do {
        walk->size++;
        if (has_end && walk->size >= end)
            return false;
        enum_counts_extend(walk->counts, walk->size + 1);
    } while (!walk->counts->rules[start].is_some[walk->size]);
    clear(walk);
    add_node(walk, start, walk->size, 0, 0);
    REQUIRE(choose_from(walk, &walk->nodes.at[0], walk->counts->grammar->rules.at[start].first));
    write_from(walk, 0, false);
    return true;
}

bool enum_walk_next(struct enum_walk *walk) {
    for (size_t i = walk->nodes.n; i > 0; i--) {
        struct enum_node *node = &walk->nodes.at[i - 1];
        if (!choose_next(walk, node))
            continue;
        walk->nodes.n = i;
        walk->text.n = node->text;
        write_from(walk, (uint32_t)i - 1, false);
        return true;
    }
    return next_size(walk);
}

/* ---- twice ------------------------------------------------------------------ */

enum { BYTES_COMPARED = 64 << 20 }; /* words that grow with their number would take forever */

bool enum_is_unambiguous(struct enum_counts *counts, size_t n, size_t *first, size_t *second) {
    struct enum_walk *walk = enum_walk_new(counts);
    struct index seen = {0};
    struct strbuf text = {0};
    VEC(size_t) starts = {0};
    bool is_good = true;
    mpz_t zero;
    mpz_init(zero);
    bool goes_on = enum_walk_seek(walk, zero);
    for (size_t i = 0; i < n && goes_on && is_good && text.n < BYTES_COMPARED; i++) {
        uint32_t hash = hash_bytes(walk->text.at, walk->text.n);
        INDEX_EACH(&seen, hash, id) {
            size_t start = starts.at[id - 1], end = id < starts.n ? starts.at[id] : text.n;
            if (is_good && end - start == walk->text.n &&
                (end == start || memcmp(text.at + start, walk->text.at, end - start) == 0)) {
                *first = id - 1;
                *second = i;
                is_good = false;
            }
        }
        index_insert(&seen, hash, (uint32_t)i + 1);
        vec_push(&starts, text.n);
        strbuf_add(&text, walk->text.at, walk->text.n);
        goes_on = enum_walk_next(walk);
    }
    mpz_clear(zero);
    index_free(&seen);
    strbuf_free(&text);
    vec_free(&starts);
    enum_walk_free(walk);
    return is_good;
}
