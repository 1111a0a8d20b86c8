/*
 * ranks.h - what the text of a row of ops.def says, by a reading of its own.
 *
 * Tests of the sort checker take from here what must be accepted, with which
 * sort. Nothing in here asks the code under test: signatures are taken as
 * written, :left-assoc and the others as the standard defines them.
 *
 *     rank_draw     variables of the row, chosen at random
 *     rank_sort     the sort of an argument, or of the result, under a choice
 *     rank_result   the sort of an application, 0 if it is not well-sorted
 */
#ifndef MOMUS_TEST_RANKS_H
#define MOMUS_TEST_RANKS_H

#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "base/rng.h"
#include "base/sexpr.h"
#include "term/table.h"

#define EACH_ROW(op) for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++)

enum { RANK_ARGS_MAX = 8, RANK_INDICES_MAX = 4, RANK_NO_NUMERAL = -1 };

/* A row that is not CUSTOM. Trees are in the arena of its reader. */
struct rank {
    uint32_t op;
    enum assoc assoc;
    char indices[RANK_INDICES_MAX]; /* names: single letters, as all variables are */
    uint32_t n_indices;
    const struct sexpr *args[RANK_ARGS_MAX];
    uint32_t n_args;
    const struct sexpr *result;
    const struct sexpr *condition; /* NULL if there is none */
};

/* What the variables of a row stand for: by letter, 0 and RANK_NO_NUMERAL if nothing. */
struct choice {
    sort sorts[128];
    int64_t numerals[128];
};

static inline struct choice choice_none(void) {
    struct choice c = {0};
    for (int i = 0; i < 128; i++)
        c.numerals[i] = RANK_NO_NUMERAL;
    return c;
}

/* ---- reading ---- */

static inline const struct sexpr *rank_parse(struct arena *arena, const char *text) {
    struct sexpr *first;
    struct sexpr_error error;
    if (!sexpr_read(text, strlen(text), arena, &first, &error))
        BUG("%s: %s", text, error.message);
    return first;
}

/* False if the row is CUSTOM: its signature is a sketch. */
static inline bool rank_read(struct rank *rank, struct arena *arena, uint32_t op) {
    const struct op_row *row = op_row(op_row(op)->canonical);
    *rank = (struct rank){.op = op, .assoc = row->assoc};
    if (row->assoc == ASSOC_CUSTOM)
        return false;
    for (const struct sexpr *e = rank_parse(arena, row->indices); e != NULL; e = e->next) {
        REQUIRE(e->token.n == 1 && rank->n_indices < RANK_INDICES_MAX);
        rank->indices[rank->n_indices++] = e->token.at[0];
    }
    for (const struct sexpr *e = rank_parse(arena, row->signature); e != NULL; e = e->next) {
        if (e->next == NULL)
            rank->result = e;
        else {
            REQUIRE(rank->n_args < RANK_ARGS_MAX);
            rank->args[rank->n_args++] = e;
        }
    }
    rank->condition = rank_parse(arena, row->condition);
    return true;
}

static inline bool rank_is_variable(const struct sexpr *e, char from, char to) {
    return e->token.kind == TOKEN_SYMBOL && e->token.n == 1 && e->token.at[0] >= from &&
           e->token.at[0] <= to;
}

static inline int rank_letter(const struct sexpr *e) {
    return (unsigned char)e->token.at[0];
}

/* The value of an expression over numerals; false if it has one that is not chosen. */
static inline bool rank_value(const struct sexpr *e, const struct choice *c, int64_t *value) {
    int64_t a, b;
    if (!sexpr_is_list(e)) {
        bool is_variable = rank_is_variable(e, 'a', 'z');
        *value = is_variable ? c->numerals[rank_letter(e)] : strtoll(e->token.at, NULL, 10);
        return *value != RANK_NO_NUMERAL;
    }
    REQUIRE(sexpr_length(e) == 3);
    if (!rank_value(e->child->next, c, &a) || !rank_value(e->child->next->next, c, &b))
        return false;
    const struct sexpr *f = e->child;
    *value = sexpr_is_word(f, "+")     ? a + b
             : sexpr_is_word(f, "-")   ? a - b
             : sexpr_is_word(f, "*")   ? a * b
             : sexpr_is_word(f, ">")   ? a > b
             : sexpr_is_word(f, ">=")  ? a >= b
             : sexpr_is_word(f, "=")   ? a == b
             : sexpr_is_word(f, "and") ? a && b
                                       : INT64_MIN;
    REQUIRE(*value != INT64_MIN);
    return true;
}

static inline bool rank_condition_holds(const struct rank *rank, const struct choice *c) {
    int64_t value = 1;
    return rank->condition == NULL || (rank_value(rank->condition, c, &value) && value != 0);
}

/* ---- sorts ---- */

