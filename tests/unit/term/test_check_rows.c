/*
 * The sort checker on every row of ops.def that is not CUSTOM, by program: what
 * ranks.h reads from the text of the row is taken, with that sort, and nothing
 * else is.
 */
#include "testing.h"

#include "term/check.h"
#include "term/ranks.h"
#include "term/terms.h"

enum { DRAWS = 10, ARGS_MAX = 8 };

struct lab {
    struct term_table *table;
    struct arena arena;
    struct rank ranks[OP_COUNT]; /* op is 0 for those that are CUSTOM */
    sort pool[32];               /* sorts of all kinds */
    uint32_t n_pool;
    sort curried; /* (-> Int Bool U Real) */
    sort alien;   /* a sort that stands in no signature and in no other sort of the pool */
    struct rng rng;
};

static void fill_pool(struct lab *lab) {
    struct sort_table *sorts = &lab->table->sorts;
    sort bits = sort_bitvec(sorts, 4), decl = 0, parts[2] = {SORT_INT, SORT_BOOL};
    decl = sort_make(sorts, SORT_DECLARED,
                     sort_declare(sorts, DECL_UNINTERPRETED, make_symbol(lab->table, "U"), 0), 0,
                     NULL, 0);
    lab->curried =
        sort_map(sorts, SORT_INT, sort_map(sorts, SORT_BOOL, sort_map(sorts, decl, SORT_REAL)));
    const sort all[] = {
        SORT_BOOL,
        SORT_INT,
        SORT_REAL,
        SORT_STRING,
        SORT_REGLAN,
        SORT_ROUNDING_MODE,
        bits,
        sort_bitvec(sorts, 1),
        sort_bitvec(sorts, 8),
        sort_float(sorts, 3, 5),
        sort_float(sorts, 8, 24),
        rank_field(sorts, 5),
        sort_array(sorts, SORT_INT, SORT_REAL),
        sort_array(sorts, bits, sort_array(sorts, SORT_INT, SORT_BOOL)),
        sort_make(sorts, SORT_SEQ, 0, 0, parts, 1),
        sort_make(sorts, SORT_SET, 0, 0, parts, 1),
        sort_make(sorts, SORT_BAG, 0, 0, parts, 1),
        sort_make(sorts, SORT_TUPLE, 0, 0, parts, 2),
        sort_map(sorts, SORT_INT, SORT_BOOL),
        lab->curried,
        decl,
    };
    lab->n_pool = LENGTH(all);
    memcpy(lab->pool, all, sizeof all);
    lab->alien = sort_make(
        sorts, SORT_DECLARED,
        sort_declare(sorts, DECL_UNINTERPRETED, make_symbol(lab->table, "Alien"), 0), 0, NULL, 0);
}

static struct lab *lab_new(uint64_t seed) {
    struct lab *lab = mem_alloc_zero(sizeof *lab);
    lab->table = term_table_new();
    lab->rng = testing_rng(seed);
    EACH_ROW(op)
    if (!rank_read(&lab->ranks[op], &lab->arena, op))
        lab->ranks[op].op = 0;
    fill_pool(lab);
    return lab;
}

static void lab_free(struct lab *lab) {
    arena_free(&lab->arena);
    term_table_free(lab->table);
    mem_free(lab);
}

#define EACH_RANK(lab, rank)                                                             \
    for (const struct rank *rank = (lab)->ranks; rank < (lab)->ranks + OP_COUNT; rank++) \
        if (rank->op != 0)

/* An application that may be well-sorted: indices, `as`, sorts of arguments. */
struct call {
    uint32_t indices[RANK_INDICES_MAX + 1];
    uint32_t n_indices;
    sort as;
    sort sorts[ARGS_MAX];
    uint32_t n_args;
};

