/*
 * Unions and intersections: sets of regexes.
 */
#include "eval/regex_int.h"

/* ---- sets of values, sorted ---- */

static int compare_values(const void *a, const void *b) {
    value x = *(const value *)a, y = *(const value *)b;
    return (x > y) - (x < y);
}

static void sort_once(value_vec *items) {
    if (items->n < 2)
        return;
    qsort(items->at, items->n, sizeof *items->at, compare_values);
    size_t kept = 1;
    for (size_t i = 1; i < items->n; i++)
        if (items->at[i] != items->at[kept - 1])
            items->at[kept++] = items->at[i];
    items->n = kept;
}

/* The place of the item, or SIZE_MAX. */
static size_t place_of(const value_vec *items, value item) {
    const value *at = items->n == 0
                          ? NULL
                          : bsearch(&item, items->at, items->n, sizeof *items->at, compare_values);
    return at == NULL ? SIZE_MAX : (size_t)(at - items->at);
}

/* Removes it if it is there. */
static bool take(value_vec *items, value item) {
    size_t place = place_of(items, item);
    if (place == SIZE_MAX)
        return false;
    memmove(&items->at[place], &items->at[place + 1], (items->n - place - 1) * sizeof *items->at);
    items->n--;
    return true;
}

/* Does it have something and its complement? */
static bool has_opposites(const struct value_table *values, const value_vec *items) {
    for (size_t i = 0; i < items->n; i++)
        if (regex_kind(values, items->at[i]) == REGEX_COMP &&
            place_of(items, regex_words(values, items->at[i])[0]) != SIZE_MAX)
            return true;
    return false;
}

/* Appends the items; of small ones of that kind, what is in them. */
static void flatten(const struct value_table *values, enum regex_kind kind, const value *items,
                    size_t n, value_vec *out) {
    for (size_t i = 0; i < n; i++)
        if (regex_is_small(values, items[i], kind)) {
            uint32_t n_inner;
            const value *inner = value_items(values, items[i], &n_inner);
            for (uint32_t j = 0; j < n_inner; j++)
                vec_push(out, inner[j]);
        } else
            vec_push(out, items[i]);
}

/* ---- union ---- */

/* A union on its way. */
struct uniting {
    value_vec items; /* but for the rest */
    range_vec class; /* single characters */
    bool empty_word;
    bool all;
};

static void unite_class(struct value_table *values, struct uniting *u, value class) {
    uint32_t n;
    const uint64_t *ranges = value_items(values, class, &n);
    if (u->class.n + n > REGEX_COPIED_MAX) {
        vec_push(&u->items, class);
        return;
    }
    range_vec both = {0};
    ranges_unite(u->class.at, (uint32_t)u->class.n, ranges, n, &both);
    vec_free(&u->class);
    u->class.at = both.at;
    u->class.n = both.n;
    u->class.cap = both.cap;
}

static void unite(struct value_table *values, struct uniting *u, value item) {
    struct regex_counted loop = regex_counted(values, item);
    if (regex_is_all(values, item))
        u->all = true;
    else if (regex_is_empty_word(values, item))
        u->empty_word = true;
    else if (regex_kind(values, item) == REGEX_CLASS)
        unite_class(values, u, item);
    else if (loop.min == 0 && loop.max == 1) {
        u->empty_word = true;
        if (regex_kind(values, loop.body) == REGEX_CLASS)
            unite_class(values, u, loop.body);
        else
            vec_push(&u->items, loop.body);
    } else
        vec_push(&u->items, item);
}

/* A loop and what follows it, 0 if nothing does. */
struct run {
    struct regex_counted loop;
    value tail;
};

static bool run_of(const struct value_table *values, value item, struct run *run) {
    value tail = 0;
    if (regex_kind(values, item) == REGEX_CONCAT) {
        const uint64_t *words = regex_words(values, item);
        item = words[0];
        tail = words[1];
    }
    *run = (struct run){regex_counted(values, item), tail};
    return regex_kind(values, item) == REGEX_LOOP;
}

static int compare_runs(const void *a, const void *b) {
    const struct run *x = a, *y = b;
    if (x->loop.body != y->loop.body)
        return x->loop.body > y->loop.body ? 1 : -1;
    if (x->tail != y->tail)
        return x->tail > y->tail ? 1 : -1;
    return (x->loop.min > y->loop.min) - (x->loop.min < y->loop.min);
}

