/*
 * Separation logic: a formula speaks of a heap, which no argument shows. What
 * it is worth cannot be told from values, so these rows have no meaning.
 */
#include "eval/meaning.h"

/* clang-format off */
const struct meaning theory_sep[] = {
    {OP_SEP_EMP,  0, NULL},
    {OP_SEP_NIL,  0, NULL},
    {OP_SEP_PTO,  0, NULL},
    {OP_SEP_STAR, 0, NULL},
    {OP_SEP_WAND, 0, NULL},
    {0, 0, NULL},
};
/* clang-format on */
