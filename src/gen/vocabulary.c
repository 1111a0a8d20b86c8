#include "gen/vocabulary.h"

/* Traits of an operator. */
enum {
    OWNER_Z3 = 1,
    OWNER_CVC = 2,
    IS_RARE = 4,
    IS_INSIDE = 8, /* only solvers themselves write it, in models */
};

/*
 * Standard, or of a solver, but refused in every formula by z3 4.8 or cvc5 1.0, or
 * taken only with an option.
 */
static const uint16_t rare_ops[] = {
    OP_BV_NEGO,
    OP_BV_UADDO,
    OP_BV_SADDO,
    OP_BV_UMULO,
    OP_BV_SMULO,
    OP_BV_USUBO,
    OP_BV_SSUBO,
    OP_BV_SDIVO,
    OP_UBV_TO_INT,
    OP_SBV_TO_INT,
    OP_INT_TO_BV,
    OP_INT_POW,
    OP_INT_DIVISIBLE,
    OP_BV_ITE,
    OP_BV_ULTBV,
    OP_BV_SLTBV,
    OP_INT_LOG2,
    OP_INT_DIV_TOTAL,
    OP_INT_MOD_TOTAL,
    OP_REAL_DIV_TOTAL,
    OP_STR_FROM_SBV,
    OP_ARRAY_EQRANGE,
    OP_ARRAY_EQRANGE_REAL,
    OP_ARRAY_EQRANGE_BV,
    OP_ARRAY_EQRANGE_FP,
    OP_SEQ_REPLACE_ALL,
    OP_SEQ_MAP,
    OP_SEQ_MAP_ARRAY,
    OP_SEQ_MAPI,
    OP_SEQ_FOLDL,
    OP_SEQ_FOLDLI,
    OP_SET_UNIVERSE,
    OP_SET_COMPLEMENT,
    OP_SET_IS_EMPTY,
    OP_SET_ALL,
    OP_SET_SOME,
    OP_BAG_SETOF,
    OP_BAG_ALL,
    OP_BAG_SOME,
    OP_REL_TABLE_JOIN,
};

bool op_wants_value(uint32_t op, uint32_t i) {
    switch (op) {
    case OP_RE_RANGE:
    case OP_ARRAY_CONST:
        return true;
    case OP_RE_LOOP_ARGS:
    case OP_RE_LOOP_MIN_ARGS:
    case OP_INT_CARET:
    case OP_REAL_CARET:
    case OP_REL_JOIN_IMAGE:
        return i > 0;
    default:
        return false;
    }
}

uint32_t op_most_args(uint32_t op) {
    return op == OP_STR_LT || op == OP_STR_LE ? 2 : UINT32_MAX;
}

static bool starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

/* The meaning of an extension begins with the solver that has it, if it is only one. */
static uint8_t traits_of_row(enum op op) {
    const struct op_row *row = op_row(op);
    const char *meaning = op_row(row->canonical)->meaning;
    if (starts_with(meaning, "z3 models:") || starts_with(meaning, "z3 inside:") ||
        starts_with(meaning, "cvc5 inside:"))
        return IS_INSIDE;
    if (starts_with(meaning, "z3:"))
        return OWNER_Z3;
    if (starts_with(meaning, "cvc"))
        return OWNER_CVC;
    if (strcmp(row->symbol, "eqrange") == 0)
        return OWNER_CVC;
    switch (row->theory) {
    case THEORY_SETS:
    case THEORY_BAGS:
    case THEORY_TUPLES:
    case THEORY_RELATIONS:
    case THEORY_FF:
    case THEORY_SEP:
        return OWNER_CVC;
    default:
        return 0;
    }
}

static void find_traits(struct vocabulary *vocabulary) {
    for (uint32_t op = (uint32_t)vocabulary->traits.n; op < vocabulary->table->ops.n; op++)
        vec_push(&vocabulary->traits,
                 op >= OP_FIRST_THEORY && op < OP_COUNT ? traits_of_row((enum op)op) : 0);
    for (size_t i = 0; i < sizeof rare_ops / sizeof *rare_ops; i++)
        vocabulary->traits.at[rare_ops[i]] |= IS_RARE;
}

void vocabulary_begin(struct vocabulary *vocabulary, const struct term_table *table) {
    vocabulary->table = table;
    vocabulary->kinds = 1u << SORT_BOOL;
    vocabulary->ext_theories = 0;
    vocabulary->ext_owners = 0;
    vocabulary->has_rare = false;
    find_traits(vocabulary);
}

