#include "reduce/steps.h"

#include <xxhash.h>

#include "lang/literal.h"
#include "term/check.h"

const struct pass passes[PASS_COUNT] = {
#define PASS(name, meaning) {#name, list_##name, apply_##name},
#include "reduce/passes.def"
#undef PASS
};

/* ---- content --------------------------------------------------------------- */

uint64_t steps_hash_text(const char *at, size_t n) {
    return XXH3_64bits(at, n);
}

static uint64_t hash_symbol(const struct term_table *table, symbol s) {
    const struct symbol_entry *entry = symbol_at(&table->symbols, s);
    return XXH3_64bits(entry->at, entry->n);
}

uint64_t steps_hash_fun(const struct steps *steps, fun f) {
    return hash_symbol(steps->draft.table, fun_at(steps->draft.table, f)->name);
}

static uint64_t hash_payload(const struct steps *steps, const struct term_node *node) {
    const struct term_table *table = steps->draft.table;
    if (op_is_literal(node->op))
        return hash_symbol(table, node->payload);
    switch (node->op) {
    case OP_VAR:
        return hash_symbol(table, table->variables.at[node->payload].name);
    case OP_APPLY:
    case OP_FUN_REF:
    case OP_IS:
    case OP_UPDATE:
    case OP_AS_ARRAY:
    case OP_CASE:
        return node->payload != 0 ? steps_hash_fun(steps, node->payload) : 0;
    default:
        break;
    }
    if (node->op < OP_FIRST_THEORY)
        return 0;
    uint64_t h = 1;
    for (uint32_t i = 0; i < list_length(&table->lists, node->payload); i++)
        h = hash_mix(h, list_items(&table->lists, node->payload)[i]);
    return h;
}

/* Of all terms of the draft, from the arguments up. */
static void hash_terms(struct steps *steps) {
    struct term_table *table = steps->draft.table;
    vec_clear(&steps->hashes);
    vec_extend(&steps->hashes, table->nodes.n);
    memset(steps->hashes.at, 0, table->nodes.n * sizeof *steps->hashes.at);
    term_walk_begin(&steps->walk, table);
    draft_walk(&steps->draft, &steps->walk);
    for (term t; (t = term_walk_next(&steps->walk)) != 0;) {
        const struct term_node *node = term_at(table, t);
        uint64_t h = hash_mix(node->op, hash_payload(steps, node));
        for (uint32_t i = 0; i < node->n_args; i++)
            h = hash_mix(h, steps->hashes.at[term_arg(table, t, i)]);
        steps->hashes.at[t] = h | 1;
    }
}

void steps_init(struct steps *steps) {
    *steps = (struct steps){.chunk = SIZE_MAX};
    draft_init(&steps->draft);
}

void steps_release(struct steps *steps) {
    draft_release(&steps->draft);
    vec_free(&steps->hashes);
    strbuf_free(&steps->text);
    strbuf_free(&steps->rewritten);
    term_walk_release(&steps->walk);
    term_map_release(&steps->seen);
    vec_free(&steps->args);
}

bool steps_read(struct steps *steps, const char *text, size_t n, struct parse_error *error) {
    if (!draft_read(&steps->draft, text, n, error))
        return false;
    hash_terms(steps);
    draft_keep_unused(&steps->draft, &steps->draft);
    return true;
}

/* ---- values ---------------------------------------------------------------- */

/* The constructors of a sort that take nothing. */
static uint32_t nullary(const struct steps *steps, sort s, uint32_t k, fun *found) {
    const struct term_table *table = steps->draft.table;
    const struct sort_decl *decl = sort_datatype(&table->sorts, s);
    uint32_t n = 0;
    *found = 0;
    if (decl == NULL || decl->arity > 0)
        return 0;
    for (uint32_t i = 0; i < list_length(&table->lists, decl->constructors); i++) {
        fun f = list_items(&table->lists, decl->constructors)[i];
        if (fun_arity(table, f) > 0)
            continue;
        if (n++ == k)
            *found = f;
    }
    return n;
}

uint32_t steps_n_values(const struct steps *steps, sort s) {
    fun f;
    switch (sort_kind(&steps->draft.table->sorts, s)) {
    case SORT_BOOL:
    case SORT_INT:
    case SORT_REAL:
        return 2;
    case SORT_REGLAN:
        return 3;
    case SORT_STRING:
    case SORT_ROUNDING_MODE:
    case SORT_BITVEC:
    case SORT_FLOAT:
    case SORT_SEQ:
    case SORT_SET:
        return 1;
    case SORT_DECLARED:
        return nullary(steps, s, 0, &f);
    default:
        return 0;
    }
}