/* b{m,n} t and b{p,q} t are one if no number lies between n and p. */
static bool unite_runs(struct run *a, const struct run *b) {
    if (a->loop.body != b->loop.body || a->tail != b->tail ||
        (a->loop.max != REGEX_NO_MAX && b->loop.min > a->loop.max + 1))
        return false;
    if (b->loop.max > a->loop.max)
        a->loop.max = b->loop.max;
    return true;
}

/* The single characters of the union that a loop of a set of them has, too. */
static void unite_single(struct value_table *values, struct uniting *u, struct run *run) {
    if (run->tail != 0 || u->class.n == 0 || regex_kind(values, run->loop.body) != REGEX_CLASS)
        return;
    uint32_t n;
    const uint64_t *ranges = value_items(values, run->loop.body, &n);
    range_vec both = {0};
    ranges_unite(u->class.at, (uint32_t)u->class.n, ranges, n, &both);
    bool within = both.n == n && memcmp(both.at, ranges, n * sizeof *ranges) == 0;
    bool same = within && u->class.n == n && memcmp(u->class.at, both.at, n * sizeof *ranges) == 0;
    vec_free(&both);
    if (run->loop.min <= 1 ? within : run->loop.min == 2 && same) {
        u->class.n = 0;
        if (run->loop.min > 1)
            run->loop.min = 1;
    }
}

/* b t is b{1,1} t, and t is b{0,0} t: takes them in if they are there and there is no gap. */
static void unite_rounds(struct value_table *values, struct uniting *u, struct run *run) {
    unite_single(values, u, run);
    if (run->loop.min <= 2) {
        value once = run->loop.body;
        if (run->tail != 0) {
            uint64_t words[2] = {run->loop.body, run->tail};
            uint32_t flags = value_at(values, words[0])->aux & value_at(values, words[1])->aux &
                             (REGEX_NULLABLE | REGEX_POSITIVE);
            once = value_find(values, VALUE_REGEX, REGEX_CONCAT | flags, words, 2);
        }
        if (once != 0 && take(&u->items, once) && run->loop.min > 1)
            run->loop.min = 1;
    }
    if (run->loop.min > 1)
        return;
    bool has_none = run->tail == 0 ? u->empty_word : take(&u->items, run->tail);
    if (has_none)
        run->loop.min = 0;
}

/* Unites loops over the same body with the same tail: r{2,3}s and r{4,7}s are r{2,7}s. */
static void unite_loops(struct value_table *values, struct uniting *u) {
    VEC(struct run) runs = {0};
    size_t kept = 0;
    for (size_t i = 0; i < u->items.n; i++) {
        struct run run;
        if (run_of(values, u->items.at[i], &run))
            vec_push(&runs, run);
        else
            u->items.at[kept++] = u->items.at[i];
    }
    u->items.n = kept;
    if (runs.n > 1) {
        qsort(runs.at, runs.n, sizeof *runs.at, compare_runs);
        size_t n = 1;
        for (size_t i = 1; i < runs.n; i++)
            if (!unite_runs(&runs.at[n - 1], &runs.at[i]))
                runs.at[n++] = runs.at[i];
        runs.n = n;
    }
    value_vec united = {0};
    for (size_t i = 0; i < runs.n; i++) {
        struct run *run = &runs.at[i];
        unite_rounds(values, u, run);
        value v = regex_loop(values, run->loop.body, run->loop.min, run->loop.max);
        vec_push(&united, run->tail == 0 ? v : regex_prepend(values, v, run->tail));
    }
    for (size_t i = 0; i < united.n; i++)
        unite(values, u, united.at[i]);
    vec_free(&united);
    vec_free(&runs);
}

static value finish_union(struct value_table *values, struct uniting *u) {
    if (u->class.n > 0)
        vec_push(&u->items, regex_class(values, u->class.at, (uint32_t)u->class.n));
    bool nullable = false, positive = true;
    for (size_t i = 0; i < u->items.n; i++) {
        nullable |= regex_is_nullable(values, u->items.at[i]);
        positive &= regex_has(values, u->items.at[i], REGEX_POSITIVE);
    }
    if (u->items.n == 0)
        return u->empty_word ? regex_empty_word(values) : regex_none(values);
    if (u->empty_word && !nullable) {
        if (u->items.n == 1)
            return regex_make_loop(values, (struct regex_counted){u->items.at[0], 0, 1});
        vec_push(&u->items, regex_empty_word(values));
        nullable = true;
    }
    sort_once(&u->items);
    if (u->items.n == 1)
        return u->items.at[0];
    if (has_opposites(values, &u->items))
        return regex_all(values);
    return regex_make(
        values, REGEX_UNION | (nullable ? REGEX_NULLABLE : 0) | (positive ? REGEX_POSITIVE : 0),
        u->items.at, (uint32_t)u->items.n);
}

