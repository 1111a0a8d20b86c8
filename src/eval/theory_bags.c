/*
 * Bags: finite multisets, as cvc5 has them. Counts are numbers of any size.
 */
#include "eval/container.h"

struct entries {
    const struct pair *at;
    uint32_t n;
};

static struct entries entries_of(struct eval *eval, value bag) {
    struct entries e;
    e.at = bag_entries(eval_values(eval), bag, &e.n);
    return e;
}

/* Makes the bag of what was collected, which is freed. */
static value finish(struct eval *eval, pair_vec *entries) {
    value made = container_bag(eval, entries->at, entries->n);
    vec_free(entries);
    return made;
}

static const value one = ((value)1 << 1) | 1;
static const value zero = 1;

/* ---- making and combining ---- */

static value empty(struct eval *eval, const struct application *a) {
    (void)a;
    return container_bag(eval, NULL, 0);
}

static value make(struct eval *eval, const struct application *a) {
    struct pair entry = {a->args[0], a->args[1]};
    return container_bag(eval, &entry, 1);
}

static value count_of(struct eval *eval, uint16_t op, value m, value n) {
    bool first_is_less = value_compare(eval_values(eval), m, n) < 0;
    switch (op) {
    case OP_BAG_UNION_MAX:
        return first_is_less ? n : m;
    case OP_BAG_UNION_DISJOINT:
        return number_add(eval, m, n);
    case OP_BAG_INTER_MIN:
        return first_is_less ? m : n;
    case OP_BAG_DIFF_SUBTRACT:
        return number_sub(eval, m, n); /* what is not above 0 is left out */
    default:                           /* OP_BAG_DIFF_REMOVE */
        return n == zero ? m : zero;
    }
}

/* A walk over two bags: the next element and how often it is in each. */
static bool next_of_both(struct entries s, struct entries t, uint32_t *i, uint32_t *j,
                         value *element, value *m, value *n) {
    if (*i == s.n && *j == t.n)
        return false;
    bool in_left = *i < s.n && (*j == t.n || s.at[*i].key <= t.at[*j].key);
    bool in_right = *j < t.n && (*i == s.n || t.at[*j].key <= s.at[*i].key);
    *element = in_left ? s.at[*i].key : t.at[*j].key;
    *m = in_left ? s.at[*i].item : zero;
    *n = in_right ? t.at[*j].item : zero;
    *i += in_left;
    *j += in_right;
    return true;
}

static value combine(struct eval *eval, const struct application *a) {
    struct entries s = entries_of(eval, a->args[0]), t = entries_of(eval, a->args[1]);
    if (!eval_may_make(eval, 2 * ((uint64_t)s.n + t.n)))
        return VALUE_LIMIT;
    pair_vec entries = {0};
    value element, m, n;
    for (uint32_t i = 0, j = 0; next_of_both(s, t, &i, &j, &element, &m, &n);) {
        value count = count_of(eval, a->op, m, n);
        vec_push(&entries, ((struct pair){element, count}));
    }
    return finish(eval, &entries);
}

/* ---- questions ---- */

static value subbag(struct eval *eval, const struct application *a) {
    struct entries s = entries_of(eval, a->args[0]), t = entries_of(eval, a->args[1]);
    value element, m, n;
    for (uint32_t i = 0, j = 0; next_of_both(s, t, &i, &j, &element, &m, &n);)
        if (value_compare(eval_values(eval), m, n) > 0)
            return VALUE_FALSE;
    return VALUE_TRUE;
}

/* 0 if the element cannot be compared. */
static value count_in(struct eval *eval, value element, value bag) {
    struct entries s = entries_of(eval, bag);
    if (s.n == 0)
        return zero;
    if (value_is_loose(eval_values(eval), element))
        return 0;
    size_t at = pairs_search(s.at, s.n, element);
    return at < s.n && s.at[at].key == element ? s.at[at].item : zero;
}

static value count(struct eval *eval, const struct application *a) {
    value n = count_in(eval, a->args[0], a->args[1]);
    return n == 0 ? VALUE_UNSUPPORTED : n;
}

