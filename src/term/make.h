/*
 * make.h - how the table makes a term; for table.c and the sort checker, which
 * make nearly all of them.
 *
 * Everything here is inlined. Where the number of arguments is a constant, the
 * loops over them are gone: so an application of one, two or three arguments
 * costs one jump by their number, and not one for each loop.
 */
#ifndef MOMUS_TERM_MAKE_H
#define MOMUS_TERM_MAKE_H

#include "base/die.h"
#include "term/table.h"

#define TERM_INLINE static inline __attribute__((always_inline))
#define TERM_UNROLL _Pragma("GCC unroll 4")

/* What a term takes over from its arguments. */
struct term_gathered {
    uint64_t few;
    varset free;
    bool is_plain;
};

/* The argument that a term hangs on, if it does; 0 for a leaf. */
TERM_INLINE term term_youngest(const term *args, uint32_t n) {
    term t = 0;
    TERM_UNROLL
    for (uint32_t i = 0; i < n; i++)
        t = args[i] > t ? args[i] : t;
    return t;
}

TERM_INLINE bool term_is(const struct term_table *table, term t, uint32_t op, uint32_t payload,
                         sort s, const term *args, uint32_t n_args) {
    const struct term_node *node = &table->nodes.at[t];
    if (node->op != op || node->payload != payload || node->sort != s || node->n_args != n_args)
        return false;
    const term *own = &table->args.at[node->args];
    uint32_t differ = 0;
    TERM_UNROLL
    for (uint32_t i = 0; i < n_args; i++)
        differ |= own[i] ^ args[i];
    return differ == 0;
}

/* All but the variables that are free in it; `free` is 0 only where there are none. */
TERM_INLINE struct term_gathered term_gather_shape(const struct term_table *table, const term *args,
                                                   uint32_t n_args) {
    struct term_gathered g = {1, 0, true};
    TERM_UNROLL
    for (uint32_t i = 0; i < n_args; i++) {
        const struct term_node *arg = term_at(table, args[i]);
        g.few += arg->few; /* fewer than 2^32 arguments: it cannot overflow */
        g.is_plain &= arg->is_plain;
        g.free |= arg->free;
    }
    g.few = g.few > TERM_FEW_MAX ? TERM_FEW_MAX : g.few;
    return g;
}

TERM_INLINE struct term_gathered term_gather(struct term_table *table, const term *args,
                                             uint32_t n_args) {
    struct term_gathered g = term_gather_shape(table, args, n_args);
    if (g.free != 0) {
        g.free = 0;
        TERM_UNROLL
        for (uint32_t i = 0; i < n_args; i++)
            g.free = varset_union(&table->varsets, g.free, term_at(table, args[i])->free);
    }
    return g;
}

/* Makes room for terms and arguments that do not fit. */
void term_make_room(struct term_table *table, uint32_t n_args);

enum { TERMS_AHEAD = 8 };

/* A new term, as gathered; `next` is what hangs before it where it will hang. */
TERM_INLINE term term_add(struct term_table *table, term next, uint32_t op, uint32_t payload,
                          sort s, const term *args, uint32_t n_args, struct term_gathered g) {
    if (table->nodes.n == table->nodes.cap || table->args.cap - table->args.n < n_args)
        term_make_room(table, n_args);
    term fresh = (term)table->nodes.n;
    size_t at = table->args.n;
    term *to = table->args.at + at;
    __builtin_prefetch(&table->nodes.at[fresh + TERMS_AHEAD], 1); /* it was never in the caches */
    table->nodes.n = (size_t)fresh + 1;
    table->args.n = at + n_args;
    table->nodes.at[fresh] = (struct term_node){
        .op = (uint16_t)op,
        .is_plain = g.is_plain,
        .few = (uint8_t)g.few,
        .sort = s,
        .payload = payload,
        .n_args = n_args,
        .args = (uint32_t)at,
        .free = g.free,
        .hook = {.next = next},
    };
    TERM_UNROLL
    for (uint32_t i = 0; i < n_args; i++)
        to[i] = args[i];
    return fresh;
}

/* The byte that stands for a term where it hangs. */
static inline uint64_t term_sign(uint32_t hash) {
    return hash >> 24 | 1;
}
static inline bool term_is_full(struct term_hook hook) {
    return hook.signs >> 8 * (HUNG_MAX - 1) != 0;
}

/* If it was found lately. Its place there may have one that is gone, as the table was rewound. */
TERM_INLINE term term_found_lately(const struct term_table *table, uint32_t hash, uint32_t op,
                                   uint32_t payload, sort s, const term *args, uint32_t n_args) {
    const struct term_found *found = &table->found[hash % TERMS_FOUND];
    return found->hash == hash && found->t < table->nodes.n &&
                   term_is(table, found->t, op, payload, s, args, n_args)
               ? found->t
               : 0;
}
static inline term term_was_found(struct term_table *table, uint32_t hash, term t) {
    table->found[hash % TERMS_FOUND] = (struct term_found){hash, t};
    return t;
}

/* Among all that hang there; those that have another sign are not looked at. */
TERM_INLINE term term_find_signed(struct term_table *table, term on, uint64_t differ, uint32_t hash,
                                  uint32_t op, uint32_t payload, sort s, const term *args,
                                  uint32_t n_args) {
    const struct term_node *nodes = table->nodes.at;
    for (term t = nodes[on].hook.first; t != 0; t = nodes[t].hook.next, differ >>= 8)
        if ((uint8_t)differ == 0 && term_is(table, t, op, payload, s, args, n_args))
            return term_was_found(table, hash, t);
    return 0;
}

TERM_INLINE term term_find_hung(struct term_table *table, term on, uint32_t hash, uint32_t op,
                                uint32_t payload, sort s, const term *args, uint32_t n_args) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t differ = table->nodes.at[on].hook.signs ^ term_sign(hash) * ones;
    if (((differ - ones) & ~differ & ones << 7) == 0) /* no byte is 0 */
        return 0;
    term lately = term_found_lately(table, hash, op, payload, s, args, n_args);
    return lately != 0 ? lately
                       : term_find_signed(table, on, differ, hash, op, payload, s, args, n_args);
}

/* The new term hangs there now. */
static inline void term_hang(struct term_hook *on, term t, uint32_t hash) {
    on->signs = on->signs << 8 | term_sign(hash);
    on->first = t;
}

/* A term that is neither kept elsewhere nor hangs anywhere. */
term term_make_indexed(struct term_table *table, uint32_t hash, uint32_t op, uint32_t payload,
                       sort s, const term *args, uint32_t n_args);

/* term_make for arguments, one at least, under an operator of a theory or OP_APPLY. */
TERM_INLINE term term_make_applied(struct term_table *table, uint32_t op, uint32_t payload, sort s,
                                   const term *args, uint32_t n_args) {
    uint32_t hash = term_hash(op, payload, args, n_args);
    term on = term_youngest(args, n_args);
    term t = term_find_hung(table, on, hash, op, payload, s, args, n_args);
    if (t != 0)
        return t;
    if (term_is_full(table->nodes.at[on].hook))
        return term_make_indexed(table, hash, op, payload, s, args, n_args);
    struct term_gathered g = term_gather(table, args, n_args);
    t = term_add(table, table->nodes.at[on].hook.first, op, payload, s, args, n_args, g);
    term_hang(&table->nodes.at[on].hook, t, hash);
    return t;
}

#endif
