/*
 * Matching by an automaton that is built while words are read.
 *
 * A state is a regex: what may still come. Its transitions are found when they
 * are first needed: the derivative by one character is good for a whole range of
 * them, and the state keeps its ranges sorted. A state that is used more than
 * once gets a row for the characters of ASCII, so that a step is one look at
 * memory.
 *
 * Limits. The matcher's own memory is at most about STATES_MAX states and
 * BYTES_MAX bytes; the derivatives that a call makes in the table are at most
 * about NODES_MAX. When it is full it forgets all states, takes what it made out
 * of the table again, and goes on with the state that it is in. What a call has
 * made is also dropped at its end, if it is more than NODES_KEPT.
 */
#include "base/die.h"
#include "base/hash.h"
#include "eval/regex_int.h"

enum {
    ASCII = 128,
    STATES_MAX = 1 << 18,
    BYTES_MAX = 1 << 26,
    NODES_MAX = 1 << 19,
    NODES_KEPT = 1 << 14,
    ROW_AFTER = 2,   /* slow steps out of a state until it gets its row */
    CHARGED = 256,   /* characters for one step of the evaluator */
    WORK_CHARGED = 2 /* pieces of a derivation for one */
};

/* Characters from low to high lead to `to`. */
struct edge {
    uint32_t low, high, to;
};

struct state {
    value regex;
    struct edge *edges; /* ascending */
    uint32_t n_edges, cap_edges;
    uint32_t slow_steps;
    bool nullable;
};

struct regex_matcher {
    struct value_table *values;
    struct deriver *deriver;
    VEC(struct state) states;   /* entry 0 is unused */
    VEC(uint32_t *) rows;       /* of each state: where ASCII leads to; 0 is not known */
    struct index index;         /* of states by their regex */
    struct arena memory;        /* edges and rows */
    size_t bytes;               /* of it */
    struct value_map searchers; /* from a to what finds where a begins, backwards */
    struct value_mark mark;     /* where this call began */
    size_t made_max;            /* nodes made since then that make it full */
};

static uint32_t no_row[ASCII]; /* all zero */

/* ---- states ---- */

static uint32_t hash_of(value a) {
    uint64_t h = hash_mix(a, 2);
    return (uint32_t)(h ^ h >> 32);
}

static void *matcher_alloc(struct regex_matcher *m, size_t size) {
    m->bytes += size;
    return arena_alloc(&m->memory, size);
}

uint32_t regex_state(struct regex_matcher *m, value a) {
    uint32_t hash = hash_of(a);
    INDEX_EACH(&m->index, hash, id)
    if (m->states.at[id].regex == a)
        return id;
    uint32_t id = (uint32_t)m->states.n;
    vec_push(&m->states, ((struct state){.regex = a, .nullable = regex_is_nullable(m->values, a)}));
    vec_push(&m->rows, no_row);
    index_insert(&m->index, hash, id);
    return id;
}

value regex_state_value(const struct regex_matcher *m, uint32_t state) {
    return m->states.at[state].regex;
}

/* STATE_NONE and STATE_ALL, before anything else. */
static void add_first_states(struct regex_matcher *m) {
    if (m->states.n > 0)
        return;
    vec_push(&m->states, (struct state){0});
    vec_push(&m->rows, no_row);
    uint32_t none = regex_state(m, regex_none(m->values));
    uint32_t all = regex_state(m, regex_all(m->values));
    REQUIRE(none == STATE_NONE && all == STATE_ALL);
}

static void forget(struct regex_matcher *m) {
    vec_free(&m->states);
    vec_free(&m->rows);
    index_free(&m->index);
    m->index = (struct index){0};
    arena_free(&m->memory);
    m->bytes = 0;
    value_map_free(&m->searchers);
    m->searchers = (struct value_map){0};
}

struct regex_matcher *regex_matcher_new(struct value_table *values) {
    struct regex_matcher *m = mem_alloc_zero(sizeof *m);
    m->values = values;
    m->deriver = deriver_new();
    return m;
}

void regex_matcher_clear(struct regex_matcher *m) {
    forget(m);
    deriver_free(m->deriver);
    m->deriver = deriver_new();
}

void regex_matcher_free(struct regex_matcher *m) {
    if (m == NULL)
        return;
    forget(m);
    deriver_free(m->deriver);
    mem_free(m);
}

/* Nodes since the call began; words count, too: a union may have many. */
static size_t made(const struct regex_matcher *m) {
    return m->values->nodes.n - m->mark.nodes + (m->values->n_words - m->mark.n_words) / 4;
}

bool regex_matcher_is_full(const struct regex_matcher *m) {
    return m->states.n > STATES_MAX || m->bytes > BYTES_MAX || made(m) > m->made_max;
}