static value member(struct eval *eval, const struct application *a) {
    value n = count_in(eval, a->args[0], a->args[1]);
    return n == 0 ? VALUE_UNSUPPORTED : value_of_bool(n != zero);
}

static value card(struct eval *eval, const struct application *a) {
    struct entries s = entries_of(eval, a->args[0]);
    value sum = zero;
    for (uint32_t i = 0; i < s.n && sum != VALUE_LIMIT; i++)
        sum = number_add(eval, sum, s.at[i].item);
    return sum;
}

static value is_singleton(struct eval *eval, const struct application *a) {
    struct entries s = entries_of(eval, a->args[0]);
    return value_of_bool(s.n == 1 && s.at[0].item == one);
}

/* Which of several elements is open. */
static value choose(struct eval *eval, const struct application *a) {
    struct entries s = entries_of(eval, a->args[0]);
    return s.n == 1 ? s.at[0].key : eval_open(eval, a);
}

/* ---- sets ---- */

static value setof(struct eval *eval, const struct application *a) {
    struct entries s = entries_of(eval, a->args[0]);
    pair_vec entries = {0};
    for (uint32_t i = 0; i < s.n; i++)
        vec_push(&entries, ((struct pair){s.at[i].key, one}));
    return finish(eval, &entries);
}

static value from_set(struct eval *eval, const struct application *a) {
    uint32_t n;
    const value *items = value_items(eval_values(eval), a->args[0], &n);
    pair_vec entries = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&entries, ((struct pair){items[i], one}));
    return finish(eval, &entries);
}

static value to_set(struct eval *eval, const struct application *a) {
    struct entries s = entries_of(eval, a->args[0]);
    value_vec items = {0};
    for (uint32_t i = 0; i < s.n; i++)
        vec_push(&items, s.at[i].key);
    value made = container_set(eval, items.at, items.n);
    vec_free(&items);
    return made;
}

/* ---- functions over bags ---- */

/* The answers for each element, with its count. VALUE_TRUE, or what the whole has to answer. */
static value call_all(struct eval *eval, value f, struct entries s, sort result,
                      pair_vec *answers) {
    value bad = 0;
    for (uint32_t i = 0; i < s.n && bad != VALUE_LIMIT && bad != VALUE_UNSUPPORTED; i++) {
        value answer = eval_call(eval, f, &s.at[i].key, 1, result);
        vec_push(answers, ((struct pair){answer, s.at[i].item}));
        bad = worse(eval_values(eval), bad, answer);
    }
    return bad == 0 ? VALUE_TRUE : bad;
}

static value map(struct eval *eval, const struct application *a) {
    pair_vec images = {0};
    value done = call_all(eval, a->args[0], entries_of(eval, a->args[1]), first_part(eval, a->sort),
                          &images);
    if (done == VALUE_TRUE)
        return finish(eval, &images);
    vec_free(&images);
    return eval_wait(eval, a, done);
}

static value filter(struct eval *eval, const struct application *a) {
    struct entries s = entries_of(eval, a->args[1]);
    pair_vec answers = {0};
    value done = call_all(eval, a->args[0], s, SORT_BOOL, &answers);
    if (done != VALUE_TRUE) {
        vec_free(&answers);
        return eval_wait(eval, a, done);
    }
    size_t kept = 0;
    for (uint32_t i = 0; i < s.n; i++)
        if (answers.at[i].key == VALUE_TRUE)
            answers.at[kept++] = s.at[i];
    answers.n = kept;
    return finish(eval, &answers);
}

/* One element may decide it, whatever the others say. */
static value all_or_some(struct eval *eval, const struct application *a, value decisive) {
    struct entries s = entries_of(eval, a->args[1]);
    value bad = 0;
    for (uint32_t i = 0; i < s.n; i++) {
        value answer = eval_call(eval, a->args[0], &s.at[i].key, 1, SORT_BOOL);
        if (answer == decisive)
            return decisive;
        bad = worse(eval_values(eval), bad, answer);
        if (bad != 0 && !eval_spend(eval, 1))
            return VALUE_LIMIT;
    }
    return bad != 0 ? eval_wait(eval, a, bad) : value_of_bool(decisive == VALUE_FALSE);
}

static value all(struct eval *eval, const struct application *a) {
    return all_or_some(eval, a, VALUE_FALSE);
}

