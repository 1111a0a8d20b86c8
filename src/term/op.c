#include "term/op.h"

#include <stddef.h>

#include "base/die.h"

static const struct op_row rows[] = {
#define OP(id, symbol, theory, indices, signature, assoc, condition, origin, meaning) \
    {#id,     symbol,          indices,       signature,       condition,             \
     meaning, THEORY_##theory, ASSOC_##assoc, ORIGIN_##origin, OP_##id},
#define SYN(id, spelling, target, origin) \
    {#id, spelling, NULL, NULL, NULL, NULL, THEORY_CORE, ASSOC_NONE, ORIGIN_##origin, OP_##target},
#include "term/ops.def"
#undef OP
#undef SYN
};

const struct op_row *op_row(enum op op) {
    REQUIRE(op >= OP_FIRST_THEORY && op < OP_COUNT);
    return &rows[op - OP_FIRST_THEORY];
}

const char *theory_name(enum theory theory) {
    static const char *const names[THEORY_COUNT] = {
        [THEORY_CORE] = "Core",
        [THEORY_ARRAYS] = "ArraysEx",
        [THEORY_BV] = "FixedSizeBitVectors",
        [THEORY_FP] = "FloatingPoint",
        [THEORY_INTS] = "Ints",
        [THEORY_REALS] = "Reals",
        [THEORY_REALS_INTS] = "Reals_Ints",
        [THEORY_STRINGS] = "UnicodeStrings",
        [THEORY_HO] = "HO-Core",
        [THEORY_SEQ] = "sequences",
        [THEORY_SETS] = "sets",
        [THEORY_BAGS] = "bags",
        [THEORY_TUPLES] = "tuples",
        [THEORY_RELATIONS] = "relations",
        [THEORY_TRANS] = "transcendental functions",
        [THEORY_FF] = "finite fields",
        [THEORY_SEP] = "separation logic",
        [THEORY_USER] = "user signature",
    };
    REQUIRE(theory < THEORY_COUNT);
    return names[theory];
}
