/*
 * fusion_int.h - the inside of the fusion functions: fusion_function.c reads blocks,
 * fusion_instance.c binds them to sorts, fusion_set.c keeps and tries them.
 */
#ifndef MOMUS_GEN_FUSION_INT_H
#define MOMUS_GEN_FUSION_INT_H

#include "gen/fusion_function.h"

struct fusion_file {
    char *name;
    char *text;
    size_t n;
    struct arena arena; /* of the blocks: copies of their texts, and these as trees */
};

static inline bool token_equals(const struct token *a, const struct token *b) {
    return a->n == b->n && memcmp(a->at, b->at, a->n) == 0;
}
static inline bool sexpr_is_symbol(const struct sexpr *e) {
    return e != NULL && (e->token.kind == TOKEN_SYMBOL || e->token.kind == TOKEN_QUOTED_SYMBOL);
}

/* The number of the numeral with this name; n_numerals if there is none. */
uint32_t fusion_numeral(const struct fusion_function *function, const struct token *name);
uint32_t fusion_param(const struct fusion_function *function, const struct token *name);

/*
 * The value of an expression over numerals, or of a condition (0, 1). False if it is not
 * one, a numeral is not bound, or it leaves the range of a width.
 */
bool fusion_count(const struct fusion_function *function, const struct sexpr *e,
                  const struct fusion_binding *binding, int64_t *result);

/*
 * Reads the block between the words #begin and #end. Offsets in the error count from
 * the start of the block.
 */
bool fusion_read_block(struct fusion_file *file, size_t start, size_t end,
                       struct fusion_function *function, struct parse_error *error);

#endif
