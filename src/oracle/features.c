#include "oracle/features.h"

#include <stdlib.h>

void features_release(struct features *features) {
    vec_free(&features->ops);
}

/* ---- footing ---- */

/*
 * Extensions that a witness must not rest on: partial where solvers differ, known
 * to one solver only, or of its inside. All other extensions are settled.
 */
static bool is_unsettled_theory(enum theory theory) {
    switch (theory) {
    case THEORY_RELATIONS:
    case THEORY_TRANS:
    case THEORY_SEP:
    case THEORY_USER:
        return true;
    default:
        return false;
    }
}

static bool is_unsettled_op(enum op op) {
    switch (op) {
    case OP_ARRAY_DEFAULT:
    case OP_ARRAY_EXT:
    case OP_INT_REM:
    case OP_INT_CARET:
    case OP_REAL_CARET:
    case OP_INT_ISPOW2:
    case OP_SET_CHOOSE:
    case OP_SET_FOLD:
    case OP_SET_UNIVERSE:
    case OP_SET_COMPLEMENT:
    case OP_BAG_CHOOSE:
    case OP_BAG_FOLD:
        return true;
    default:
        return false;
    }
}

static void stand_on(struct features *features, enum footing footing, const char *what) {
    if (footing > features->footing) {
        features->footing = footing;
        features->shaky = what;
    }
}

/* The bones that only solvers have. */
static void stand_on_bone(struct features *features, enum op op) {
    switch (op) {
    case OP_CHOICE:
        stand_on(features, FOOTING_NONE, "choice");
        break;
    case OP_ABSTRACT:
    case OP_ALGEBRAIC:
        stand_on(features, FOOTING_NONE, "a value that a solver made up");
        break;
    case OP_MAP_ARRAY:
        stand_on(features, FOOTING_SETTLED, "map");
        break;
    case OP_AS_ARRAY:
        stand_on(features, FOOTING_SETTLED, "as-array");
        break;
    case OP_UPDATE:
        stand_on(features, FOOTING_SETTLED, "update");
        break;
    default:
        break;
    }
}

static void stand_on_op(struct features *features, const struct op_info *info, uint32_t op) {
    if (info->origin != ORIGIN_EXT && info->theory != THEORY_USER)
        return;
    bool is_row = op < OP_COUNT;
    bool unsettled = is_unsettled_theory(info->theory) || is_unsettled_op(info->canonical);
    stand_on(features, unsettled ? FOOTING_NONE : FOOTING_SETTLED,
             is_row ? op_row(op)->symbol : "an operator of a signature file");
}

/* Readings of scripts that solvers do not share. */
static void stand_on_notes(struct features *features, const struct script *script) {
    features->is_tolerated = script->n_notes > 0;
    for (size_t i = 0; i < script->notes.n; i++)
        switch (script->notes.at[i].kind) {
        case NOTE_OVERLOAD:
        case NOTE_SHADOWS:
        case NOTE_RAW_UTF8:
            stand_on(features, FOOTING_NONE, note_text(script->notes.at[i].kind));
            break;
        default:
            break;
        }
}

static void stand_on_commands(struct features *features, const struct script *script) {
    for (size_t i = 0; i < script->commands.n; i++)
        switch (script->commands.at[i].kind) {
        case COMMAND_CHECK_SAT_USING:
            stand_on(features, FOOTING_NONE, "check-sat-using");
            break;
        case COMMAND_DECLARE_CODATATYPE:
        case COMMAND_DECLARE_CODATATYPES:
            stand_on(features, FOOTING_NONE, "codatatypes");
            break;
        case COMMAND_DECLARE_HEAP:
            stand_on(features, FOOTING_NONE, "declare-heap");
            break;
        case COMMAND_QUERY:
        case COMMAND_RULE:
            stand_on(features, FOOTING_NONE, command_name(script->commands.at[i].kind));
            break;
        default:
            break;
        }
}

/* ---- logics ---- */

/* Fragments that are decidable, and that every solver with their theories claims to decide. */
static bool is_decidable(struct logic logic) {
    static const char *const names[] = {"QF_UF", "QF_AX", "QF_BV", "QF_LIA", "QF_LRA",
                                        "QF_DT", "QF_FP", "LIA",   "LRA",    "BV"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct logic decidable;
        if (logic_parse(names[i], strlen(names[i]), &decidable) && logic_covers(decidable, logic))
            return true;
    }
    return false;
}

static void read_set_logic(const struct term_table *table, const struct script *script,
                           struct features *features) {
    features->is_in_logic = true;
    for (size_t i = 0; i < script->commands.n; i++)
        if (script->commands.at[i].kind == COMMAND_SET_LOGIC) {
            const struct symbol_entry *name =
                symbol_at(&table->symbols, script->commands.at[i].name);
            struct logic logic;
            features->has_set_logic = true;
            features->is_in_logic =
                logic_parse(name->at, name->n, &logic) && logic_covers(logic, features->logic);
        }
}

/* ---- operators ---- */

static int compare_u32(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void sort_ops(u32_vec *ops) {
    size_t n = 0;
    if (ops->n > 0)
        qsort(ops->at, ops->n, sizeof *ops->at, compare_u32);
    for (size_t i = 0; i < ops->n; i++)
        if (n == 0 || ops->at[n - 1] != ops->at[i])
            ops->at[n++] = ops->at[i];
    ops->n = n;
}

static void take_term(const struct term_table *table, struct features *features, term t) {
    uint32_t op = term_at(table, t)->op;
    features->size++;
    if (op < OP_FIRST_THEORY) {
        stand_on_bone(features, op);
        if (op_is_binder(op) || op == OP_MATCH || op == OP_IS)
            vec_push(&features->ops, op);
        return;
    }
    const struct op_info *info = op_info(table, op);
    stand_on_op(features, info, op);
    features->theories |= UINT32_C(1) << info->theory;
    vec_push(&features->ops, op < OP_COUNT ? info->canonical : op);
}

void features_of(const struct term_table *table, const struct script *script,
                 struct features *features) {
    struct logic_scan scan = {0};
    features->logic = logic_of_script(&scan, table, script);
    struct term_walk walk = {0};
    term_walk_begin(&walk, table);
    for (size_t i = 0; i < scan.walk.roots.n; i++)
        term_walk_add(&walk, scan.walk.roots.at[i]);
    for (term t; (t = term_walk_next(&walk)) != 0;)
        take_term(table, features, t);
    term_walk_release(&walk);
    logic_scan_release(&scan);
    sort_ops(&features->ops);
    stand_on_notes(features, script);
    stand_on_commands(features, script);
    features->is_decidable = is_decidable(features->logic);
    read_set_logic(table, script, features);
}