/* The sort it must have is put into *result. */
static struct call draw_call(struct lab *lab, const struct rank *rank, sort *result) {
    struct sort_table *sorts = &lab->table->sorts;
    struct choice c;
    struct call call = {.n_args = rank->n_args};
    if (!rank_draw(rank, sorts, &lab->rng, lab->pool, lab->n_pool, true, &c))
        fail_msg("%s: no choice of its variables is good", op_row(rank->op)->name);
    call.n_indices = rank_indices(rank, &c, call.indices);
    for (uint32_t i = 0; i < rank->n_args; i++)
        call.sorts[i] = rank_sort(sorts, rank->args[i], &c);
    *result = rank_sort(sorts, rank->result, &c);
    call.as = rank_needs_as(rank) ? *result : 0;
    return call;
}

static void make_args(struct lab *lab, const struct call *call, term *args) {
    for (uint32_t i = 0; i < call->n_args; i++)
        args[i] = make_constant(lab->table, "c", call->sorts[i]);
}

static term check_call(struct lab *lab, uint32_t op, const struct call *call, struct check *check) {
    term args[ARGS_MAX];
    make_args(lab, call, args);
    return check_op(lab->table, op_info(lab->table, op)->symbol, call->indices, call->n_indices,
                    call->as, args, call->n_args, check);
}

static const char *name_of(const struct rank *rank) {
    return op_row(rank->op)->name;
}

/* Each row with the spelling of `first`, which is the first of them. */
#define EACH_OVERLOAD(lab, op, first) \
    for (uint32_t op = (first); op != 0; op = op_info((lab)->table, op)->next)

static uint32_t first_overload(const struct lab *lab, const struct rank *rank) {
    return symbol_at(&lab->table->symbols, op_info(lab->table, rank->op)->symbol)->op;
}

/* Does any row with this spelling take so many indices and arguments, or might it? */
static bool some_overload_takes(const struct lab *lab, const struct rank *rank, uint32_t n_indices,
                                uint32_t n_args) {
    EACH_OVERLOAD(lab, op, first_overload(lab, rank)) {
        const struct rank *other = &lab->ranks[op];
        if (other->op == 0 ||
            (other->n_indices == n_indices &&
             (rank_takes(other, n_args) || (n_args == 1 && other->assoc == ASSOC_LEFT))))
            return true;
    }
    return false;
}

static bool some_overload_is_indexed_by(const struct lab *lab, const struct rank *rank,
                                        uint32_t n_indices) {
    EACH_OVERLOAD(lab, op, first_overload(lab, rank))
    if (op_info(lab->table, op)->n_indices == n_indices ||
        op_info(lab->table, op)->n_indices == OP_ANY_INDICES)
        return true;
    return false;
}

static void every_row_takes_what_its_signature_says(void **state) {
    struct lab *lab = lab_new(1);
    EACH_RANK(lab, rank)
    for (int i = 0; i < DRAWS; i++) {
        sort expected;
        struct check check;
        struct call call = draw_call(lab, rank, &expected);
        term args[ARGS_MAX], given[ARGS_MAX];
        make_args(lab, &call, args);
        memcpy(given, args, sizeof args);
        term t = check_op(lab->table, op_info(lab->table, rank->op)->symbol, call.indices,
                          call.n_indices, call.as, args, call.n_args, &check);
        if (t == 0 || check.status != CHECK_OK || check.tolerances != 0)
            fail_msg("%s is refused, status %u", name_of(rank), check.status);
        if (term_sort(lab->table, t) != expected)
            fail_msg("%s has another sort", name_of(rank));
        /* No two rows with one spelling take the same, but for concat. */
        uint32_t picked = rank->op == OP_BV_CONCAT_MANY ? OP_BV_CONCAT : rank->op;
        if (term_op(lab->table, t) != picked)
            fail_msg("%s is taken for %s", name_of(rank), op_row(term_op(lab->table, t))->name);
        const struct term_node *node = term_at(lab->table, t);
        assert_int_equal(list_length(&lab->table->lists, node->payload), call.n_indices);
        assert_memory_equal(list_items(&lab->table->lists, node->payload), call.indices,
                            call.n_indices * sizeof *call.indices);
        assert_int_equal(node->n_args, call.n_args);
        assert_memory_equal(term_args(lab->table, t), given, call.n_args * sizeof *given);
        assert_memory_equal(args, given, call.n_args * sizeof *given);
    }
    lab_free(lab);
}