/*
 * Flat, if what is in it is small; sets of characters are one, the empty word
 * is dropped if something else has it, loops are united.
 */
value regex_union_of(struct value_table *values, const value *items, size_t n) {
    if (n == 1)
        return items[0];
    struct uniting u = {0};
    value_vec flat = {0};
    flatten(values, REGEX_UNION, items, n, &flat);
    for (size_t i = 0; i < flat.n && !u.all; i++)
        unite(values, &u, flat.at[i]);
    sort_once(&u.items);
    if (!u.all)
        unite_loops(values, &u);
    value result = u.all ? regex_all(values) : finish_union(values, &u);
    vec_free(&flat);
    vec_free(&u.items);
    vec_free(&u.class);
    return result;
}

value regex_union(struct value_table *values, value a, value b) {
    value items[2] = {a, b};
    return regex_union_of(values, items, 2);
}

/* ---- intersection ---- */

/* An intersection on its way. */
struct meeting {
    value_vec items; /* but for the rest */
    value class;     /* single characters, 0 if anything goes */
    bool empty_word, none, nonempty;
    bool all_nullable; /* what was met so far */
};

static void meet_class(struct value_table *values, struct meeting *m, value class) {
    if (m->class != 0) {
        range_vec both = {0};
        uint32_t n_a, n_b;
        const uint64_t *a = value_items(values, m->class, &n_a);
        const uint64_t *b = value_items(values, class, &n_b);
        ranges_meet(a, n_a, b, n_b, &both);
        class = regex_class(values, both.at, (uint32_t)both.n);
        vec_free(&both);
    }
    m->class = class;
    m->none |= regex_is_class_none(values, class);
}

static void meet(struct value_table *values, struct meeting *m, value item) {
    struct regex_counted loop = regex_counted(values, item);
    m->all_nullable &= regex_is_nullable(values, item);
    if (regex_is_empty_word(values, item))
        m->empty_word = true;
    else if (regex_kind(values, item) == REGEX_CLASS)
        meet_class(values, m, item);
    else if (loop.min == 1 && loop.max == REGEX_NO_MAX && loop.body == regex_allchar(values))
        m->nonempty = true;
    else if (!regex_is_all(values, item))
        vec_push(&m->items, item);
}

static value finish_inter(struct value_table *values, struct meeting *m) {
    if (m->empty_word)
        return m->all_nullable ? regex_empty_word(values) : regex_none(values);
    if (m->class != 0)
        vec_push(&m->items, m->class);
    bool nullable = true;
    for (size_t i = 0; i < m->items.n; i++)
        nullable &= regex_is_nullable(values, m->items.at[i]);
    if (m->nonempty && nullable) {
        vec_push(&m->items, regex_loop(values, regex_allchar(values), 1, REGEX_NO_MAX));
        nullable = false;
    }
    sort_once(&m->items);
    if (m->items.n == 0)
        return regex_all(values);
    if (m->items.n == 1)
        return m->items.at[0];
    if (has_opposites(values, &m->items))
        return regex_none(values);
    return regex_make(values, REGEX_INTER | (nullable ? REGEX_NULLABLE : 0), m->items.at,
                      (uint32_t)m->items.n);
}

/*
 * Flat, if what is in it is small; sets of characters are one, and "at least one
 * character" is dropped where something else asks for one.
 */
value regex_inter_of(struct value_table *values, const value *items, size_t n) {
    if (n == 1)
        return items[0];
    struct meeting m = {.all_nullable = true};
    value_vec flat = {0};
    flatten(values, REGEX_INTER, items, n, &flat);
    for (size_t i = 0; i < flat.n && !m.none; i++)
        meet(values, &m, flat.at[i]);
    value result = m.none ? regex_none(values) : finish_inter(values, &m);
    vec_free(&flat);
    vec_free(&m.items);
    return result;
}

value regex_inter(struct value_table *values, value a, value b) {
    value items[2] = {a, b};
    return regex_inter_of(values, items, 2);
}