/* The kind that a sort without parts, or the head of one with parts, has. */
static inline enum sort_kind rank_kind(const struct sexpr *name) {
    static const struct {
        const char *name;
        enum sort_kind kind;
    } kinds[] = {
        {"Bool", SORT_BOOL},         {"Int", SORT_INT},
        {"Real", SORT_REAL},         {"String", SORT_STRING},
        {"RegLan", SORT_REGLAN},     {"RoundingMode", SORT_ROUNDING_MODE},
        {"BitVec", SORT_BITVEC},     {"FloatingPoint", SORT_FLOAT},
        {"FiniteField", SORT_FIELD}, {"Array", SORT_ARRAY},
        {"Seq", SORT_SEQ},           {"Set", SORT_SET},
        {"Bag", SORT_BAG},           {"->", SORT_MAP},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (sexpr_is_word(name, kinds[i].name))
            return kinds[i].kind;
    BUG("no sort: %.*s", (int)name->token.n, name->token.at);
}

static inline sort rank_field(struct sort_table *sorts, int64_t order) {
    struct strbuf text = {0};
    strbuf_printf(&text, "%lld", (long long)order);
    symbol s = symbol_intern(sorts->symbols, text.at, text.n);
    strbuf_free(&text);
    return sort_make(sorts, SORT_FIELD, s, 0, NULL, 0);
}

/* The sort under a choice; 0 if there is no such sort. */
static inline sort rank_sort(struct sort_table *sorts, const struct sexpr *e,
                             const struct choice *c) {
    if (rank_is_variable(e, 'A', 'Z'))
        return c->sorts[rank_letter(e)];
    if (!sexpr_is_list(e))
        return (sort)rank_kind(e); /* a sort without parts has its kind as handle */
    if (sexpr_is_word(e->child, "_")) {
        const struct sexpr *name = e->child->next;
        int64_t i = 0, j = 0;
        if (!rank_value(name->next, c, &i) ||
            (name->next->next != NULL && !rank_value(name->next->next, c, &j)))
            return 0;
        switch (rank_kind(name)) {
        case SORT_BITVEC:
            return i < 1 ? 0 : sort_bitvec(sorts, (uint32_t)i);
        case SORT_FIELD:
            return i < 2 ? 0 : rank_field(sorts, i);
        default:
            return i < 2 || j < 2 ? 0 : sort_float(sorts, (uint32_t)i, (uint32_t)j);
        }
    }
    sort parts[2] = {rank_sort(sorts, e->child->next, c), 0};
    uint32_t n = (uint32_t)sexpr_length(e) - 1;
    REQUIRE(n <= 2);
    if (n == 2)
        parts[1] = rank_sort(sorts, e->child->next->next, c);
    return parts[0] == 0 || parts[n - 1] == 0
               ? 0
               : sort_make(sorts, rank_kind(e->child), 0, 0, parts, n);
}

static inline bool rank_match_numeral(const struct sexpr *e, int64_t actual, struct choice *c) {
    int64_t value;
    if (!rank_value(e, c, &value)) {
        REQUIRE(rank_is_variable(e, 'a', 'z'));
        c->numerals[rank_letter(e)] = actual;
        return true;
    }
    return value == actual;
}

/* Can the variables that are still free be chosen so that the sort comes out? */
static inline bool rank_match(const struct sort_table *sorts, const struct sexpr *e, sort actual,
                              struct choice *c) {
    if (rank_is_variable(e, 'A', 'Z')) {
        sort *chosen = &c->sorts[rank_letter(e)];
        if (*chosen == 0)
            *chosen = actual;
        return *chosen == actual;
    }
    if (!sexpr_is_list(e))
        return rank_kind(e) == sort_kind(sorts, actual);
    const struct sort_node *node = sort_at(sorts, actual);
    if (sexpr_is_word(e->child, "_")) {
        const struct sexpr *name = e->child->next;
        if (rank_kind(name) != node->kind)
            return false;
        if (node->kind == SORT_FIELD)
            return rank_match_numeral(
                name->next, strtoll(symbol_at(sorts->symbols, node->indices[0])->at, NULL, 10), c);
        return rank_match_numeral(name->next, node->indices[0], c) &&
               (name->next->next == NULL ||
                rank_match_numeral(name->next->next, node->indices[1], c));
    }
    if (rank_kind(e->child) != node->kind)
        return false;
    uint32_t i = 0;
    for (const struct sexpr *part = e->child->next; part != NULL; part = part->next)
        if (!rank_match(sorts, part, sort_arg(sorts, actual, i++), c))
            return false;
    return true;
}

/* ---- applications ---- */

static inline struct choice rank_start(const struct rank *rank, const uint32_t *indices) {
    struct choice c = choice_none();
    for (uint32_t i = 0; i < rank->n_indices; i++)
        c.numerals[(unsigned char)rank->indices[i]] = indices[i];
    return c;
}

/* The signature as it stands, without what the attribute adds. */
static inline sort rank_result_plain(struct sort_table *sorts, const struct rank *rank,
                                     const uint32_t *indices, sort as, const sort *args,
                                     uint32_t n) {
    struct choice c = rank_start(rank, indices);
    if (n != rank->n_args || (as != 0 && !rank_match(sorts, rank->result, as, &c)))
        return 0;
    for (uint32_t i = 0; i < n; i++)
        if (!rank_match(sorts, rank->args[i], args[i], &c))
            return 0;
    return rank_condition_holds(rank, &c) ? rank_sort(sorts, rank->result, &c) : 0;
}

/*
 * The sort of an application to these sorts, 0 if the row does not allow it.
 * More than two arguments mean what the attribute says, application by
 * application.
 */
static inline sort rank_result(struct sort_table *sorts, const struct rank *rank,
                               const uint32_t *indices, uint32_t n_indices, sort as,
                               const sort *args, uint32_t n) {
    if (n_indices != rank->n_indices)
        return 0;
    if (n <= 2 || rank->assoc == ASSOC_NONE)
        return rank_result_plain(sorts, rank, indices, as, args, n);
    REQUIRE(as == 0);
    sort pair[2] = {0, 0}, result = 0;
    switch (rank->assoc) {
    case ASSOC_LEFT:
        result = args[0];
        for (uint32_t i = 1; i < n && result != 0; i++) {
            pair[0] = result, pair[1] = args[i];
            result = rank_result_plain(sorts, rank, indices, 0, pair, 2);
        }
        return result;
    case ASSOC_RIGHT:
    case ASSOC_INIT:
        result = args[n - 1];
        for (uint32_t i = n - 1; i > 0 && result != 0; i--) {
            pair[0] = args[i - 1], pair[1] = result;
            result = rank_result_plain(sorts, rank, indices, 0, pair, 2);
        }
        return result;
    default: /* an "and" over pairs: of neighbours, or of all */
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = i + 1; j < n; j++) {
                if (rank->assoc == ASSOC_CHAIN && j > i + 1)
                    continue;
                pair[0] = args[i], pair[1] = args[j];
                result = rank_result_plain(sorts, rank, indices, 0, pair, 2);
                if (result == 0)
                    return 0;
            }
        return result;
    }
}