/* Looks for sorts of n arguments that the row takes; false if there are none. */
static bool draw_many(struct lab *lab, const struct rank *rank, uint32_t n, struct call *call,
                      sort *result) {
    for (int attempt = 0; attempt < 2000; attempt++) {
        *call = draw_call(lab, rank, result);
        sort few[ARGS_MAX];
        memcpy(few, call->sorts, sizeof few);
        for (uint32_t i = 0; i < n; i++)
            call->sorts[i] = few[rng_below(&lab->rng, rank->n_args)];
        if (rank->op == OP_HO_APPLY) { /* a function of three arguments, and these */
            sort f = call->sorts[0] = lab->curried;
            for (uint32_t i = 1; i < n; i++, f = sort_arg(&lab->table->sorts, f, 1))
                call->sorts[i] = sort_arg(&lab->table->sorts, f, 0);
        }
        call->n_args = n;
        *result = rank_result(&lab->table->sorts, rank, call->indices, call->n_indices, 0,
                              call->sorts, n);
        if (*result != 0)
            return true;
    }
    return false;
}

static void more_arguments_are_taken_as_the_attribute_says(void **state) {
    struct lab *lab = lab_new(2);
    EACH_RANK(lab, rank)
    for (uint32_t n = 3; n <= 4 && rank->assoc != ASSOC_NONE; n++) {
        sort expected;
        struct call call;
        struct check check;
        if (!draw_many(lab, rank, n, &call, &expected))
            fail_msg("%s never takes %u arguments", name_of(rank), n);
        term t = check_call(lab, rank->op, &call, &check);
        if (t == 0 || check.tolerances != 0)
            fail_msg("%s refuses %u arguments, status %u", name_of(rank), n, check.status);
        assert_int_equal(term_sort(lab->table, t), expected);
        assert_int_equal(term_op(lab->table, t), rank->op);
    }
    lab_free(lab);
}

static void a_wrong_number_of_arguments_is_refused(void **state) {
    struct lab *lab = lab_new(3);
    uint32_t refused = 0;
    EACH_RANK(lab, rank)
    for (uint32_t n = 0; n <= 5; n++) {
        sort ignored;
        struct check check;
        struct call call = draw_call(lab, rank, &ignored);
        if (some_overload_takes(lab, rank, call.n_indices, n))
            continue;
        for (uint32_t i = rank->n_args; i < n; i++)
            call.sorts[i] = rank->n_args == 0 ? SORT_BOOL : call.sorts[i - 1];
        call.n_args = n;
        if (check_call(lab, rank->op, &call, &check) != 0)
            fail_msg("%s takes %u arguments", name_of(rank), n);
        if (check.status != CHECK_ARITY || check.bad_arg != UINT32_MAX)
            fail_msg("%s, %u arguments: status %u", name_of(rank), n, check.status);
        refused++;
    }
    assert_true(refused > 1000);
    lab_free(lab);
}

static void a_wrong_number_of_indices_is_refused(void **state) {
    struct lab *lab = lab_new(4);
    EACH_RANK(lab, rank)
    for (uint32_t n = 0; n <= RANK_INDICES_MAX; n++) {
        sort ignored;
        struct check check;
        struct call call = draw_call(lab, rank, &ignored);
        if (some_overload_is_indexed_by(lab, rank, n))
            continue;
        for (uint32_t i = call.n_indices; i < n; i++)
            call.indices[i] = 1;
        call.n_indices = n;
        if (check_call(lab, rank->op, &call, &check) != 0)
            fail_msg("%s takes %u indices", name_of(rank), n);
        if (check.status != CHECK_NO_INDEX_FITS)
            fail_msg("%s, %u indices: status %u", name_of(rank), n, check.status);
    }
    lab_free(lab);
}

