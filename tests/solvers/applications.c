/*
 * applications SEED: applications of every row of ops.def, well-sorted ones and
 * ones with something changed, for tests/solvers/sort_check.sh.
 *
 * One line each, of tab-separated fields:
 *
 *   row    name of the row, without OP_
 *   kind   good    what the signature says
 *          nary    three or four arguments, as the attribute says
 *          sort    an argument of another sort
 *          more    one argument more        less   one argument less
 *          index   another index, one more or one less; or all of them, so that the
 *                  condition of the row does not hold
 *   declarations of the constants that the application has
 *   command that has the application in it. If momus takes the application,
 *          it is (define-fun NAME () SORT T): a solver must find the same sort
 *
 * The signature is read by tests/unit/term/ranks.h. CUSTOM rows have none: there,
 * good is what momus takes, found by trial. The sort U must be declared.
 */
#include <stdio.h>

#include "lang/parser.h"
#include "term/check.h"
#include "term/ranks.h"

enum { ARGS_MAX = 8, INDICES_MAX = 8 };

struct maker {
    struct term_table *table;
    struct parser *parser;
    struct script script;
    struct parse_error error;
    struct arena arena;
    struct rng rng;
    sort pool[64]; /* what a sort variable may stand for, and what a wrong argument may be */
    uint32_t n_pool, n_variables; /* only the first n_variables are for sort variables */
    sort rows[64];                /* for CUSTOM rows: tuples, relations, ... */
    uint32_t n_rows;
    uint32_t number; /* of the line */
};

struct call {
    uint32_t op;
    uint32_t indices[INDICES_MAX];
    uint32_t n_indices;
    sort as;
    sort sorts[ARGS_MAX];
    uint32_t n_args;
};

static uint32_t below(struct maker *m, uint32_t n) {
    return (uint32_t)rng_below(&m->rng, n);
}

static void declare(struct maker *m, struct strbuf *commands) {
    const char *text = strbuf_text(commands);
    if (!parser_read_script(m->parser, text, commands->n, &m->script, &m->error))
        BUG("%s: %s", text, strbuf_text(&m->error.message));
}

static sort read_sort(struct maker *m, const char *text) {
    sort s;
    if (!parser_read_sort(m->parser, text, strlen(text), &s, &m->error))
        BUG("%s: %s", text, strbuf_text(&m->error.message));
    return s;
}

static sort wrap(struct sort_table *sorts, enum sort_kind kind, sort inner) {
    return sort_make(sorts, kind, 0, 0, &inner, 1);
}

static void fill_pools(struct maker *m) {
    struct sort_table *sorts = &m->table->sorts;
    sort bits = sort_bitvec(sorts, 4), u = read_sort(m, "U");
    const sort pool[] = {/* for sort variables; some twice, to have them more often */
                         SORT_BOOL, SORT_INT, SORT_REAL, SORT_STRING, bits, SORT_INT, u,
                         sort_float(sorts, 8, 24), SORT_ROUNDING_MODE,
                         sort_array(sorts, SORT_INT, SORT_BOOL), wrap(sorts, SORT_SEQ, SORT_INT),
                         bits,
                         /* for arguments only */
                         sort_bitvec(sorts, 1), sort_bitvec(sorts, 8), sort_float(sorts, 3, 5),
                         SORT_REGLAN, sort_array(sorts, bits, SORT_REAL),
                         wrap(sorts, SORT_SEQ, SORT_STRING), wrap(sorts, SORT_SET, SORT_INT),
                         wrap(sorts, SORT_BAG, SORT_INT), sort_map(sorts, SORT_INT, SORT_BOOL)};
    m->n_pool = sizeof pool / sizeof *pool;
    m->n_variables = 12;
    memcpy(m->pool, pool, sizeof pool);

    const sort parts[][3] = {{SORT_INT},
                             {SORT_BOOL},
                             {SORT_INT, SORT_INT},
                             {SORT_INT, SORT_BOOL},
                             {SORT_BOOL, SORT_INT},
                             {SORT_INT, SORT_BOOL, u}};
    const uint32_t lengths[] = {1, 1, 2, 2, 2, 3};
    const sort others[] = {SORT_BOOL,
                           SORT_INT,
                           SORT_BOOL,
                           SORT_INT,
                           SORT_REAL,
                           wrap(sorts, SORT_SET, SORT_INT),
                           rank_field(sorts, 5),
                           rank_field(sorts, 5),
                           rank_field(sorts, 7)};
    for (int i = 0; i < 6; i++) {
        sort tuple = sort_make(sorts, SORT_TUPLE, 0, 0, parts[i], lengths[i]);
        m->rows[m->n_rows++] = tuple;
        m->rows[m->n_rows++] = wrap(sorts, SORT_SET, tuple);
        m->rows[m->n_rows++] = wrap(sorts, SORT_BAG, tuple);
        m->rows[m->n_rows++] = sort_map(sorts, tuple, sort_map(sorts, SORT_INT, SORT_INT));
    }
    memcpy(m->rows + m->n_rows, others, sizeof others);
    m->n_rows += sizeof others / sizeof *others;
}

