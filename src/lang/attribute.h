/*
 * attribute.h - how the attributes of an annotated term are kept.
 *
 * The payload of OP_ANNOTATED is a list of triples: keyword, kind, value. Terms
 * of patterns are arguments of the annotated term, behind the term itself, in
 * the order of the attributes.
 */
#ifndef MOMUS_LANG_ATTRIBUTE_H
#define MOMUS_LANG_ATTRIBUTE_H

#include "term/table.h"

enum attribute_kind {
    ATTRIBUTE_ALONE, /* no value */
    ATTRIBUTE_TEXT,  /* value: symbol of the text as it was written */
    ATTRIBUTE_NAMED, /* value: symbol of the name */
    ATTRIBUTE_TERMS, /* value: number of terms, in parentheses */
    ATTRIBUTE_TERM,  /* value: 1; a single term */
};

/* What :named calls a term, after so many other names that it has; 0 if there is none. */
static inline symbol attribute_name(const struct term_table *table, term t, uint32_t others) {
    const struct term_node *node = term_at(table, t);
    uint32_t n = node->op == OP_ANNOTATED ? list_length(&table->lists, node->payload) : 0;
    for (uint32_t i = 0; i < n; i += 3) {
        const uint32_t *a = list_items(&table->lists, node->payload) + i;
        if (a[1] == ATTRIBUTE_NAMED && others-- == 0)
            return a[2];
    }
    return 0;
}
static inline bool attribute_gives_name(const struct term_table *table, term t) {
    return attribute_name(table, t, 0) != 0;
}
/* Is it such a name, used as a term? */
static inline bool attribute_is_name(const struct term_table *table, term t) {
    const struct term_node *node = term_at(table, t);
    return node->op == OP_APPLY && fun_at(table, node->payload)->kind == FUN_NAMED;
}

#endif