static void a_violated_condition_is_refused(void **state) {
    struct lab *lab = lab_new(5);
    uint32_t always_hold = 0;
    EACH_RANK(lab, rank)
    for (int i = 0; i < DRAWS && rank->condition != NULL; i++) {
        struct choice c;
        struct check check;
        struct call call = {.n_args = rank->n_args};
        if (!rank_draw(rank, &lab->table->sorts, &lab->rng, lab->pool, lab->n_pool, false, &c)) {
            always_hold++; /* the numeral is also the width of an argument */
            break;
        }
        call.n_indices = rank_indices(rank, &c, call.indices);
        for (uint32_t k = 0; k < rank->n_args; k++)
            call.sorts[k] = rank_sort(&lab->table->sorts, rank->args[k], &c);
        if (check_call(lab, rank->op, &call, &check) != 0)
            fail_msg("%s is taken though its condition does not hold", name_of(rank));
        if (check.status != CHECK_CONDITION || check.bad_arg != UINT32_MAX)
            fail_msg("%s: status %u", name_of(rank), check.status);
    }
    assert_int_equal(always_hold, 2); /* fp.to_ubv_total, fp.to_sbv_total */
    lab_free(lab);
}

static bool mentions(const struct sexpr *e, int letter) {
    if (!sexpr_is_list(e))
        return rank_is_variable(e, 'A', 'Z') && rank_letter(e) == letter;
    for (const struct sexpr *part = e->child; part != NULL; part = part->next)
        if (mentions(part, letter))
            return true;
    return false;
}

/*
 * The argument that must be blamed when argument i of the row has a sort that
 * is in no signature: itself, unless its pattern is a variable that no argument
 * before it fixes; then the next that has the variable, UINT32_MAX if none has.
 */
static uint32_t blamed(const struct rank *rank, uint32_t i) {
    if (!rank_is_variable(rank->args[i], 'A', 'Z'))
        return i;
    int letter = rank_letter(rank->args[i]);
    for (uint32_t k = 0; k < i; k++)
        if (mentions(rank->args[k], letter))
            return i;
    for (uint32_t k = i + 1; k < rank->n_args; k++)
        if (mentions(rank->args[k], letter))
            return k;
    return rank_needs_as(rank) && mentions(rank->result, letter) ? i : UINT32_MAX;
}

static void an_argument_of_a_foreign_sort_is_blamed(void **state) {
    struct lab *lab = lab_new(6);
    uint32_t taken = 0;
    EACH_RANK(lab, rank)
    for (uint32_t i = 0; i < rank->n_args; i++) {
        sort ignored;
        struct check check;
        struct call call = draw_call(lab, rank, &ignored);
        call.sorts[i] = lab->alien;
        term t = check_call(lab, rank->op, &call, &check);
        uint32_t expected = blamed(rank, i);
        if ((t != 0) != (expected == UINT32_MAX))
            fail_msg("%s, argument %u: %s", name_of(rank), i, t != 0 ? "taken" : "refused");
        taken += t != 0;
        if (t != 0)
            continue;
        if (check.status != CHECK_SORTS || check.bad_arg != expected)
            fail_msg("%s, argument %u: status %u, argument %u is blamed", name_of(rank), i,
                     check.status, check.bad_arg);
    }
    assert_true(taken >= 3 && taken < 20); /* seq.unit, set.singleton, bag, pto: they take any */
    lab_free(lab);
}

static void a_foreign_sort_among_many_arguments_is_blamed(void **state) {
    struct lab *lab = lab_new(7);
    EACH_RANK(lab, rank)
    for (uint32_t i = 0; i < 4 && rank->assoc != ASSOC_NONE; i++) {
        sort ignored;
        struct call call;
        struct check check;
        assert_true(draw_many(lab, rank, 4, &call, &ignored));
        call.sorts[i] = lab->alien;
        if (check_call(lab, rank->op, &call, &check) != 0)
            fail_msg("%s: taken as argument %u", name_of(rank), i);
        /* What follows a variable is blamed for not being like it. */
        uint32_t expected = i;
        if (i == 0 && rank_is_variable(rank->args[0], 'A', 'Z'))
            expected = 1;
        if (rank->assoc == ASSOC_INIT && i == 0)
            expected = 1;
        if (check.status != CHECK_SORTS || check.bad_arg != expected)
            fail_msg("%s, argument %u: status %u, argument %u is blamed", name_of(rank), i,
                     check.status, check.bad_arg);
    }
    lab_free(lab);
}

