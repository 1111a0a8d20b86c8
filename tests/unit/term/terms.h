/*
 * terms.h - short names for making terms in tests.
 */
#ifndef MOMUS_TEST_TERMS_H
#define MOMUS_TEST_TERMS_H

#include "testing.h"

#include "term/table.h"

static inline symbol make_symbol(struct term_table *table, const char *name) {
    return symbol_intern(&table->symbols, name, strlen(name));
}

static inline term make_variable(struct term_table *table, const char *name, sort s) {
    return term_variable(table, make_symbol(table, name), s);
}

/* A new function of the script without parameters, as a term. */
static inline term make_constant(struct term_table *table, const char *name, sort s) {
    fun f = fun_declare(table, FUN_DECLARED, make_symbol(table, name), NULL, 0, s);
    return term_make(table, OP_APPLY, f, s, NULL, 0);
}

static inline term make_numeral(struct term_table *table, const char *digits) {
    return term_make(table, OP_NUMERAL, make_symbol(table, digits), SORT_INT, NULL, 0);
}

static inline term make_not(struct term_table *table, term a) {
    return term_make(table, OP_NOT, 0, SORT_BOOL, &a, 1);
}

/* A Bool operator of two arguments. */
static inline term make_both(struct term_table *table, enum op op, term a, term b) {
    return term_make(table, op, 0, SORT_BOOL, (term[]){a, b}, 2);
}

static inline term make_and(struct term_table *table, term a, term b) {
    return make_both(table, OP_AND, a, b);
}

static inline term make_binder(struct term_table *table, enum op op, term variable, term body) {
    return term_make(table, op, 0, SORT_BOOL, (term[]){variable, body}, 2);
}

static inline term make_forall(struct term_table *table, term variable, term body) {
    return make_binder(table, OP_FORALL, variable, body);
}

/* not (not (... t)), so many times. */
static inline term make_deep(struct term_table *table, term t, uint32_t times) {
    while (times-- > 0)
        t = make_not(table, t);
    return t;
}

/* t, (and t t), (and (and t t) (and t t)), ... */
static inline term make_doubled(struct term_table *table, term t, uint32_t times) {
    while (times-- > 0)
        t = make_and(table, t, t);
    return t;
}

static inline uint32_t variable_number(const struct term_table *table, term variable) {
    return term_at(table, variable)->payload;
}

#endif