/* ---- text ---- */

/* A literal of the sort, if it has one. */
static bool add_literal(struct maker *m, sort s, struct strbuf *out) {
    const struct sort_node *node = sort_at(&m->table->sorts, s);
    switch (node->kind) {
    case SORT_BOOL:
        strbuf_add_text(out, "true");
        return true;
    case SORT_INT:
        strbuf_printf(out, "%u", 1 + below(m, 3));
        return true;
    case SORT_REAL:
        strbuf_add_text(out, "2.5");
        return true;
    case SORT_STRING:
        strbuf_add_text(out, "\"a\"");
        return true;
    case SORT_ROUNDING_MODE:
        strbuf_add_text(out, "RNE");
        return true;
    case SORT_BITVEC:
        strbuf_add_text(out, "#b1");
        strbuf_add_repeat(out, '0', node->indices[0] - 1);
        return true;
    default:
        return false;
    }
}

/* A constant, which is declared, or a literal. */
static void add_arg(struct maker *m, sort s, uint32_t i, bool literal, struct strbuf *declarations,
                    struct strbuf *out) {
    if (literal && add_literal(m, s, out))
        return;
    strbuf_printf(out, "c%u_%u", m->number, i);
    strbuf_printf(declarations, "%s(declare-const c%u_%u ", declarations->n > 0 ? " " : "",
                  m->number, i);
    sort_print(&m->table->sorts, s, declarations);
    strbuf_add_char(declarations, ')');
}

static void add_head(struct maker *m, const struct call *call, struct strbuf *out) {
    if (call->as != 0)
        strbuf_add_text(out, "(as ");
    if (call->n_indices > 0)
        strbuf_add_text(out, "(_ ");
    strbuf_add_text(out, op_row(call->op)->symbol);
    for (uint32_t i = 0; i < call->n_indices; i++)
        strbuf_printf(out, " %u", call->indices[i]);
    if (call->n_indices > 0)
        strbuf_add_char(out, ')');
    if (call->as != 0) {
        strbuf_add_char(out, ' ');
        sort_print(&m->table->sorts, call->as, out);
        strbuf_add_char(out, ')');
    }
}