/* Sorts are bounded: recursion is, too. */
static void note_sort(struct vocabulary *vocabulary, sort s) {
    const struct sort_table *sorts = &vocabulary->table->sorts;
    vocabulary->kinds |= 1u << sort_kind(sorts, s);
    for (uint32_t i = 0; i < sort_n_args(sorts, s); i++)
        note_sort(vocabulary, sort_arg(sorts, s, i));
}

void vocabulary_note(struct vocabulary *vocabulary, term t) {
    const struct term_node *node = term_at(vocabulary->table, t);
    if (node->sort <= SORT_ROUNDING_MODE)
        vocabulary->kinds |= 1u << node->sort;
    else
        note_sort(vocabulary, node->sort);
    if (node->op < OP_FIRST_THEORY)
        return;
    const struct op_info *info = op_info(vocabulary->table, node->op);
    uint8_t traits = vocabulary->traits.at[node->op];
    vocabulary->has_rare |= (traits & IS_RARE) != 0;
    if (info->origin == ORIGIN_EXT && info->theory != THEORY_USER) {
        vocabulary->ext_theories |= 1u << info->theory;
        vocabulary->ext_owners |= traits & (OWNER_Z3 | OWNER_CVC);
    }
}

/* What comes with a theory: who has words has lengths and languages. */
static void add_kinds(struct vocabulary *vocabulary) {
    const struct {
        enum sort_kind with, comes;
    } company[] = {
        {SORT_STRING, SORT_INT}, {SORT_STRING, SORT_REGLAN},       {SORT_REGLAN, SORT_STRING},
        {SORT_REGLAN, SORT_INT}, {SORT_FLOAT, SORT_ROUNDING_MODE}, {SORT_FLOAT, SORT_BITVEC},
        {SORT_FLOAT, SORT_REAL}, {SORT_ROUNDING_MODE, SORT_FLOAT}, {SORT_SEQ, SORT_INT},
        {SORT_BAG, SORT_INT},
    };
    for (size_t i = 0; i < sizeof company / sizeof *company; i++)
        if (vocabulary_knows(vocabulary, company[i].with))
            vocabulary->kinds |= 1u << company[i].comes;
}

static bool knows_arguments(const struct vocabulary *vocabulary, const struct op_info *info,
                            bool rare) {
    const struct term_table *table = vocabulary->table;
    for (uint32_t i = 0; i < info->n_args; i++) {
        enum sort_kind kind = sort_kind(&table->sorts, list_items(&table->lists, info->args)[i]);
        if (kind == SORT_PARAM || vocabulary_knows(vocabulary, kind))
            continue;
        /* With ubv_to_int and its like, bits are as good as numbers. */
        if (!(rare && kind == SORT_INT && vocabulary_knows(vocabulary, SORT_BITVEC)))
            return false;
    }
    return true;
}

bool vocabulary_welcomes(const struct vocabulary *vocabulary, uint32_t op) {
    return vocabulary_allows(vocabulary, op) ||
           (op_info(vocabulary->table, op)->origin == ORIGIN_STD &&
            (vocabulary->traits.at[op] & IS_RARE) == 0);
}

static bool may_be_used(const struct vocabulary *vocabulary, uint32_t op, bool rare) {
    const struct op_info *info = op_info(vocabulary->table, op);
    uint8_t traits = vocabulary->traits.at[op], owner = traits & (OWNER_Z3 | OWNER_CVC);
    if (info->canonical != op || !knows_arguments(vocabulary, info, rare))
        return false;
    if (info->theory == THEORY_USER)
        return true;
    if ((traits & IS_RARE) != 0 && !rare)
        return false;
    if (info->origin == ORIGIN_STD)
        return true;
    return (traits & IS_INSIDE) == 0 && (vocabulary->ext_theories >> info->theory & 1) != 0 &&
           (owner == 0 || vocabulary->ext_owners == owner);
}

void vocabulary_finish(struct vocabulary *vocabulary, struct rng *rng) {
    bool rare = rng_chance(rng, 1, RARE_TRAILS) || vocabulary->has_rare;
    size_t n = vocabulary->table->ops.n;
    add_kinds(vocabulary);
    vec_clear(&vocabulary->allowed);
    vec_extend(&vocabulary->allowed, n);
    for (uint32_t op = 0; op < n; op++)
        vocabulary->allowed.at[op] = op >= OP_FIRST_THEORY && may_be_used(vocabulary, op, rare);
}

void vocabulary_release(struct vocabulary *vocabulary) {
    vec_free(&vocabulary->traits);
    vec_free(&vocabulary->allowed);
}