/* Does the row take so many arguments of some sorts? */
static inline bool rank_takes(const struct rank *rank, uint32_t n) {
    return n == rank->n_args || (rank->assoc != ASSOC_NONE && n >= 2);
}

/* ---- choosing ---- */

static inline void rank_draw_variables(const struct sexpr *e, struct rng *rng, const sort *pool,
                                       uint32_t n_pool, struct choice *c) {
    static const int64_t orders[] = {2, 3, 5, 7};
    if (sexpr_is_list(e)) {
        bool is_field =
            sexpr_is_word(e->child, "_") && sexpr_is_word(e->child->next, "FiniteField");
        for (const struct sexpr *part = e->child->next; part != NULL; part = part->next)
            rank_draw_variables(part, rng, pool, n_pool, c);
        if (is_field && rank_is_variable(e->child->next->next, 'a', 'z'))
            c->numerals[rank_letter(e->child->next->next)] = orders[rng_below(rng, 4)];
    } else if (rank_is_variable(e, 'A', 'Z') && c->sorts[rank_letter(e)] == 0)
        c->sorts[rank_letter(e)] = pool[rng_below(rng, n_pool)];
    else if (rank_is_variable(e, 'a', 'z') && c->numerals[rank_letter(e)] == RANK_NO_NUMERAL)
        c->numerals[rank_letter(e)] = (int64_t)rng_below(rng, 12);
}

/*
 * Chooses all variables, sorts from the pool and small numerals, so that the
 * arguments have sorts and the condition holds, or does not; and if it does,
 * the result has a sort. False if no such choice is found.
 */
static inline bool rank_draw(const struct rank *rank, struct sort_table *sorts, struct rng *rng,
                             const sort *pool, uint32_t n_pool, bool holds, struct choice *c) {
    for (int attempt = 0; attempt < 5000; attempt++) {
        *c = choice_none();
        for (uint32_t i = 0; i < rank->n_indices; i++)
            c->numerals[(unsigned char)rank->indices[i]] = (int64_t)rng_below(rng, 12);
        for (uint32_t i = 0; i < rank->n_args; i++)
            rank_draw_variables(rank->args[i], rng, pool, n_pool, c);
        rank_draw_variables(rank->result, rng, pool, n_pool, c);
        bool good = rank_condition_holds(rank, c) == holds;
        for (uint32_t i = 0; i < rank->n_args; i++)
            good = good && rank_sort(sorts, rank->args[i], c) != 0;
        if (good && (!holds || rank_sort(sorts, rank->result, c) != 0))
            return true;
    }
    return false;
}

/* The indices of a choice; returns how many. */
static inline uint32_t rank_indices(const struct rank *rank, const struct choice *c,
                                    uint32_t *indices) {
    for (uint32_t i = 0; i < rank->n_indices; i++)
        indices[i] = (uint32_t)c->numerals[(unsigned char)rank->indices[i]];
    return rank->n_indices;
}

/* Is the result fixed by neither indices nor arguments, so that it must be written out? */
static inline bool rank_needs_as(const struct rank *rank) {
    return strstr(op_row(op_row(rank->op)->canonical)->meaning, "(as ") != NULL;
}

#endif