void regex_matcher_begin(struct regex_matcher *m) {
    if (m->states.n > STATES_MAX / 2 || m->bytes > BYTES_MAX / 2)
        forget(m);
    m->mark = value_table_mark(m->values);
    m->made_max = NODES_MAX;
    add_first_states(m);
}

void regex_matcher_end(struct regex_matcher *m) {
    if (made(m) <= NODES_KEPT)
        return;
    regex_matcher_clear(m);
    value_table_rewind(m->values, m->mark);
}

/* ---- transitions ---- */

/* The first edge that does not end before c. */
static uint32_t edge_place(const struct state *state, uint32_t c) {
    uint32_t first = 0, last = state->n_edges;
    while (first < last) {
        uint32_t middle = first + (last - first) / 2;
        if (state->edges[middle].high < c)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

static void add_edge(struct regex_matcher *m, struct state *state, uint32_t place,
                     struct edge edge) {
    if (state->n_edges == state->cap_edges) {
        uint32_t cap = state->cap_edges == 0 ? 2 : state->cap_edges * 2;
        struct edge *edges = matcher_alloc(m, cap * sizeof *edges);
        if (state->n_edges > 0)
            memcpy(edges, state->edges, state->n_edges * sizeof *edges);
        state->edges = edges;
        state->cap_edges = cap;
    }
    memmove(&state->edges[place + 1], &state->edges[place],
            (state->n_edges - place) * sizeof *state->edges);
    state->edges[place] = edge;
    state->n_edges++;
}

static void fill_row(uint32_t *row, const struct edge *edge) {
    for (uint32_t c = edge->low; c <= edge->high && c < ASCII; c++)
        row[c] = edge->to;
}

static void add_row(struct regex_matcher *m, uint32_t state) {
    uint32_t *row = matcher_alloc(m, ASCII * sizeof *row);
    memset(row, 0, ASCII * sizeof *row);
    for (uint32_t i = 0; i < m->states.at[state].n_edges; i++)
        fill_row(row, &m->states.at[state].edges[i]);
    m->rows.at[state] = row;
}

/* A transition that is not known yet; 0 if it takes too much. */
static uint32_t find_edge(struct eval *eval, struct regex_matcher *m, uint32_t state, uint32_t c,
                          uint32_t place) {
    struct edge edge;
    uint64_t work = 0;
    value next = regex_derive(m->deriver, m->values, m->states.at[state].regex, c, &edge.low,
                              &edge.high, &work);
    if (!eval_spend(eval, 1 + work / WORK_CHARGED) || next == VALUE_LIMIT ||
        !eval_may_make(eval, 0))
        return 0;
    edge.to = regex_state(m, next);
    add_edge(m, &m->states.at[state], place, edge);
    if (m->rows.at[state] != no_row)
        fill_row(m->rows.at[state], &edge);
    return edge.to;
}

/* regex_step where the row does not say it. */
static uint32_t slow_step(struct eval *eval, struct regex_matcher *m, uint32_t state, uint32_t c) {
    struct state *s = &m->states.at[state];
    uint32_t place = edge_place(s, c);
    if (c < ASCII && ++s->slow_steps == ROW_AFTER)
        add_row(m, state);
    if (place < s->n_edges && s->edges[place].low <= c)
        return s->edges[place].to;
    return find_edge(eval, m, state, c, place);
}

uint32_t regex_step(struct eval *eval, struct regex_matcher *m, uint32_t state, uint32_t c,
                    uint32_t *low, uint32_t *high) {
    uint32_t next = slow_step(eval, m, state, c);
    if (next != 0) {
        const struct edge *edge = &m->states.at[state].edges[edge_place(&m->states.at[state], c)];
        *low = edge->low;
        *high = edge->high;
    }
    return next;
}

/* ---- going on when it is full ---- */

/* A node of the table, kept while the table is rewound. */
struct kept {
    value old;
    uint32_t aux, n;
    size_t words; /* offset */
};

struct keeping {
    VEC(struct kept) nodes;
    VEC(uint64_t) words;
};

static int compare_kept(const void *a, const void *b) {
    const struct kept *x = a, *y = b;
    return (x->old > y->old) - (x->old < y->old);
}

static bool is_leaf(const struct value_table *values, value a) {
    return regex_kind(values, a) == REGEX_CLASS || regex_kind(values, a) == REGEX_EMPTY;
}

/* The words of a node that are regexes come first. */
static uint32_t n_operands(enum regex_kind kind, uint32_t n) {
    return kind == REGEX_CLASS ? 0 : kind == REGEX_LOOP ? 1 : n;
}

/* What a is made of, as far as it is younger than the mark. */
static void keep(struct regex_matcher *m, value a, struct keeping *keeping) {
    struct value_map seen = {0};
    value_vec stack = {0};
    vec_push(&stack, a);
    while (stack.n > 0) {
        value v = vec_pop(&stack);
        if (v >> 1 < m->mark.nodes || value_map_find(&seen, v) != 0)
            continue;
        value_map_add(&seen, v, v);
        const struct value_node *node = value_at(m->values, v);
        vec_push(&keeping->nodes, ((struct kept){v, node->aux, node->n, keeping->words.n}));
        for (uint32_t i = 0; i < node->n; i++)
            vec_push(&keeping->words, node->words[i]);
        if (!is_leaf(m->values, v))
            for (uint32_t i = 0; i < n_operands(regex_kind(m->values, v), node->n); i++)
                vec_push(&stack, node->words[i]);
    }
    value_map_free(&seen);
    vec_free(&stack);
}

/*
 * Makes the nodes again, in the order in which they were made: operands come
 * before what they are in, and sorted operands stay sorted.
 */
static value remake(struct regex_matcher *m, value a, struct keeping *keeping) {
    struct value_map now = {0};
    if (keeping->nodes.n > 0)
        qsort(keeping->nodes.at, keeping->nodes.n, sizeof *keeping->nodes.at, compare_kept);
    for (size_t i = 0; i < keeping->nodes.n; i++) {
        const struct kept *kept = &keeping->nodes.at[i];
        uint64_t *words = kept->n == 0 ? NULL : &keeping->words.at[kept->words];
        for (uint32_t j = 0; j < n_operands(kept->aux & REGEX_KIND, kept->n); j++) {
            value operand = value_map_find(&now, words[j]);
            words[j] = operand != 0 ? operand : words[j];
        }
        value_map_add(&now, kept->old,
                      value_make(m->values, VALUE_REGEX, kept->aux, words, kept->n));
    }
    value v = value_map_find(&now, a);
    value_map_free(&now);
    return v != 0 ? v : a;
}

/* Forgets everything but the regex of one state, and returns that state's new number. */
static uint32_t restart(struct regex_matcher *m, uint32_t state) {
    value regex = m->states.at[state].regex;
    struct keeping keeping = {0};
    keep(m, regex, &keeping);
    regex_matcher_clear(m);
    value_table_rewind(m->values, m->mark);
    regex = remake(m, regex, &keeping);
    m->made_max = made(m) + NODES_MAX;
    vec_free(&keeping.nodes);
    vec_free(&keeping.words);
    add_first_states(m);
    return regex_state(m, regex);
}

/* A step that may change the number of every other state; 0 if it takes too much. */
static uint32_t next_state(struct eval *eval, struct regex_matcher *m, uint32_t state, uint32_t c) {
    if (regex_matcher_is_full(m))
        state = restart(m, state);
    return slow_step(eval, m, state, c);
}

/* ---- reading words ---- */

static value matches(struct eval *eval, struct regex_matcher *m, value a, const uint32_t *word,
                     uint32_t n) {
    uint32_t state = regex_state(m, a);
    for (uint32_t i = 0; i < n && state > STATE_ALL; i++) {
        uint32_t c = word[i];
        uint32_t next = c < ASCII ? m->rows.at[state][c] : 0;
        if (next == 0)
            next = next_state(eval, m, state, c);
        if (next == 0)
            return VALUE_LIMIT;
        state = next;
    }
    return value_of_bool(m->states.at[state].nullable);
}

value regex_matches(struct eval *eval, value a, const uint32_t *word, uint32_t n) {
    struct regex_matcher *m = eval_matcher(eval);
    if (!eval_spend(eval, n / CHARGED))
        return VALUE_LIMIT;
    regex_matcher_begin(m);
    value result = matches(eval, m, a, word, n);
    regex_matcher_end(m);
    return result;
}

/* ---- finding ---- */

/* Without the empty word, if that is asked for. */
static value sought(struct value_table *values, value a, bool nonempty) {
    if (!nonempty || !regex_is_nullable(values, a))
        return a;
    return regex_inter(values, a, regex_loop(values, regex_allchar(values), 1, REGEX_NO_MAX));
}

/*
 * What has the reversed suffixes of a word that begin with a match of a. So one
 * pass from the end of a word finds everywhere where a match begins.
 */
static value searcher(struct regex_matcher *m, value a) {
    value known = value_map_find(&m->searchers, a);
    if (known != 0)
        return known;
    value reversed = regex_reverse(m->values, a);
    known = regex_concat(m->values, regex_all(m->values), reversed);
    value_map_add(&m->searchers, a, known);
    return known;
}

/* What is told where a match begins: positions come from the last to the first. */
struct begins {
    uint32_t first; /* n + 1 if there is none */
    uint8_t *bits;  /* one for each position, if not NULL */
};

static void note_begin(struct begins *begins, uint32_t i) {
    begins->first = i;
    if (begins->bits != NULL)
        begins->bits[i / 8] |= (uint8_t)(1 << i % 8);
}

/* Where matches begin at or after `from`; false if it takes too much. */
static bool find_begins(struct eval *eval, struct regex_matcher *m, value a, const uint32_t *word,
                        uint32_t n, uint32_t from, struct begins *begins) {
    uint32_t state = regex_state(m, searcher(m, a));
    begins->first = n + 1;
    for (uint32_t i = n;; i--) {
        if (m->states.at[state].nullable)
            note_begin(begins, i);
        if (i == from || state == STATE_NONE)
            return true;
        uint32_t c = word[i - 1];
        uint32_t next = c < ASCII ? m->rows.at[state][c] : 0;
        if (next == 0)
            next = next_state(eval, m, state, c);
        if (next == 0)
            return false;
        state = next;
    }
}

/* The end of the shortest match that begins at `begin`, where one does; false if it takes too much. */
static bool find_end(struct eval *eval, struct regex_matcher *m, value a, const uint32_t *word,
                     uint32_t n, uint32_t begin, uint32_t *end) {
    uint32_t state = regex_state(m, a);
    uint32_t i = begin;
    while (!m->states.at[state].nullable) {
        REQUIRE(i < n);
        uint32_t c = word[i++];
        uint32_t next = c < ASCII ? m->rows.at[state][c] : 0;
        if (next == 0)
            next = next_state(eval, m, state, c);
        if (next == 0)
            return false;
        state = next;
    }
    *end = i;
    return true;
}

value regex_find_begin(struct eval *eval, value a, const uint32_t *word, uint32_t n, uint32_t from,
                       bool nonempty, uint32_t *begin) {
    struct regex_matcher *m = eval_matcher(eval);
    if (from > n)
        return VALUE_FALSE;
    if (!nonempty && regex_is_nullable(m->values, a)) {
        *begin = from;
        return VALUE_TRUE;
    }
    if (!eval_spend(eval, (n - from) / CHARGED))
        return VALUE_LIMIT;
    a = sought(m->values, a, nonempty);
    regex_matcher_begin(m);
    struct begins begins = {0};
    bool done = find_begins(eval, m, a, word, n, from, &begins);
    regex_matcher_end(m);
    if (!done)
        return VALUE_LIMIT;
    *begin = begins.first;
    return value_of_bool(begins.first <= n);
}

value regex_find(struct eval *eval, value a, const uint32_t *word, uint32_t n, uint32_t from,
                 bool nonempty, uint32_t *begin, uint32_t *end) {
    struct regex_matcher *m = eval_matcher(eval);
    value result = regex_find_begin(eval, a, word, n, from, nonempty, begin);
    if (result != VALUE_TRUE)
        return result;
    a = sought(m->values, a, nonempty);
    regex_matcher_begin(m);
    bool done = find_end(eval, m, a, word, n, *begin, end);
    regex_matcher_end(m);
    return done ? VALUE_TRUE : VALUE_LIMIT;
}

static bool find_all(struct eval *eval, struct regex_matcher *m, value a, const uint32_t *word,
                     uint32_t n, const uint8_t *begins, regex_found_vec *found) {
    for (uint32_t i = 0; i < n;)
        if ((begins[i / 8] >> i % 8 & 1) == 0)
            i++;
        else {
            struct regex_found match = {i, i};
            if (!find_end(eval, m, a, word, n, i, &match.end))
                return false;
            vec_push(found, match);
            i = match.end;
        }
    return true;
}

value regex_find_all(struct eval *eval, value a, const uint32_t *word, uint32_t n,
                     regex_found_vec *found) {
    struct regex_matcher *m = eval_matcher(eval);
    if (!eval_spend(eval, n / CHARGED))
        return VALUE_LIMIT;
    a = sought(m->values, a, true);
    struct begins begins = {.bits = mem_alloc_zero(n / 8 + 1)};
    regex_matcher_begin(m);
    bool done = find_begins(eval, m, a, word, n, 0, &begins);
    regex_matcher_end(m);
    if (done) {
        regex_matcher_begin(m);
        done = find_all(eval, m, a, word, n, begins.bits, found);
        regex_matcher_end(m);
    }
    mem_free(begins.bits);
    return done ? VALUE_TRUE : VALUE_LIMIT;
}
