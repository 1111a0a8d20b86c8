/*
 * Several functions with one name.
 *
 * A new one may have the name only if it can be told apart from all others with it. There may be
 * thousands, so they are found by their rank: the index holds all functions in force that share
 * their name. Only a few odd ones must be compared with everything, and everything with them.
 */
#include "base/hash.h"
#include "lang/parser_int.h"

/* Is there no sort that is one of these two, where variables of patterns stand for any sort? */
static bool never_the_same(const struct sort_table *sorts, sort a, sort b) {
    const struct sort_node *x = sort_at(sorts, a), *y = sort_at(sorts, b);
    if (!x->is_pattern && !y->is_pattern)
        return a != b;
    return x->kind != SORT_PARAM && y->kind != SORT_PARAM &&
           (x->kind != y->kind || x->indices[0] != y->indices[0]);
}

static bool has_no_body(const struct fun *f) {
    return f->kind == FUN_DECLARED || f->kind == FUN_CONSTRUCTOR;
}

/*
 * Can they both have their name? Either the arguments tell which of them is meant, or, of
 * constants, (as c SORT), in the way that solvers share: not of what is defined.
 */
static bool can_be_told_apart(const struct term_table *table, const struct fun *f,
                              const struct fun *g) {
    if (f->params != g->params)
        return true;
    return has_no_body(f) && has_no_body(g) && f->params == 0 &&
           never_the_same(&table->sorts, f->result, g->result);
}

/* A constant that does not differ from others by its sort alone. */
static bool is_odd(const struct term_table *table, const struct fun *f) {
    return f->params == 0 && (!has_no_body(f) || sort_at(&table->sorts, f->result)->is_pattern);
}

enum { ODD = 1 };

static uint32_t hash_of(symbol name, uint64_t rank) {
    return (uint32_t)hash_mix(name, rank);
}

/* No two functions that can be told apart have the same rank, unless they are odd. */
static uint64_t rank_of(const struct term_table *table, const struct fun *f) {
    if (is_odd(table, f))
        return ODD;
    return f->params != 0 ? (uint64_t)f->params << 32 : (uint64_t)f->result << 1;
}

static bool clashes_with_rank(const struct parser *p, const struct fun *f, uint64_t rank) {
    INDEX_EACH(&p->overloads, hash_of(f->name, rank), g) {
        const struct fun *other = fun_at(p->table, g);
        if (other->name == f->name && !can_be_told_apart(p->table, f, other))
            return true;
    }
    return false;
}

bool overload_clashes(const struct parser *p, fun f, fun youngest) {
    const struct fun *info = fun_at(p->table, f);
    bool are_indexed = youngest != 0 && fun_at(p->table, youngest)->shadowed != 0;
    if (are_indexed && !is_odd(p->table, info))
        return clashes_with_rank(p, info, rank_of(p->table, info)) ||
               (info->params == 0 && clashes_with_rank(p, info, ODD));
    for (fun g = youngest; g != 0; g = fun_at(p->table, g)->shadowed)
        if (!can_be_told_apart(p->table, info, fun_at(p->table, g)))
            return true;
    return false;
}

static void insert(struct parser *p, fun f) {
    struct fun *info = &p->table->funs.at[f];
    info->is_overloaded = info->params == 0;
    index_insert(&p->overloads, hash_of(info->name, rank_of(p->table, info)), f);
}

static void drop(struct parser *p, fun f) {
    const struct fun *info = fun_at(p->table, f);
    index_remove(&p->overloads, hash_of(info->name, rank_of(p->table, info)), f);
}

void overload_add(struct parser *p, fun f, fun older) {
    if (fun_at(p->table, older)->shadowed == 0)
        insert(p, older);
    insert(p, f);
}

void overload_remove(struct parser *p, fun f, fun older) {
    if (p->overloads.n == 0)
        return;
    drop(p, f);
    if (fun_at(p->table, older)->shadowed == 0)
        drop(p, older);
}
