/*
 * Finite sets. Their elements are sorted by handle, so the operators of Boolean
 * algebra are walks over two sorted lists.
 */
#include "eval/container.h"

struct members {
    const value *at;
    uint32_t n;
};

static struct members members_of(struct eval *eval, value set) {
    struct members m;
    m.at = value_items(eval_values(eval), set, &m.n);
    return m;
}

/* Makes the set of what was collected, which is freed. */
static value finish(struct eval *eval, value_vec *items) {
    value made = container_set(eval, items->at, items->n);
    vec_free(items);
    return made;
}

/* ---- Boolean algebra ---- */

static value set_of_all(struct eval *eval, const struct application *a) {
    value_vec items = {0};
    for (uint32_t i = 0; i < a->n; i++)
        vec_push(&items, a->args[i]);
    return finish(eval, &items);
}

/* What to keep of two sets: elements of the first only, of the second only, of both. */
struct keep {
    bool left, right, both;
};

static value combine(struct eval *eval, value a, value b, struct keep keep) {
    struct members s = members_of(eval, a), t = members_of(eval, b);
    value_vec items = {0};
    if (!eval_may_make(eval, (uint64_t)s.n + t.n))
        return VALUE_LIMIT;
    for (uint32_t i = 0, j = 0; i < s.n || j < t.n;) {
        bool in_left = i < s.n && (j == t.n || s.at[i] <= t.at[j]);
        bool in_right = j < t.n && (i == s.n || t.at[j] <= s.at[i]);
        bool kept = in_left && in_right ? keep.both : in_left ? keep.left : keep.right;
        if (kept)
            vec_push(&items, in_left ? s.at[i] : t.at[j]);
        i += in_left;
        j += in_right;
    }
    return finish(eval, &items);
}

static const struct keep keep_union = {true, true, true}, keep_inter = {false, false, true},
                         keep_minus = {true, false, false};

static value union_(struct eval *eval, const struct application *a) {
    return combine(eval, a->args[0], a->args[1], keep_union);
}

static value inter(struct eval *eval, const struct application *a) {
    return combine(eval, a->args[0], a->args[1], keep_inter);
}

static value minus(struct eval *eval, const struct application *a) {
    return combine(eval, a->args[0], a->args[1], keep_minus);
}

static value insert(struct eval *eval, const struct application *a) {
    if (value_is_loose(eval_values(eval), a->args[0]))
        return VALUE_UNSUPPORTED;
    if (set_has(eval_values(eval), a->args[1], a->args[0]))
        return a->args[1];
    value single = container_set(eval, &(value){a->args[0]}, 1);
    return combine(eval, a->args[1], single, keep_union);
}

/* ---- questions ---- */

static value member(struct eval *eval, const struct application *a) {
    if (value_is_loose(eval_values(eval), a->args[0]))
        return members_of(eval, a->args[1]).n == 0 ? VALUE_FALSE : VALUE_UNSUPPORTED;
    return value_of_bool(set_has(eval_values(eval), a->args[1], a->args[0]));
}

static value subset(struct eval *eval, const struct application *a) {
    struct members s = members_of(eval, a->args[0]), t = members_of(eval, a->args[1]);
    uint32_t j = 0;
    for (uint32_t i = 0; i < s.n; i++) {
        while (j < t.n && t.at[j] < s.at[i])
            j++;
        if (j == t.n || t.at[j] != s.at[i])
            return VALUE_FALSE;
    }
    return VALUE_TRUE;
}

static value card(struct eval *eval, const struct application *a) {
    return value_of_small(members_of(eval, a->args[0]).n);
}

static value is_empty(struct eval *eval, const struct application *a) {
    return value_of_bool(members_of(eval, a->args[0]).n == 0);
}

static value is_singleton(struct eval *eval, const struct application *a) {
    return value_of_bool(members_of(eval, a->args[0]).n == 1);
}

/* Which of several elements is open. */
static value choose(struct eval *eval, const struct application *a) {
    struct members s = members_of(eval, a->args[0]);
    return s.n == 1 ? s.at[0] : eval_open(eval, a);
}

/* ---- functions over sets ---- */

/* Calls the function for each element. VALUE_TRUE, or what the whole has to answer. */
static value call_all(struct eval *eval, value f, struct members s, sort result,
                      value_vec *answers) {
    value bad = 0;
    for (uint32_t i = 0; i < s.n && bad != VALUE_LIMIT && bad != VALUE_UNSUPPORTED; i++) {
        vec_push(answers, eval_call(eval, f, &s.at[i], 1, result));
        bad = worse(eval_values(eval), bad, vec_top(answers));
    }
    return bad == 0 ? VALUE_TRUE : bad;
}

static value map(struct eval *eval, const struct application *a) {
    value_vec images = {0};
    value done = call_all(eval, a->args[0], members_of(eval, a->args[1]), first_part(eval, a->sort),
                          &images);
    if (done == VALUE_TRUE)
        return finish(eval, &images);
    vec_free(&images);
    return eval_wait(eval, a, done);
}

static value filter(struct eval *eval, const struct application *a) {
    struct members s = members_of(eval, a->args[1]);
    value_vec answers = {0};
    value done = call_all(eval, a->args[0], s, SORT_BOOL, &answers);
    if (done != VALUE_TRUE) {
        vec_free(&answers);
        return eval_wait(eval, a, done);
    }
    size_t kept = 0;
    for (uint32_t i = 0; i < s.n; i++)
        if (answers.at[i] == VALUE_TRUE)
            answers.at[kept++] = s.at[i];
    answers.n = kept;
    return finish(eval, &answers);
}

/* One element may decide it, whatever the others say. */
static value all_or_some(struct eval *eval, const struct application *a, value decisive) {
    struct members s = members_of(eval, a->args[1]);
    value bad = 0;
    for (uint32_t i = 0; i < s.n; i++) {
        value answer = eval_call(eval, a->args[0], &s.at[i], 1, SORT_BOOL);
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
    struct members s = members_of(eval, a->args[2]);
    pair_vec entries = {0};
    for (uint32_t i = 0; i < s.n; i++)
        vec_push(&entries, ((struct pair){s.at[i], value_of_small(1)}));
    value v = fold_any_order(eval, a->args[0], a->args[1], entries.at, s.n, a->sort);
    vec_free(&entries);
    return v != 0 ? eval_wait(eval, a, v) : eval_open(eval, a);
}

const struct meaning theory_sets[] = {
    {OP_SET_EMPTY, 0, set_of_all},
    {OP_SET_UNIVERSE, 0, NULL}, /* some set that all others are in: which is nowhere said */
    {OP_SET_SINGLETON, 0, set_of_all},
    {OP_SET_INSERT, 0, insert},
    {OP_SET_UNION, 0, union_},
    {OP_SET_INTER, 0, inter},
    {OP_SET_MINUS, 0, minus},
    {OP_SET_COMPLEMENT, 0, NULL}, /* within the universe */
    {OP_SET_MEMBER, 0, member},
    {OP_SET_SUBSET, 0, subset},
    {OP_SET_CARD, 0, card},
    {OP_SET_IS_EMPTY, 0, is_empty},
    {OP_SET_IS_SINGLETON, 0, is_singleton},
    {OP_SET_CHOOSE, 0, choose},
    {OP_SET_MAP, MEANING_CALLS, map},
    {OP_SET_FILTER, MEANING_CALLS, filter},
    {OP_SET_ALL, MEANING_CALLS, all},
    {OP_SET_SOME, MEANING_CALLS, some},
    {OP_SET_FOLD, MEANING_CALLS, fold},
    {0, 0, NULL},
};