/* Writes the line of an application. */
static void emit(struct maker *m, const struct call *call, const char *kind) {
    struct strbuf declarations = {0}, text = {0}, sort_text = {0};
    bool literals = rng_chance(&m->rng, 1, 2), applied = call->n_args > 0;
    m->number++;
    if (applied)
        strbuf_add_char(&text, '(');
    add_head(m, call, &text);
    for (uint32_t i = 0; i < call->n_args; i++) {
        strbuf_add_char(&text, ' ');
        add_arg(m, call->sorts[i], i, literals && rng_chance(&m->rng, 2, 3), &declarations, &text);
    }
    if (applied)
        strbuf_add_char(&text, ')');
    declare(m, &declarations);
    term t;
    printf("%s\t%s\t%s\t", op_row(call->op)->name, kind, strbuf_text(&declarations));
    if (parser_read_term(m->parser, strbuf_text(&text), text.n, &t, &m->error)) {
        sort_print(&m->table->sorts, term_sort(m->table, t), &sort_text);
        printf("(define-fun d%u () %s %s)\n", m->number, strbuf_text(&sort_text),
               strbuf_text(&text));
    } else
        printf("(assert (= %s %s))\n", strbuf_text(&text), strbuf_text(&text));
    strbuf_free(&declarations);
    strbuf_free(&text);
    strbuf_free(&sort_text);
}

/* ---- something changed ---- */

static sort other_sort(struct maker *m, const struct call *call, uint32_t i) {
    bool custom = op_info(m->table, call->op)->assoc == ASSOC_CUSTOM;
    sort s;
    do
        s = custom && rng_chance(&m->rng, 1, 2) ? m->rows[below(m, m->n_rows)]
                                                : m->pool[below(m, m->n_pool)];
    while (s == call->sorts[i]);
    return s;
}

static void emit_changed(struct maker *m, const struct call *call) {
    struct call c;
    if (op_row(call->op)->canonical != call->op && call->n_args > 0) {
        /* Its target says all; here it is only about the other spelling. */
        uint32_t i = below(m, call->n_args);
        c = *call;
        c.sorts[i] = other_sort(m, call, i);
        emit(m, &c, "sort");
        return;
    }
    for (uint32_t i = 0; i < call->n_args && i < 3; i++) {
        c = *call;
        c.sorts[i] = other_sort(m, call, i);
        emit(m, &c, "sort");
    }
    c = *call;
    c.sorts[c.n_args] = c.n_args > 0 && rng_chance(&m->rng, 2, 3) ? c.sorts[c.n_args - 1]
                                                                  : m->pool[below(m, m->n_pool)];
    c.n_args++;
    emit(m, &c, "more");
    if (call->n_args > 0) {
        c = *call;
        c.n_args--;
        emit(m, &c, "less");
    }
    for (uint32_t i = 0; i < call->n_indices && i < 2; i++) {
        c = *call;
        c.indices[i] = below(m, 14);
        emit(m, &c, "index");
    }
    if (call->n_indices > 0 || rng_chance(&m->rng, 1, 8)) {
        c = *call;
        c.indices[c.n_indices++] = 1;
        emit(m, &c, "index");
    }
    if (call->n_indices > 0) {
        c = *call;
        c.n_indices--;
        emit(m, &c, "index");
    }
}

/* ---- well-sorted ---- */

static struct call draw(struct maker *m, const struct rank *rank, sort *result) {
    struct sort_table *sorts = &m->table->sorts;
    struct choice choice;
    struct call call = {.op = rank->op, .n_args = rank->n_args};
    if (!rank_draw(rank, sorts, &m->rng, m->pool, m->n_variables, true, &choice))
        BUG("%s: no choice of its variables is good", op_row(rank->op)->name);
    call.n_indices = rank_indices(rank, &choice, call.indices);
    for (uint32_t i = 0; i < rank->n_args; i++)
        call.sorts[i] = rank_sort(sorts, rank->args[i], &choice);
    *result = rank_sort(sorts, rank->result, &choice);
    call.as = rank_needs_as(rank) ? *result : 0;
    return call;
}

/* Three or four arguments: the first or the last of the signature stands there again. */
static void emit_many(struct maker *m, const struct rank *rank) {
    for (uint32_t n = 3; n <= 4; n++) {
        sort ignored;
        struct call call = draw(m, rank, &ignored);
        bool first = rank->assoc == ASSOC_RIGHT || rank->assoc == ASSOC_INIT;
        sort last = call.sorts[1];
        for (uint32_t i = 2; i < n; i++)
            call.sorts[i] = last;
        if (first)
            for (uint32_t i = 1; i + 1 < n; i++)
                call.sorts[i] = call.sorts[0];
        call.n_args = n;
        emit(m, &call, "nary");
    }
}