/* Something in the application becomes something else. */
static void disturb(struct lab *lab, struct call *call) {
    struct rng *rng = &lab->rng;
    switch (rng_below(rng, 6)) {
    case 0:
        if (call->n_args < ARGS_MAX)
            call->sorts[call->n_args++] = lab->pool[rng_below(rng, lab->n_pool)];
        break;
    case 1:
        if (call->n_args > 0)
            call->n_args--;
        break;
    case 2:
        if (call->n_indices > 0)
            call->indices[rng_below(rng, call->n_indices)] = (uint32_t)rng_below(rng, 12);
        break;
    case 3:
        if (call->n_args > 1) {
            uint32_t a = (uint32_t)rng_below(rng, call->n_args);
            uint32_t b = (uint32_t)rng_below(rng, call->n_args);
            sort s = call->sorts[a];
            call->sorts[a] = call->sorts[b];
            call->sorts[b] = s;
        }
        break;
    default:
        if (call->n_args > 0)
            call->sorts[rng_below(rng, call->n_args)] = lab->pool[rng_below(rng, lab->n_pool)];
    }
}

/* One row, without tolerance, against the definition: nothing more, nothing less. */
static void a_row_takes_only_what_its_signature_says(void **state) {
    struct lab *lab = lab_new(8);
    uint32_t taken = 0, refused = 0;
    EACH_RANK(lab, rank)
    for (int i = 0; i < 60; i++) {
        sort expected;
        struct check check;
        struct call call = draw_call(lab, rank, &expected);
        for (uint64_t times = rng_below(&lab->rng, 3); times > 0; times--)
            disturb(lab, &call);
        if (call.as != 0 && call.n_args > 2)
            continue;
        term args[ARGS_MAX];
        make_args(lab, &call, args);
        expected = rank_result(&lab->table->sorts, rank, call.indices, call.n_indices, call.as,
                               call.sorts, call.n_args);
        term t = check_one_op(lab->table, rank->op, call.indices, call.n_indices, call.as, args,
                              call.n_args, &check);
        if ((t == 0 ? 0 : term_sort(lab->table, t)) != expected || (t == 0) == (check.status == 0))
            fail_msg("%s with %u indices and %u arguments: status %u", name_of(rank),
                     call.n_indices, call.n_args, check.status);
        taken += t != 0;
        refused += t == 0;
    }
    assert_true(taken > 5000 && refused > 5000);
    lab_free(lab);
}

/* Two tables to which the same happens; in one, patterns decide everything. */
static void quick_rules_say_what_patterns_say(void **state) {
    struct lab *quick = lab_new(9), *slow = lab_new(9);
    uint32_t with_rule = 0;
    for (uint32_t op = 0; op < OP_COUNT; op++) {
        with_rule += op_info(quick->table, op)->rule != RULE_PATTERNS;
        slow->table->ops.at[op].rule = RULE_PATTERNS;
    }
    assert_true(with_rule > 100);
    EACH_RANK(quick, rank)
    for (int i = 0; i < 40; i++) {
        sort ignored;
        term args[2][ARGS_MAX], result[2], quick_result = 0;
        struct check check[2];
        for (int k = 0; k < 2; k++) {
            struct lab *lab = k == 0 ? quick : slow;
            struct call call = draw_call(lab, &lab->ranks[rank->op], &ignored);
            if (rank->assoc != ASSOC_NONE && i % 4 == 0)
                call.sorts[call.n_args++] = call.sorts[0];
            for (uint64_t times = rng_below(&lab->rng, 3); times > 0; times--)
                disturb(lab, &call);
            make_args(lab, &call, args[k]);
            if (k == 0 && call.n_indices == 0 && call.as == 0)
                quick_result = check_op_quick(lab->table, op_info(lab->table, rank->op)->symbol,
                                              args[k], call.n_args);
            result[k] = check_op(lab->table, op_info(lab->table, rank->op)->symbol, call.indices,
                                 call.n_indices, call.as, args[k], call.n_args, &check[k]);
            for (uint32_t n = call.n_args; n < ARGS_MAX; n++)
                args[k][n] = 0;
        }
        if (quick_result != 0 && quick_result != result[0])
            fail_msg("%s: check_op_quick gives another term", name_of(rank));
        if (result[0] != result[1] || check[0].status != check[1].status ||
            check[0].bad_arg != check[1].bad_arg ||
            (result[0] != 0 && check[0].tolerances != check[1].tolerances))
            fail_msg("%s: status %u by its rule, %u by patterns", name_of(rank), check[0].status,
                     check[1].status);
        assert_memory_equal(args[0], args[1], sizeof args[0]);
        if (result[0] != 0)
            assert_memory_equal(term_at(quick->table, result[0]), term_at(slow->table, result[1]),
                                sizeof(struct term_node));
    }
    lab_free(quick);
    lab_free(slow);
}

