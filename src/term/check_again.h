/*
 * check_again.h - applications of operators that the sort checker accepted
 * before with arguments of the same sorts: most of all. Inlined, for the same
 * reason as make.h: check.c uses it, and the fast lane of the parser.
 */
#ifndef MOMUS_TERM_CHECK_AGAIN_H
#define MOMUS_TERM_CHECK_AGAIN_H

#include "term/make.h"

/* What an application is about: its head, and the sorts of its arguments, 0 behind the last. */
TERM_INLINE struct rank_key check_key(const struct term_table *table, symbol name, list indices,
                                      const term *args, uint32_t n_args) {
    struct rank_key key = {(uint64_t)indices << 32 | name, {0}};
    TERM_UNROLL
    for (uint32_t i = 0; i < n_args; i++)
        key.sorts[i / 2] |= (uint64_t)term_sort(table, args[i]) << 32 * (i % 2);
    return key;
}

TERM_INLINE struct rank_memo *check_memo(struct term_table *table, struct rank_key key) {
    uint64_t h = key.head * UINT64_C(0x9e3779b97f4a7c15) +
                 key.sorts[0] * UINT64_C(0xd6e8feb86659fd93) +
                 key.sorts[1] * UINT64_C(0xa0761d6478bd642f);
    return &table->memos[h >> 32 & (MEMOS - 1)];
}

/* check_op_again, for a number of arguments up to MEMO_ARGS that is a constant. */
TERM_INLINE term check_again(struct term_table *table, symbol name, list indices, const term *args,
                             uint32_t n_args) {
    struct rank_key key = check_key(table, name, indices, args, n_args);
    const struct rank_memo *memo = check_memo(table, key);
    if (((memo->key.head ^ key.head) | (memo->key.sorts[0] ^ key.sorts[0]) |
         (memo->key.sorts[1] ^ key.sorts[1]) | (memo->generation ^ table->generation)) != 0)
        return 0;
    return n_args == 0 ? term_make(table, memo->op, indices, memo->result, args, 0)
                       : term_make_applied(table, memo->op, indices, memo->result, args, n_args);
}

#endif