/* Indices that do not go with the sorts of the arguments. */
static void emit_violated(struct maker *m, const struct rank *rank) {
    struct sort_table *sorts = &m->table->sorts;
    struct choice choice;
    for (int k = 0; k < 4; k++) {
        struct call call = {.op = rank->op, .n_args = rank->n_args};
        if (!rank_draw(rank, sorts, &m->rng, m->pool, m->n_variables, false, &choice))
            return; /* fp.to_ubv_total: the index is also the width of an argument */
        call.n_indices = rank_indices(rank, &choice, call.indices);
        for (uint32_t i = 0; i < rank->n_args; i++)
            call.sorts[i] = rank_sort(sorts, rank->args[i], &choice);
        emit(m, &call, "index");
    }
}

static void emit_rank(struct maker *m, const struct rank *rank) {
    bool respelled = op_row(rank->op)->canonical != rank->op;
    sort result;
    struct call call = draw(m, rank, &result);
    emit(m, &call, "good");
    emit_changed(m, &call);
    for (int i = 0; i < 4; i++) {
        call = draw(m, rank, &result);
        emit(m, &call, "good");
        if (i < 2 && rank->n_args > 1 && !respelled) {
            uint32_t place = below(m, rank->n_args);
            call.sorts[place] = other_sort(m, &call, place);
            emit(m, &call, "sort");
        }
    }
    if (rank->assoc != ASSOC_NONE)
        emit_many(m, rank);
    if (rank->condition != NULL && !respelled)
        emit_violated(m, rank);
}

/* Any arguments, until momus takes them. */
static bool find_custom(struct maker *m, uint32_t op, struct call *call) {
    for (int attempt = 0; attempt < 100000; attempt++) {
        term args[ARGS_MAX];
        struct check check;
        *call = (struct call){.op = op, .n_args = below(m, 4)};
        call->n_indices = op_info(m->table, op)->n_indices;
        if (call->n_indices == OP_ANY_INDICES)
            call->n_indices = below(m, 3);
        for (uint32_t i = 0; i < call->n_indices; i++)
            call->indices[i] = below(m, 3);
        for (uint32_t i = 0; i < call->n_args; i++) {
            call->sorts[i] = m->rows[below(m, m->n_rows)];
            args[i] = term_variable(m->table, 0, call->sorts[i]);
        }
        struct term_table *table = m->table;
        if (check_one_op(table, op, call->indices, call->n_indices, 0, args, call->n_args, &check))
            return true;
    }
    return false;
}

static void emit_custom(struct maker *m, uint32_t op) {
    for (int i = 0; i < 6; i++) {
        struct call call;
        if (!find_custom(m, op, &call))
            BUG("%s takes nothing", op_row(op)->name);
        emit(m, &call, "good");
        if (i < 3)
            emit_changed(m, &call);
    }
}

int main(int argc, char **argv) {
    struct maker m = {.table = term_table_new()};
    struct strbuf commands = {0};
    m.parser = parser_new(m.table);
    rng_init(&m.rng, argc > 1 ? strtoull(argv[1], NULL, 10) : 1, 0, 0, 0);
    strbuf_add_text(&commands, "(declare-sort U 0)");
    declare(&m, &commands);
    fill_pools(&m);
    EACH_ROW(op) {
        struct rank rank;
        if (rank_read(&rank, &m.arena, op))
            emit_rank(&m, &rank);
        else
            emit_custom(&m, op);
    }
    strbuf_free(&commands);
    script_release(&m.script);
    parse_error_release(&m.error);
    parser_free(m.parser);
    arena_free(&m.arena);
    term_table_free(m.table);
    return 0;
}