static void what_arguments_do_not_fix_must_be_written_out(void **state) {
    struct lab *lab = lab_new(10);
    uint32_t found = 0;
    EACH_RANK(lab, rank) {
        sort result;
        struct check check;
        struct call call = draw_call(lab, rank, &result);
        assert_int_equal(op_info(lab->table, rank->op)->needs_as, rank_needs_as(rank));
        if (!rank_needs_as(rank))
            continue;
        found++;
        call.as = 0;
        assert_int_equal(check_call(lab, rank->op, &call, &check), 0);
        assert_int_equal(check.status, CHECK_NEEDS_AS);
        if (rank->op == OP_SEP_NIL)
            continue; /* it can have any sort */
        call.as = lab->alien;
        assert_int_equal(check_call(lab, rank->op, &call, &check), 0);
        assert_int_equal(check.status, CHECK_AS);
    }
    assert_true(found >= 6);
    lab_free(lab);
}

static void a_wrong_as_is_refused_everywhere(void **state) {
    struct lab *lab = lab_new(11);
    EACH_RANK(lab, rank) {
        sort result;
        struct check check;
        struct call call = draw_call(lab, rank, &result);
        call.as = lab->alien;
        if (rank_is_variable(rank->result, 'A', 'Z') && rank->n_args == 0)
            continue;
        if (check_call(lab, rank->op, &call, &check) != 0)
            fail_msg("(as %s Alien) is taken", op_row(rank->op)->symbol);
        if (check.status != CHECK_AS && check.status != CHECK_SORTS)
            fail_msg("%s: status %u", name_of(rank), check.status);
    }
    lab_free(lab);
}

/* Between all pairs of sorts, by check_coerce. */
static void only_int_becomes_real(void **state) {
    struct lab *lab = lab_new(12);
    for (uint32_t i = 0; i < lab->n_pool; i++)
        for (uint32_t k = 0; k < lab->n_pool; k++) {
            unsigned tolerances = 0;
            term t = make_constant(lab->table, "c", lab->pool[i]);
            term coerced = check_coerce(lab->table, t, lab->pool[k], &tolerances);
            bool to_real = lab->pool[i] == SORT_INT && lab->pool[k] == SORT_REAL;
            assert_int_equal(tolerances, to_real ? TOLERATE_INT_AS_REAL : 0);
            if (i == k)
                assert_int_equal(coerced, t);
            else if (!to_real)
                assert_int_equal(coerced, 0);
            else
                assert_int_equal(term_arg(lab->table, coerced, 0), t);
        }
    lab_free(lab);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_row_takes_what_its_signature_says),
        TEST(more_arguments_are_taken_as_the_attribute_says),
        TEST(a_wrong_number_of_arguments_is_refused),
        TEST(a_wrong_number_of_indices_is_refused),
        TEST(a_violated_condition_is_refused),
        TEST(an_argument_of_a_foreign_sort_is_blamed),
        TEST(a_foreign_sort_among_many_arguments_is_blamed),
        TEST(a_row_takes_only_what_its_signature_says),
        TEST(quick_rules_say_what_patterns_say),
        TEST(what_arguments_do_not_fix_must_be_written_out),
        TEST(a_wrong_as_is_refused_everywhere),
        TEST(only_int_becomes_real),
    };
    return RUN(tests);
}
