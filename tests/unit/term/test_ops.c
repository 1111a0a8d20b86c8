/* Checks the table ops.def itself: what holds of every row. */
#include "testing.h"

#include "base/lex.h"
#include "term/table.h"

#define EACH_ROW(op) for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++)

static bool is_synonym(uint32_t op) {
    return op_row(op)->canonical != op;
}

static bool same(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

static void every_row_is_complete(void **state) {
    EACH_ROW(op) {
        const struct op_row *row = op_row(op);
        if (row->name[0] == '\0' || !lex_is_simple_symbol(row->symbol, strlen(row->symbol)))
            fail_msg("row %u: name \"%s\", symbol \"%s\"", op, row->name, row->symbol);
        if (is_synonym(op))
            continue;
        if (row->meaning[0] == '\0' || row->signature[0] == '\0' || row->indices == NULL ||
            row->condition == NULL)
            fail_msg("%s has an empty column", row->name);
    }
}

static void names_are_unique(void **state) {
    EACH_ROW(a)
    for (uint32_t b = OP_FIRST_THEORY; b < a; b++)
        if (same(op_row(a)->name, op_row(b)->name))
            fail_msg("%s stands there twice", op_row(a)->name);
}

/* The second of two such rows could never be meant. */
static void no_two_overloads_are_alike(void **state) {
    EACH_ROW(a) {
        const struct op_row *x = op_row(op_row(a)->canonical);
        for (uint32_t b = OP_FIRST_THEORY; b < a; b++) {
            const struct op_row *y = op_row(op_row(b)->canonical);
            if (same(op_row(a)->symbol, op_row(b)->symbol) && same(x->indices, y->indices) &&
                same(x->signature, y->signature) && same(x->condition, y->condition) &&
                x->assoc == y->assoc)
                fail_msg("%s repeats %s", op_row(a)->name, op_row(b)->name);
        }
    }
}

static void synonyms_lead_to_operators_with_another_spelling(void **state) {
    EACH_ROW(op) {
        if (!is_synonym(op))
            continue;
        const struct op_row *target = op_row(op_row(op)->canonical);
        if (is_synonym(op_row(op)->canonical))
            fail_msg("%s respells a synonym", op_row(op)->name);
        if (same(target->symbol, op_row(op)->symbol))
            fail_msg("%s is spelled like its target", op_row(op)->name);
    }
}

static void only_standard_theories_have_standard_operators(void **state) {
    uint32_t rows[THEORY_COUNT] = {0};
    EACH_ROW(op) {
        const struct op_row *row = op_row(op);
        if (is_synonym(op))
            continue;
        rows[row->theory]++;
        if (row->theory > THEORY_HO && row->origin == ORIGIN_STD)
            fail_msg("%s is in no standard theory", row->name);
    }
    for (enum theory theory = 0; theory < THEORY_USER; theory++) {
        assert_non_null(theory_name(theory));
        assert_true(rows[theory] > 0);
    }
    assert_int_equal(rows[THEORY_USER], 0);
}

/* ---- what the compiled rules say ----------------------------------------- */

static void every_row_is_compiled_and_found_by_its_spelling(void **state) {
    struct term_table *table = term_table_new();
    EACH_ROW(op) {
        const struct op_info *info = op_info(table, op);
        const struct op_row *row = op_row(op), *rule = op_row(row->canonical);
        assert_int_equal(info->canonical, row->canonical);
        assert_int_equal(info->theory, rule->theory);
        assert_int_equal(info->assoc, rule->assoc);
        assert_int_equal(info->origin, row->origin);
        assert_string_equal(symbol_at(&table->symbols, info->symbol)->at, row->symbol);
        if ((info->result == 0) != (rule->assoc == ASSOC_CUSTOM))
            fail_msg("%s has no result sort", row->name);
        /* The chain of its spelling has it, behind the rows above it. */
        uint32_t previous = 0, at = symbol_at(&table->symbols, info->symbol)->op;
        for (; at != 0 && at != op; at = op_info(table, at)->next) {
            assert_true(at > previous);
            previous = at;
        }
        if (at != op)
            fail_msg("%s is not found by its symbol", row->name);
    }
    term_table_free(table);
}

/* The variables that a rule knows when it has looked at its indices and arguments. */
struct known {
    const struct sort_table *sorts;
    bool params[SORT_PARAMS_MAX];
    bool numerals[SORT_NUMERALS_MAX];
};

static bool knows_numeral(const struct known *known, uint32_t expr) {
    const struct numeral_expr *e = &known->sorts->exprs.at[expr];
    if (e->op == 'c')
        return true;
    if (e->op == 'v')
        return known->numerals[e->a];
    return knows_numeral(known, e->a) && knows_numeral(known, e->b);
}

static bool has_numerals(const struct sort_node *node) {
    return node->kind == SORT_BITVEC || node->kind == SORT_FLOAT || node->kind == SORT_FIELD;
}

/* Learns from matching an argument. False if the pattern computes with what is not known yet. */
static bool learn(struct known *known, sort pattern) {
    const struct sort_node *node = sort_at(known->sorts, pattern);
    if (node->kind == SORT_PARAM)
        known->params[node->indices[0]] = true;
    for (int i = 0; has_numerals(node) && i < 2; i++) {
        uint32_t index = node->indices[i];
        if (index <= SORT_INDEX_MAX)
            continue;
        const struct numeral_expr *e = &known->sorts->exprs.at[index & SORT_INDEX_MAX];
        if (e->op == 'v')
            known->numerals[e->a] = true;
        else if (!knows_numeral(known, index & SORT_INDEX_MAX))
            return false;
    }
    for (uint32_t i = 0; i < sort_n_args(known->sorts, pattern); i++)
        if (!learn(known, sort_arg(known->sorts, pattern, i)))
            return false;
    return true;
}

static bool knows(const struct known *known, sort pattern) {
    const struct sort_node *node = sort_at(known->sorts, pattern);
    if (node->kind == SORT_PARAM)
        return known->params[node->indices[0]];
    for (int i = 0; has_numerals(node) && i < 2; i++)
        if (node->indices[i] > SORT_INDEX_MAX &&
            !knows_numeral(known, node->indices[i] & SORT_INDEX_MAX))
            return false;
    for (uint32_t i = 0; i < sort_n_args(known->sorts, pattern); i++)
        if (!knows(known, sort_arg(known->sorts, pattern, i)))
            return false;
    return true;
}

static void arguments_and_indices_fix_the_result_unless_as_does(void **state) {
    struct term_table *table = term_table_new();
    EACH_ROW(op) {
        const struct op_info *info = op_info(table, op);
        const struct op_row *rule = op_row(op_row(op)->canonical);
        struct known known = {.sorts = &table->sorts};
        if (info->assoc == ASSOC_CUSTOM)
            continue;
        for (uint32_t i = 0; i < info->n_indices; i++)
            known.numerals[i] = true;
        for (uint32_t i = 0; i < info->n_args; i++)
            if (!learn(&known, list_items(&table->lists, info->args)[i]))
                fail_msg("%s: argument %u is matched before its numerals are known",
                         op_row(op)->name, i);
        if (info->condition != 0 && !knows_numeral(&known, info->condition - 1))
            fail_msg("%s: the condition has a numeral that nothing binds", op_row(op)->name);
        bool says_as = strstr(rule->meaning, "(as ") != NULL;
        if (knows(&known, info->result) == says_as)
            fail_msg("%s: the result %s, the meaning %s (as ...)", op_row(op)->name,
                     says_as ? "is fixed" : "is open", says_as ? "shows" : "lacks");
    }
    term_table_free(table);
}

/* What :left-assoc and the others need of a signature. */
static void operators_that_take_more_arguments_have_fitting_sorts(void **state) {
    struct term_table *table = term_table_new();
    EACH_ROW(op) {
        const struct op_info *info = op_info(table, op);
        if (info->assoc == ASSOC_NONE || info->assoc == ASSOC_CUSTOM)
            continue;
        assert_int_equal(info->n_args, 2);
        const sort *args = list_items(&table->lists, info->args);
        bool fits = false;
        switch (info->assoc) {
        case ASSOC_LEFT: /* matched anew: concat gets wider, @ may give a function again */
            fits = sort_kind(&table->sorts, info->result) == sort_kind(&table->sorts, args[0]) ||
                   sort_kind(&table->sorts, info->result) == SORT_PARAM;
            break;
        case ASSOC_RIGHT:
        case ASSOC_INIT:
            fits = info->result == args[1];
            break;
        default:
            fits = info->result == SORT_BOOL && args[0] == args[1];
        }
        if (!fits)
            fail_msg("%s cannot be repeated", op_row(op)->name);
    }
    term_table_free(table);
}

static void ask_for_a_row_that_is_none(void *ignored) {
    op_row(OP_FORALL);
}

static void only_theory_operators_have_rows(void **state) {
    assert_int_equal(testing_in_child(ask_for_a_row_that_is_none, NULL, NULL), EXIT_OWN_BUG);
    assert_string_equal(op_row(OP_FIRST_THEORY)->name, "TRUE");
    assert_int_equal(OP_TRUE, OP_FIRST_THEORY);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_row_is_complete),
        TEST(names_are_unique),
        TEST(no_two_overloads_are_alike),
        TEST(synonyms_lead_to_operators_with_another_spelling),
        TEST(only_standard_theories_have_standard_operators),
        TEST(every_row_is_compiled_and_found_by_its_spelling),
        TEST(arguments_and_indices_fix_the_result_unless_as_does),
        TEST(operators_that_take_more_arguments_have_fitting_sorts),
        TEST(only_theory_operators_have_rows),
    };
    return RUN(tests);
}