static term apply_named(struct steps *steps, const char *name, const uint32_t *indices,
                        uint32_t n_indices, sort as, const term *args, uint32_t n) {
    struct term_table *table = steps->draft.table;
    struct check check;
    symbol s = symbol_intern(&table->symbols, name, strlen(name));
    vec_clear(&steps->args);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&steps->args, args[i]);
    vec_reserve(&steps->args, 1);
    return check_op(table, s, indices, n_indices, as, steps->args.at, n, &check);
}

term steps_apply(struct steps *steps, const char *name, const term *args, uint32_t n) {
    return apply_named(steps, name, NULL, 0, 0, args, n);
}

static term literal(struct steps *steps, enum op op, sort s, const char *text) {
    struct term_table *table = steps->draft.table;
    return term_make(table, op, symbol_intern(&table->symbols, text, strlen(text)), s, NULL, 0);
}

static term zero_bits(struct steps *steps, sort s, uint32_t width) {
    strbuf_clear(&steps->text);
    literal_bits_decimal("0", 1, width, &steps->text);
    return literal(steps, OP_BITS, s, strbuf_text(&steps->text));
}

term steps_value(struct steps *steps, sort s, uint32_t k) {
    static const char *const languages[] = {"re.all", "re.none", "re.allchar"};
    struct term_table *table = steps->draft.table;
    const struct sort_node node = *sort_at(&table->sorts, s);
    fun f;
    switch ((enum sort_kind)node.kind) {
    case SORT_BOOL:
        return k == 0 ? term_true(table) : term_false(table);
    case SORT_INT:
        return literal(steps, OP_NUMERAL, s, k == 0 ? "0" : "1");
    case SORT_REAL:
        return literal(steps, OP_DECIMAL, s, k == 0 ? "0.0" : "1.0");
    case SORT_STRING:
        return literal(steps, OP_STRING, s, "\"\"");
    case SORT_REGLAN:
        return steps_apply(steps, languages[k], NULL, 0);
    case SORT_ROUNDING_MODE:
        return steps_apply(steps, "RNE", NULL, 0);
    case SORT_BITVEC:
        return zero_bits(steps, s, node.indices[0]);
    case SORT_FLOAT:
        return apply_named(steps, "+zero", node.indices, 2, 0, NULL, 0);
    case SORT_SEQ:
        return apply_named(steps, "seq.empty", NULL, 0, s, NULL, 0);
    case SORT_SET:
        return apply_named(steps, "set.empty", NULL, 0, s, NULL, 0);
    case SORT_DECLARED:
        nullary(steps, s, k, &f);
        return f != 0 ? term_constant(table, f) : 0;
    default:
        return 0;
    }
}

/* ---- places ---------------------------------------------------------------- */

bool steps_may_stand_for(const struct steps *steps, term part, term whole) {
    const struct term_table *table = steps->draft.table;
    return varset_within(&table->varsets, term_at(table, part)->free, term_at(table, whole)->free);
}

bool steps_is_replaceable(const struct steps *steps, term t) {
    enum op op = term_op(steps->draft.table, t);
    return op != OP_CASE && op != OP_VAR && op != OP_FUN_REF;
}

term steps_without_args(struct steps *steps, term t, uint32_t first, uint32_t count) {
    struct term_table *table = steps->draft.table;
    struct check check;
    struct term_node node = *term_at(table, t);
    u32_vec args = {0}, indices = {0};
    for (uint32_t i = 0; i < node.n_args; i++)
        if (i < first || i >= first + count)
            vec_push(&args, term_arg(table, t, i));
    term result = 0;
    if (node.op >= OP_FIRST_THEORY && args.n > 0) {
        for (uint32_t i = 0; i < list_length(&table->lists, node.payload); i++)
            vec_push(&indices, list_items(&table->lists, node.payload)[i]);
        result = check_one_op(table, node.op, indices.at, (uint32_t)indices.n, 0, args.at,
                              (uint32_t)args.n, &check);
    }
    vec_free(&args);
    vec_free(&indices);
    return result != 0 && term_sort(table, result) == node.sort ? result : 0;
}
