#include "term/walk.h"

void term_map_clear(struct term_map *map) {
    if (map->round == UINT32_MAX) {
        memset(map->slots.at, 0, map->slots.n * sizeof *map->slots.at);
        map->round = 0;
    }
    map->round++;
}

void term_map_release(struct term_map *map) {
    vec_free(&map->slots);
    map->round = 0;
}

/* New slots are of round 0 with value 0: absent, whatever the round. */
void term_map_grow(struct term_map *map, term t) {
    size_t old = map->slots.n;
    vec_reserve(&map->slots, (size_t)t + 1);
    map->slots.n = map->slots.cap;
    memset(map->slots.at + old, 0, (map->slots.n - old) * sizeof *map->slots.at);
}

void term_walk_begin(struct term_walk *walk, const struct term_table *table) {
    walk->table = table;
    term_map_clear(&walk->seen);
    vec_clear(&walk->stack);
    vec_clear(&walk->roots);
    walk->next_root = 0;
}

/* Steps onto a term for the first time; false if it was met before. */
static bool enter(struct term_walk *walk, term t) {
    if (term_map_get(&walk->seen, t) != 0)
        return false;
    term_map_set(&walk->seen, t, 1);
    vec_push(&walk->stack, ((struct term_walk_step){t, 0}));
    return true;
}

/*
 * A root waits until the stack is empty. Were it entered at once, a root that
 * contains an earlier one would be given before it.
 */
void term_walk_add(struct term_walk *walk, term root) {
    vec_push(&walk->roots, root);
}

term term_walk_next(struct term_walk *walk) {
    while (walk->stack.n == 0) {
        if (walk->next_root == walk->roots.n)
            return 0;
        enter(walk, walk->roots.at[walk->next_root++]);
    }
    for (;;) {
        struct term_walk_step *step = &vec_top(&walk->stack);
        uint32_t n = term_n_args(walk->table, step->at);
        bool entered = false;
        while (!entered && step->next_arg < n)
            entered = enter(walk, term_arg(walk->table, step->at, step->next_arg++));
        if (!entered)
            return vec_pop(&walk->stack).at;
    }
}

void term_walk_release(struct term_walk *walk) {
    term_map_release(&walk->seen);
    vec_free(&walk->stack);
    vec_free(&walk->roots);
    walk->table = NULL;
}