static value some(struct eval *eval, const struct application *a) {
    return all_or_some(eval, a, VALUE_TRUE);
}

static value fold(struct eval *eval, const struct application *a) {
    struct entries s = entries_of(eval, a->args[2]);
    value v = fold_any_order(eval, a->args[0], a->args[1], s.at, s.n, a->sort);
    return v != 0 ? eval_wait(eval, a, v) : eval_open(eval, a);
}

/* ---- partition ---- */

/*
 * Each element is in the class of the first one that it is related to. Then all
 * pairs are asked: the relation has to be an equivalence, else the classes would
 * depend on the order of the elements, and the operator means nothing.
 */
static value find_classes(struct eval *eval, value relation, struct entries s, uint32_t *class) {
    value bad = 0;
    for (uint32_t i = 0; i < s.n; i++)
        class[i] = i;
    for (uint32_t i = 0; i < s.n; i++)
        for (uint32_t j = 0; j < s.n; j++) {
            value args[2] = {s.at[i].key, s.at[j].key};
            value related = eval_call(eval, relation, args, 2, SORT_BOOL);
            bad = worse(eval_values(eval), bad, related);
            if (bad == VALUE_LIMIT || bad == VALUE_UNSUPPORTED || !eval_spend(eval, 1))
                return bad != 0 ? bad : VALUE_LIMIT;
            if (related == VALUE_TRUE && class[i] == i && class[j] == j && j > i)
                class[j] = i;
            else if (bad == 0 && (related == VALUE_TRUE) != (class[i] == class[j]))
                return VALUE_UNSUPPORTED;
        }
    return bad == 0 ? VALUE_TRUE : bad;
}

static value partition(struct eval *eval, const struct application *a) {
    struct entries s = entries_of(eval, a->args[1]);
    if (s.n == 0)
        return container_bag(eval, NULL, 0);
    uint32_t *class = mem_alloc(s.n * sizeof *class);
    value done = find_classes(eval, a->args[0], s, class);
    pair_vec classes = {0}, members = {0};
    for (uint32_t i = 0; i < s.n && done == VALUE_TRUE; i++) {
        if (class[i] != i)
            continue;
        vec_clear(&members);
        for (uint32_t j = i; j < s.n; j++)
            if (class[j] == i)
                vec_push(&members, s.at[j]);
        value bag = container_bag(eval, members.at, members.n);
        vec_push(&classes, ((struct pair){bag, one}));
        if (bag == VALUE_LIMIT)
            done = bag;
    }
    if (done == VALUE_TRUE)
        done = container_bag(eval, classes.at, classes.n);
    vec_free(&classes);
    vec_free(&members);
    mem_free(class);
    return eval_wait(eval, a, done);
}

const struct meaning theory_bags[] = {
    {OP_BAG_EMPTY, 0, empty},
    {OP_BAG_MAKE, 0, make},
    {OP_BAG_UNION_MAX, 0, combine},
    {OP_BAG_UNION_DISJOINT, 0, combine},
    {OP_BAG_INTER_MIN, 0, combine},
    {OP_BAG_DIFF_SUBTRACT, 0, combine},
    {OP_BAG_DIFF_REMOVE, 0, combine},
    {OP_BAG_SUBBAG, 0, subbag},
    {OP_BAG_COUNT, 0, count},
    {OP_BAG_MEMBER, 0, member},
    {OP_BAG_SETOF, 0, setof},
    {OP_BAG_CARD, 0, card},
    {OP_BAG_CHOOSE, 0, choose},
    {OP_BAG_IS_SINGLETON, 0, is_singleton},
    {OP_BAG_FROM_SET, 0, from_set},
    {OP_BAG_TO_SET, 0, to_set},
    {OP_BAG_MAP, MEANING_CALLS, map},
    {OP_BAG_FILTER, MEANING_CALLS, filter},
    {OP_BAG_ALL, MEANING_CALLS, all},
    {OP_BAG_SOME, MEANING_CALLS, some},
    {OP_BAG_FOLD, MEANING_CALLS, fold},
    {OP_BAG_PARTITION, MEANING_CALLS, partition},
    {0, 0, NULL},
};
