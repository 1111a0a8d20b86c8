/*
 * The sort checker: every row of ops.def by program, against what ranks.h
 * reads from the text of the row; then, by hand, what no row says: tolerances,
 * (as f SORT), functions of a script, the reasons for a refusal.
 */
#include "testing.h"

#include "term/check.h"
#include "term/desk.h"
#include "term/ranks.h"
#include "term/signature.h"
#include "term/terms.h"

enum { DRAWS = 10, ARGS_MAX = 8 };

/* ---- by program ------------------------------------------------------------ */

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
    lab->curried = sort_map(sorts, SORT_INT,
                            sort_map(sorts, SORT_BOOL, sort_map(sorts, decl, SORT_REAL)));
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

#define EACH_RANK(lab, rank)                                                              \
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

/* The first rank that fits is meant, also where a later one has a quick rule. */
static void ranks_are_tried_in_their_order(void **state) {
    static const char text[] = "(par (A) (zap A A A)) (zap Int Int Bool) (zap Int Real Bool)";
    struct term_table *table = term_table_new();
    struct sexpr_error error;
    struct check check;
    assert_true(signature_load(table, text, strlen(text), &error));
    symbol zap = make_symbol(table, "zap");
    term i = make_constant(table, "i", SORT_INT), r = make_constant(table, "r", SORT_REAL);
    uint32_t first = symbol_at(&table->symbols, zap)->op;
    assert_int_equal(op_info(table, first)->rule, RULE_PATTERNS);
    assert_int_equal(op_info(table, first + 1)->rule, RULE_CONCRETE);
    term t = check_op(table, zap, NULL, 0, 0, (term[]){i, i}, 2, &check);
    assert_int_equal(term_op(table, t), first);
    /* A rank that fits exactly comes before one that needs a tolerance. */
    t = check_op(table, zap, NULL, 0, 0, (term[]){i, r}, 2, &check);
    assert_int_equal(term_op(table, t), first + 2);
    assert_int_equal(check.tolerances, 0);
    t = check_op(table, zap, NULL, 0, 0, (term[]){r, i}, 2, &check);
    assert_int_equal(term_op(table, t), first);
    assert_int_equal(check.tolerances, TOLERATE_INT_AS_REAL);
    term_table_free(table);
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

/* ---- by hand --------------------------------------------------------------- */

static const char script[] =
    "(set-logic ALL)"
    "(declare-sort U 0)"
    "(declare-const p Bool) (declare-const q Bool)"
    "(declare-const i Int) (declare-const j Int)"
    "(declare-const r Real) (declare-const s Real)"
    "(declare-const b (_ BitVec 8)) (declare-const w (_ BitVec 4)) (declare-const o (_ BitVec 1))"
    "(declare-const f Float32) (declare-const m RoundingMode)"
    "(declare-const t String) (declare-const l RegLan) (declare-const u U)"
    "(declare-const ii (Array Int Int)) (declare-const ir (Array Int Real))"
    "(declare-const ri (Array Real Int)) (declare-const rr (Array Real Real))"
    "(declare-const qi (Seq Int)) (declare-const qr (Seq Real)) (declare-const si (Set Int))"
    "(declare-const fun1 (-> Int Int)) (declare-const fun2 (-> Int Real Bool))"
    "(declare-fun one (Real) Real) (declare-fun two (Int Real) Bool)"
    "(declare-fun arr ((Array Int Int)) Bool) (declare-fun make (Int Int) (-> Int Int))"
    "(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))"
    "(declare-datatype Option (par (X) ((none) (some (value X)))))"
    "(declare-const li (List Int)) (declare-const lr (List Real))";

/* An application, its parts as text: the checker gets it, not the parser. */
struct example {
    const char *name;
    const char *args[4];
    const char *expected; /* as printed; of a refusal, NULL */
    unsigned tolerances;
    uint32_t bad_arg; /* of a refusal */
    const char *as;
};

static uint32_t read_args(struct desk *d, const struct example *e, term *args) {
    uint32_t n = 0;
    while (n < 4 && e->args[n] != NULL) {
        args[n] = desk_term(d, e->args[n]);
        n++;
    }
    return n;
}

/* A function of the script with that name, or the operators. */
static term apply(struct desk *d, const char *name, sort as, term *args, uint32_t n,
                  struct check *check) {
    symbol s = make_symbol(d->table, name);
    fun f = symbol_at(&d->table->symbols, s)->fun;
    return f != 0 ? check_fun(d->table, f, as, args, n, check)
                  : check_op(d->table, s, NULL, 0, as, args, n, check);
}

static void try_example(struct desk *d, const struct example *e) {
    term args[4], given[4];
    struct check check;
    uint32_t n = read_args(d, e, args);
    memcpy(given, args, sizeof args);
    sort as = e->as == NULL ? 0 : desk_sort(d, e->as);
    term t = apply(d, e->name, as, args, n, &check);
    if ((t != 0) != (e->expected != NULL))
        fail_msg("(%s %s ...) is %s, status %u", e->name, e->args[0], t != 0 ? "taken" : "refused",
                 check.status);
    if (t != 0) {
        assert_int_equal(check.status, CHECK_OK);
        assert_int_equal(check.tolerances, e->tolerances);
        desk_expect(d, t, e->expected);
        assert_memory_equal(term_args(d->table, t), args, n * sizeof *args);
        return;
    }
    assert_int_not_equal(check.status, CHECK_OK);
    if (check.bad_arg != e->bad_arg)
        fail_msg("(%s %s ...): argument %u is blamed", e->name, e->args[0], check.bad_arg);
    assert_memory_equal(args, given, n * sizeof *args); /* nothing stays converted */
}

static void try_examples(const struct example *examples, size_t n) {
    struct desk *d = desk_new(script);
    for (size_t i = 0; i < n; i++)
        try_example(d, &examples[i]);
    desk_free(d);
}

#define UNARY TOLERATE_UNARY
#define NUMERAL TOLERATE_REAL_NUMERAL
#define TO_REAL TOLERATE_INT_AS_REAL
#define LAMBDA TOLERATE_LAMBDA_ARRAY
#define NOT_AN_ARGUMENT UINT32_MAX

static void one_argument_is_taken_where_the_result_is_like_it(void **state) {
    static const struct example examples[] = {
        {"and", {"p"}, "(and p) : Bool", UNARY, 0, NULL},
        {"or", {"p"}, "(or p) : Bool", UNARY, 0, NULL},
        {"+", {"i"}, "(+ i) : Int", UNARY, 0, NULL},
        {"+", {"r"}, "(+ r) : Real", UNARY, 0, NULL},
        {"*", {"i"}, "(* i) : Int", UNARY, 0, NULL},
        {"-", {"i"}, "(- i) : Int", 0, 0, NULL}, /* a row of its own */
        {"bvadd", {"b"}, "(bvadd b) : (_ BitVec 8)", UNARY, 0, NULL},
        {"bvand", {"w"}, "(bvand w) : (_ BitVec 4)", UNARY, 0, NULL},
        {"str.++", {"t"}, "(str.++ t) : String", UNARY, 0, NULL},
        {"re.union", {"l"}, "(re.union l) : RegLan", UNARY, 0, NULL},
        {"seq.++", {"qi"}, "(seq.++ qi) : (Seq Int)", UNARY, 0, NULL},
        {"set.union", {"si"}, "(set.union si) : (Set Int)", UNARY, 0, NULL},
        /* not where the attribute is another, or there is none */
        {"=>", {"p"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"=", {"p"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"distinct", {"p"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"<", {"i"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"str.<", {"t"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"bvsub", {"b"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"bvult", {"b"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"set.insert", {"i"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        /* nor where two arguments give something else than the first */
        {"concat", {"b"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"@", {"fun1"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        /* nor of another sort */
        {"and", {"i"}, NULL, 0, 0, NULL},
        {"bvadd", {"p"}, NULL, 0, 0, NULL},
    };
    try_examples(examples, LENGTH(examples));
}

static void integers_are_taken_for_reals(void **state) {
    static const struct example examples[] = {
        {"+", {"1", "2"}, "(+ 1 2) : Int", 0, 0, NULL},
        {"+", {"1", "r"}, "(+ 1.0 r) : Real", NUMERAL, 0, NULL},
        {"+", {"r", "1"}, "(+ r 1.0) : Real", NUMERAL, 0, NULL},
        {"+", {"i", "r"}, "(+ (to_real i) r) : Real", TO_REAL, 0, NULL},
        {"+", {"r", "i"}, "(+ r (to_real i)) : Real", TO_REAL, 0, NULL},
        {"+", {"1", "i", "r", "2"}, "(+ 1.0 (to_real i) r 2.0) : Real", NUMERAL | TO_REAL, 0, NULL},
        {"-", {"r", "(- 1)"}, "(- r (- 1.0)) : Real", NUMERAL, 0, NULL},
        {"*", {"(+ 1 2)", "r"}, "(* (to_real (+ 1 2)) r) : Real", TO_REAL, 0, NULL},
        {"/", {"1", "2"}, "(/ 1.0 2.0) : Real", NUMERAL, 0, NULL},
        {"/", {"i", "j"}, "(/ (to_real i) (to_real j)) : Real", TO_REAL, 0, NULL},
        {"<", {"1", "r"}, "(< 1.0 r) : Bool", NUMERAL, 0, NULL},
        {"<", {"0", "r", "1"}, "(< 0.0 r 1.0) : Bool", NUMERAL, 0, NULL},
        {">=", {"i", "0.5"}, "(>= (to_real i) 0.5) : Bool", TO_REAL, 0, NULL},
        {"to_int", {"1"}, "(to_int 1.0) : Int", NUMERAL, 0, NULL},
        {"to_real", {"r"}, "(to_real r) : Real", 0, 0, NULL}, /* a row of its own */
        {"is_int", {"i"}, "(is_int (to_real i)) : Bool", TO_REAL, 0, NULL},
        {"sin", {"1"}, "(sin 1.0) : Real", NUMERAL, 0, NULL},
        /* where a sort variable stands */
        {"=", {"1", "r"}, "(= 1.0 r) : Bool", NUMERAL, 0, NULL},
        {"=", {"r", "1"}, "(= r 1.0) : Bool", NUMERAL, 0, NULL},
        {"=", {"i", "r"}, "(= (to_real i) r) : Bool", TO_REAL, 0, NULL},
        {"=", {"1", "i", "2", "r"}, "(= 1.0 (to_real i) 2.0 r) : Bool", NUMERAL | TO_REAL, 0, NULL},
        {"distinct", {"r", "i", "s"}, "(distinct r (to_real i) s) : Bool", TO_REAL, 0, NULL},
        {"distinct", {"1", "2", "r"}, "(distinct 1.0 2.0 r) : Bool", NUMERAL, 0, NULL},
        {"ite", {"p", "1", "r"}, "(ite p 1.0 r) : Real", NUMERAL, 0, NULL},
        {"ite", {"p", "r", "i"}, "(ite p r (to_real i)) : Real", TO_REAL, 0, NULL},
        /* as index or element of an array */
        {"select", {"ri", "1"}, "(select ri 1.0) : Int", NUMERAL, 0, NULL},
        {"select", {"ri", "i"}, "(select ri (to_real i)) : Int", TO_REAL, 0, NULL},
        {"store", {"ir", "i", "1"}, "(store ir i 1.0) : (Array Int Real)", NUMERAL, 0, NULL},
        {"store",
         {"rr", "i", "1"},
         "(store rr (to_real i) 1.0) : (Array Real Real)",
         NUMERAL | TO_REAL,
         0,
         NULL},
        {"const",
         {"1"},
         "((as const (Array Int Real)) 1.0) : (Array Int Real)",
         NUMERAL,
         0,
         "(Array Int Real)"},
        /* in sequences, which must have elements that fit already */
        {"seq.unit", {"1"}, "(seq.unit 1) : (Seq Int)", 0, 0, NULL},
        /* by functions of the script */
        {"one", {"1"}, "(one 1.0) : Real", NUMERAL, 0, NULL},
        {"two", {"1", "2"}, "(two 1 2.0) : Bool", NUMERAL, 0, NULL},
        {"two", {"i", "i"}, "(two i (to_real i)) : Bool", TO_REAL, 0, NULL},
        {"cons", {"1", "lr"}, "(cons 1.0 lr) : (List Real)", NUMERAL, 0, "(List Real)"},
        {"cons", {"1", "lr"}, NULL, 0, 1, NULL}, /* the first argument says what it is */
    };
    try_examples(examples, LENGTH(examples));
}

static void lambdas_are_taken_for_arrays(void **state) {
    static const struct example examples[] = {
        {"select",
         {"(lambda ((x Int)) x)", "i"},
         "(select (lambda ((x Int)) x) i) : Int",
         LAMBDA,
         0,
         NULL},
        {"select",
         {"(lambda ((x Real)) p)", "1"},
         "(select (lambda ((x Real)) p) 1.0) : Bool",
         LAMBDA | NUMERAL,
         0,
         NULL},
        {"store",
         {"(lambda ((x Int)) x)", "i", "j"},
         "(store (lambda ((x Int)) x) i j) : (Array Int Int)",
         LAMBDA,
         0,
         NULL},
        {"=", {"ii", "(lambda ((x Int)) x)"}, "(= ii (lambda ((x Int)) x)) : Bool", LAMBDA, 0, NULL},
        {"=", {"(lambda ((x Int)) x)", "ii"}, "(= (lambda ((x Int)) x) ii) : Bool", LAMBDA, 0, NULL},
        {"ite",
         {"p", "(lambda ((x Int)) 1)", "ii"},
         "(ite p (lambda ((x Int)) 1) ii) : (Array Int Int)",
         LAMBDA,
         0,
         NULL},
        {"arr", {"(lambda ((x Int)) x)"}, "(arr (lambda ((x Int)) x)) : Bool", LAMBDA, 0, NULL},
        {"=", {"fun1", "(lambda ((x Int)) x)"}, "(= fun1 (lambda ((x Int)) x)) : Bool", 0, 0, NULL},
        /* what is no lambda is no array, nor is one with other sorts or of two variables */
        {"select", {"fun1", "i"}, NULL, 0, 0, NULL},
        {"select", {"(make i j)", "i"}, NULL, 0, 0, NULL},
        {"=", {"ii", "fun1"}, NULL, 0, 1, NULL},
        {"=", {"ii", "(make i j)"}, NULL, 0, 1, NULL},
        {"=", {"fun1", "ii"}, NULL, 0, 1, NULL},
        {"arr", {"fun1"}, NULL, 0, 0, NULL},
        {"arr", {"(make i j)"}, NULL, 0, 0, NULL},
        {"arr", {"(lambda ((x Int)) p)"}, NULL, 0, 0, NULL},
        {"arr", {"(lambda ((x Bool)) i)"}, NULL, 0, 0, NULL},
        {"select", {"(lambda ((x Int) (y Int)) x)", "i"}, NULL, 0, 0, NULL},
    };
    try_examples(examples, LENGTH(examples));
}

static void nothing_else_is_converted(void **state) {
    static const struct example examples[] = {
        /* no Real for an Int */
        {"mod", {"r", "i"}, NULL, 0, 0, NULL},
        {"mod", {"i", "1.0"}, NULL, 0, 1, NULL},
        {"div", {"i", "r"}, NULL, 0, 1, NULL},
        {"str.at", {"t", "r"}, NULL, 0, 1, NULL},
        {"select", {"ii", "r"}, NULL, 0, 1, NULL},
        {"store", {"ii", "i", "r"}, NULL, 0, 2, NULL},
        {"store", {"ii", "r", "i"}, NULL, 0, 1, NULL},
        {"const", {"1.0"}, NULL, 0, 0, "(Array Int Int)"},
        {"some", {"1.0"}, NULL, 0, 0, "(Option Int)"},
        {"two", {"r", "r"}, NULL, 0, 0, NULL},
        {"cons", {"r", "li"}, NULL, 0, 1, NULL},
        {"set.member", {"r", "si"}, NULL, 0, 1, NULL},
        /* nor inside of a sort */
        {"=", {"ii", "ir"}, NULL, 0, 1, NULL},
        {"=", {"qr", "qi"}, NULL, 0, 1, NULL},
        {"=", {"li", "lr"}, NULL, 0, 1, NULL},
        {"seq.++", {"qr", "qi"}, NULL, 0, 1, NULL},
        {"ite", {"p", "ri", "ii"}, NULL, 0, 2, NULL},
        /* no Bool for a number or a bit-vector, and the other way round */
        {"not", {"o"}, NULL, 0, 0, NULL},
        {"not", {"1"}, NULL, 0, 0, NULL},
        {"and", {"p", "o"}, NULL, 0, 1, NULL},
        {"bvand", {"o", "p"}, NULL, 0, 1, NULL},
        {"bvand", {"p", "q"}, NULL, 0, 0, NULL},
        {"bvnot", {"p"}, NULL, 0, 0, NULL},
        {"+", {"p", "q"}, NULL, 0, 0, NULL},
        {"+", {"i", "p"}, NULL, 0, 1, NULL},
        {"ite", {"i", "p", "q"}, NULL, 0, 0, NULL},
        {"ite", {"o", "p", "q"}, NULL, 0, 0, NULL},
        {"=", {"p", "1"}, NULL, 0, 1, NULL},
        {"=", {"o", "p"}, NULL, 0, 1, NULL},
        /* no numeral for a bit-vector, no width for another, no float for a real */
        {"bvadd", {"b", "1"}, NULL, 0, 1, NULL},
        {"bvadd", {"b", "w"}, NULL, 0, 1, NULL},
        {"=", {"b", "w"}, NULL, 0, 1, NULL},
        {"=", {"f", "r"}, NULL, 0, 1, NULL},
        {"fp.add", {"m", "f", "r"}, NULL, 0, 2, NULL},
        {"fp.add", {"m", "f", "1.0"}, NULL, 0, 2, NULL},
        {"+", {"r", "f"}, NULL, 0, 1, NULL},
        /* no word for a language */
        {"re.++", {"l", "t"}, NULL, 0, 1, NULL},
        {"str.in_re", {"t", "t"}, NULL, 0, 1, NULL},
        {"=", {"t", "l"}, NULL, 0, 1, NULL},
    };
    try_examples(examples, LENGTH(examples));
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

static void coercion_gives_the_term_that_was_meant(void **state) {
    static const struct {
        const char *term, *sort, *expected;
        unsigned tolerances;
    } cases[] = {
        {"i", "Int", "i : Int", 0},
        {"r", "Real", "r : Real", 0},
        {"12", "Real", "12.0 : Real", NUMERAL},
        {"(- 12)", "Real", "(- 12.0) : Real", NUMERAL},
        {"(- i)", "Real", "(to_real (- i)) : Real", TO_REAL},
        {"(- 1 2)", "Real", "(to_real (- 1 2)) : Real", TO_REAL},
        {"(- (- 1))", "Real", "(to_real (- (- 1))) : Real", TO_REAL},
        {"(ite p 1 2)", "Real", "(to_real (ite p 1 2)) : Real", TO_REAL},
        {"1.0", "Int", NULL, 0},
        {"(lambda ((x Int)) x)", "(Array Int Int)", "(lambda ((x Int)) x) : (Array Int Int)",
         LAMBDA},
        {"(lambda ((x Int)) x)", "(Array Int Real)", NULL, 0},
        {"(lambda ((x Int)) x)", "(-> Int Int)", "(lambda ((x Int)) x) : (-> Int Int)", 0},
        {"(make i j)", "(Array Int Int)", NULL, 0},
        {"ii", "(-> Int Int)", NULL, 0},
    };
    struct desk *d = desk_new(script);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        unsigned tolerances = 0;
        term t = check_coerce(d->table, desk_term(d, cases[i].term), desk_sort(d, cases[i].sort),
                              &tolerances);
        if ((t != 0) != (cases[i].expected != NULL))
            fail_msg("%s as %s", cases[i].term, cases[i].sort);
        if (t != 0)
            desk_expect(d, t, cases[i].expected);
        assert_int_equal(tolerances, cases[i].tolerances);
    }
    desk_free(d);
}

static void sorts_can_be_written_out(void **state) {
    static const struct example examples[] = {
        {"const", {"i"}, "((as const (Array U Int)) i) : (Array U Int)", 0, 0, "(Array U Int)"},
        {"const", {"p"}, NULL, 0, 0, "(Array Int Int)"},
        {"const", {"i"}, NULL, 0, NOT_AN_ARGUMENT, "(Seq Int)"},
        {"const", {"i"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"seq.empty", {NULL}, "(as seq.empty (Seq Int)) : (Seq Int)", 0, 0, "(Seq Int)"},
        {"seq.empty", {NULL}, NULL, 0, NOT_AN_ARGUMENT, "Int"},
        {"seq.empty", {NULL}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"set.universe", {NULL}, "(as set.universe (Set U)) : (Set U)", 0, 0, "(Set U)"},
        {"nil", {NULL}, "(as nil (List Int)) : (List Int)", 0, 0, "(List Int)"},
        {"nil", {NULL}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"nil", {NULL}, NULL, 0, NOT_AN_ARGUMENT, "Int"},
        {"cons", {"1", "li"}, "(cons 1 li) : (List Int)", 0, 0, "(List Int)"},
        {"cons", {"1", "li"}, NULL, 0, 1, "(List Real)"},
        {"cons",
         {"1", "(as nil (List Real))"},
         "(cons 1.0 (as nil (List Real))) : (List Real)",
         NUMERAL,
         0,
         "(List Real)"},
        /* what is not needed may be there */
        {"and", {"p", "q"}, "(and p q) : Bool", 0, 0, "Bool"},
        {"+", {"i", "j"}, "(+ i j) : Int", 0, 0, "Int"},
        {"+", {"1", "2"}, "(+ 1.0 2.0) : Real", NUMERAL, 0, "Real"},
        {"@", {"fun1", "i"}, "(@ fun1 i) : Int", 0, 0, "Int"},
        /* but not be wrong */
        {"and", {"p", "q"}, NULL, 0, NOT_AN_ARGUMENT, "Int"},
        {"+", {"r", "s"}, NULL, 0, 0, "Int"},
        {"@", {"fun1", "i"}, NULL, 0, NOT_AN_ARGUMENT, "Bool"},
        {"tuple", {"i", "p"}, NULL, 0, NOT_AN_ARGUMENT, "(Tuple Int Int)"},
        {"tuple.unit", {NULL}, NULL, 0, NOT_AN_ARGUMENT, "Int"},
    };
    try_examples(examples, LENGTH(examples));
}

static void left_associative_results_meet_the_next_argument(void **state) {
    static const struct example examples[] = {
        {"concat", {"b", "w"}, "(concat b w) : (_ BitVec 12)", 0, 0, NULL},
        {"concat", {"b", "w", "o"}, "(concat b w o) : (_ BitVec 13)", 0, 0, NULL},
        {"concat", {"o", "o", "o", "o"}, "(concat o o o o) : (_ BitVec 4)", 0, 0, NULL},
        {"concat", {"p", "w"}, NULL, 0, 0, NULL},
        {"concat", {"b", "p"}, NULL, 0, 1, NULL},
        {"concat", {"b", "w", "i"}, NULL, 0, 2, NULL},
        {"@", {"fun2", "i"}, "(@ fun2 i) : (-> Real Bool)", 0, 0, NULL},
        {"@", {"fun2", "i", "r"}, "(@ fun2 i r) : Bool", 0, 0, NULL},
        {"@", {"fun2", "i", "r", "p"}, NULL, 0, 3, NULL},
        {"@", {"fun2", "p"}, NULL, 0, 1, NULL},
        {"@", {"fun2", "i", "p"}, NULL, 0, 2, NULL},
        {"@", {"i", "i"}, NULL, 0, 0, NULL},
    };
    try_examples(examples, LENGTH(examples));
}

/* Ranks that are indexed; `n` of the indices are given. */
static term apply_indexed(struct desk *d, const char *name, uint32_t n, uint32_t i, uint32_t j,
                          const char *arg, struct check *check) {
    term t = desk_term(d, arg);
    return check_op(d->table, make_symbol(d->table, name), (uint32_t[]){i, j}, n, 0, &t, 1, check);
}

static void results_beyond_all_bounds_are_refused(void **state) {
    struct desk *d = desk_new(script);
    struct check check;
    static const struct {
        const char *name;
        uint32_t n, i, j;
        enum check_status status;
    } cases[] = {
        {"repeat", 1, 3, 0, CHECK_OK},
        {"repeat", 1, 0, 0, CHECK_CONDITION},
        {"repeat", 1, SORT_INDEX_MAX, 0, CHECK_TOO_LARGE},
        {"zero_extend", 1, 0, 0, CHECK_OK},
        {"zero_extend", 1, SORT_INDEX_MAX - 8, 0, CHECK_OK},
        {"zero_extend", 1, SORT_INDEX_MAX - 7, 0, CHECK_TOO_LARGE},
        {"sign_extend", 1, SORT_INDEX_MAX, 0, CHECK_TOO_LARGE},
        {"rotate_left", 1, SORT_INDEX_MAX, 0, CHECK_OK},
        {"extract", 2, 7, 0, CHECK_OK},
        {"extract", 2, 8, 0, CHECK_CONDITION},
        {"extract", 2, 3, 4, CHECK_CONDITION},
        {"extract", 2, SORT_INDEX_MAX, 0, CHECK_CONDITION},
        {"extract", 1, 7, 0, CHECK_NO_INDEX_FITS},
        {"to_fp", 2, 3, 5, CHECK_OK},
        {"to_fp", 2, 3, 6, CHECK_CONDITION},
        {"to_fp", 2, 7, 1, CHECK_TOO_LARGE}, /* eight bits, but no such format */
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        term t = apply_indexed(d, cases[i].name, cases[i].n, cases[i].i, cases[i].j, "b", &check);
        if (check.status != cases[i].status)
            fail_msg("(_ %s %u %u): status %u", cases[i].name, cases[i].i, cases[i].j,
                     check.status);
        assert_int_equal(t == 0, check.status != CHECK_OK);
    }
    term wide = apply_indexed(d, "zero_extend", 1, SORT_INDEX_MAX - 8, 0, "b", &check);
    symbol concat = make_symbol(d->table, "concat");
    assert_int_equal(check_op(d->table, concat, NULL, 0, 0, (term[]){wide, wide}, 2, &check), 0);
    assert_int_equal(check.status, CHECK_TOO_LARGE);
    assert_int_equal(check_op(d->table, concat, NULL, 0, 0, (term[]){wide, wide, wide}, 3, &check),
                     0);
    assert_int_equal(check.status, CHECK_TOO_LARGE);
    desk_free(d);
}

static void many_arguments_are_converted_or_left_as_they_were(void **state) {
    enum { MANY = 20 };
    struct desk *d = desk_new(script);
    struct check check;
    term args[MANY], given[MANY];
    symbol plus = make_symbol(d->table, "+");
    for (int i = 0; i < MANY; i++)
        given[i] = desk_term(d, "1");
    given[MANY - 1] = desk_term(d, "r");
    memcpy(args, given, sizeof args);
    term t = check_op(d->table, plus, NULL, 0, 0, args, MANY, &check);
    assert_int_not_equal(t, 0);
    assert_int_equal(term_op(d->table, t), OP_REAL_ADD);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(term_sort(d->table, args[i]), SORT_REAL);
    given[MANY - 1] = desk_term(d, "p");
    given[MANY - 2] = desk_term(d, "r");
    memcpy(args, given, sizeof args);
    assert_int_equal(check_op(d->table, plus, NULL, 0, 0, args, MANY, &check), 0);
    assert_int_equal(check.bad_arg, MANY - 1);
    assert_memory_equal(args, given, sizeof args);
    desk_free(d);
}

/* ---- functions of a script ------------------------------------------------ */

static void functions_take_what_they_are_declared_for(void **state) {
    static const struct example examples[] = {
        {"two", {"i", "r"}, "(two i r) : Bool", 0, 0, NULL},
        {"two", {"i"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"two", {"i", "r", "r"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"two", {"p", "r"}, NULL, 0, 0, NULL},
        {"two", {"i", "p"}, NULL, 0, 1, NULL},
        {"one", {"p"}, NULL, 0, 0, NULL},
        {"i", {NULL}, "i : Int", 0, 0, NULL},
        {"two", {"i", "r"}, "(two i r) : Bool", 0, 0, "Bool"},
        {"two", {"i", "r"}, NULL, 0, NOT_AN_ARGUMENT, "Int"},
        /* constructors and selectors of every instance */
        {"cons", {"i", "li"}, "(cons i li) : (List Int)", 0, 0, NULL},
        {"cons", {"r", "lr"}, "(cons r lr) : (List Real)", 0, 0, NULL},
        {"cons", {"p", "li"}, NULL, 0, 1, NULL},
        {"cons", {"i", "i"}, NULL, 0, 1, NULL},
        {"head", {"li"}, "(head li) : Int", 0, 0, NULL},
        {"head", {"lr"}, "(head lr) : Real", 0, 0, NULL},
        {"tail", {"lr"}, "(tail lr) : (List Real)", 0, 0, NULL},
        {"head", {"i"}, NULL, 0, 0, NULL},
        {"head", {"li"}, NULL, 0, 0, "Real"},
    };
    try_examples(examples, LENGTH(examples));
}

static void of_functions_with_one_name_the_youngest_that_fits_is_meant(void **state) {
    struct desk *d = desk_new(script);
    desk_run(d, "(declare-fun h (Int) Int) (declare-fun h (Real) Real)"
                "(declare-fun h (Bool Bool) Bool) (declare-fun h (U) U)");
    static const struct example examples[] = {
        {"h", {"i"}, "(h i) : Int", 0, 0, NULL}, /* exactly, before any tolerance */
        {"h", {"r"}, "(h r) : Real", 0, 0, NULL},
        {"h", {"1"}, "(h 1) : Int", 0, 0, NULL},
        {"h", {"p", "q"}, "(h p q) : Bool", 0, 0, NULL},
        {"h", {"u"}, "(h u) : U", 0, 0, NULL},
        {"h", {"p"}, NULL, 0, 0, NULL},
        {"h", {"i", "p"}, NULL, 0, 0, NULL},
        {"h", {"p", "i"}, NULL, 0, 1, NULL}, /* the one that took more is blamed */
        {"h", {"p", "q", "p"}, NULL, 0, NOT_AN_ARGUMENT, NULL},
        {"h", {"i"}, "(h i) : Int", 0, 0, "Int"},
    };
    for (size_t i = 0; i < LENGTH(examples); i++)
        try_example(d, &examples[i]);
    fun youngest = symbol_at(&d->table->symbols, make_symbol(d->table, "h"))->fun;
    assert_int_equal(fun_at(d->table, youngest)->result, desk_sort(d, "U"));
    desk_free(d);
}

/* ---- reasons --------------------------------------------------------------- */

static void refusals_say_what_is_wanted_and_what_was_given(void **state) {
    static const struct {
        const char *name, *args[4];
        const char *text;
    } cases[] = {
        {"not",
         {"i"},
         "'not' cannot be applied to (Int); it is (not Bool Bool)"},
        {"not",
         {"p", "q"},
         "'not' does not take 2 arguments; it is (not Bool Bool)"},
        {"bvadd",
         {"b", "w"},
         "'bvadd' cannot be applied to ((_ BitVec 8) (_ BitVec 4)); it is "
         "(bvadd (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc)"},
        {"-",
         {"p"},
         "'-' cannot be applied to (Bool); it is (- Int Int) or (- Int Int Int :left-assoc) or "
         "(- Real Real) or (- Real Real Real :left-assoc)"},
        {"extract",
         {"b"},
         "'extract' has the wrong number of indices; it is ((_ extract i j) (_ BitVec m) "
         "(_ BitVec (+ 1 (- i j)))) where (and (> m i) (>= i j))"},
        {"const",
         {"i"},
         "'const' needs its sort written out: (as const SORT); it is (const B (Array A B))"},
        {"two", {"p", "r"}, "'two' cannot be applied to (Bool Real); it is declared as (Int Real) Bool"},
        {"two", {"i"}, "'two' does not take 1 argument; it is declared as (Int Real) Bool"},
        {"nil", {NULL}, "'nil' needs its sort written out: (as nil SORT); it is declared as () (List A)"},
    };
    struct desk *d = desk_new(script);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct example e = {.name = cases[i].name};
        memcpy(e.args, cases[i].args, sizeof e.args);
        term args[4];
        struct check check;
        struct strbuf out = {0};
        uint32_t n = read_args(d, &e, args);
        assert_int_equal(apply(d, e.name, 0, args, n, &check), 0);
        symbol name = make_symbol(d->table, e.name);
        fun f = symbol_at(&d->table->symbols, name)->fun;
        if (f != 0)
            check_explain_fun(d->table, f, &check, args, n, &out);
        else
            check_explain_op(d->table, name, &check, args, n, &out);
        assert_string_equal(strbuf_text(&out), cases[i].text);
        strbuf_free(&out);
    }
    desk_free(d);
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
        TEST(ranks_are_tried_in_their_order),
        TEST(quick_rules_say_what_patterns_say),
        TEST(what_arguments_do_not_fix_must_be_written_out),
        TEST(a_wrong_as_is_refused_everywhere),
        TEST(one_argument_is_taken_where_the_result_is_like_it),
        TEST(integers_are_taken_for_reals),
        TEST(lambdas_are_taken_for_arrays),
        TEST(nothing_else_is_converted),
        TEST(only_int_becomes_real),
        TEST(coercion_gives_the_term_that_was_meant),
        TEST(sorts_can_be_written_out),
        TEST(left_associative_results_meet_the_next_argument),
        TEST(results_beyond_all_bounds_are_refused),
        TEST(many_arguments_are_converted_or_left_as_they_were),
        TEST(functions_take_what_they_are_declared_for),
        TEST(of_functions_with_one_name_the_youngest_that_fits_is_meant),
        TEST(refusals_say_what_is_wanted_and_what_was_given),
    };
    return RUN(tests);
}
