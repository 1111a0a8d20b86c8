#include "eval/recursion.h"

#include "term/walk.h"

enum { STEPS_MAX = 20000 }; /* of going over bodies as trees; what takes more is not known */

/*
 * Where a term matters: `condition` holds or fails there, or is the case of a match that fits; and
 * so on to `parent`.
 */
struct guard {
    term condition;
    bool holds;
    term matched;    /* of a case: what is matched; otherwise 0 */
    uint32_t parent; /* in `guards`, + 1; 0: nothing more is known */
};

struct place {
    term at;
    uint32_t guard; /* as above */
};

struct group {
    const struct term_table *table;
    const fun *funs;
    uint32_t n;
    struct term_map calls; /* 1: there is a call of the group in the term */
    bool is_strange;       /* functions are used in other ways than by calling them */
    VEC(struct guard) guards;
    VEC(struct place) places; /* still to be looked at */
    uint32_t steps;
};

static bool is_of_group(const struct group *g, fun f) {
    for (uint32_t i = 0; i < g->n; i++)
        if (g->funs[i] == f)
            return true;
    return false;
}

static bool is_call(const struct group *g, term t) {
    return term_op(g->table, t) == OP_APPLY && is_of_group(g, term_at(g->table, t)->payload);
}

static bool has_call(const struct group *g, term t) {
    return term_map_get(&g->calls, t) != 0;
}

/* Functions as values, functions with too few arguments, names of terms: what hides a call. */
static bool hides_calls(const struct group *g, term t) {
    const struct term_node *node = term_at(g->table, t);
    if (node->op == OP_APPLY) {
        const struct fun *f = fun_at(g->table, node->payload);
        return f->kind == FUN_NAMED ||
               (is_call(g, t) && node->n_args != list_length(&g->table->lists, f->params));
    }
    return node->op == OP_FUN_REF || node->op == OP_AS_ARRAY || node->op == OP_MAP_ARRAY;
}

static bool find_calls(struct group *g) {
    struct term_walk walk = {0};
    bool found = false;
    term t;
    term_walk_begin(&walk, g->table);
    for (uint32_t i = 0; i < g->n; i++)
        term_walk_add(&walk, fun_at(g->table, g->funs[i])->body);
    while ((t = term_walk_next(&walk)) != 0) {
        bool has = is_call(g, t);
        for (uint32_t i = 0; i < term_n_args(g->table, t); i++)
            has |= has_call(g, term_arg(g->table, t, i));
        if (has)
            term_map_set(&g->calls, t, 1);
        found |= has;
        g->is_strange |= hides_calls(g, t);
    }
    term_walk_release(&walk);
    return found;
}

/* ---- going down ---- */

static uint32_t under(struct group *g, term condition, bool holds, uint32_t parent) {
    vec_push(&g->guards, ((struct guard){condition, holds, 0, parent}));
    return (uint32_t)g->guards.n;
}

static uint32_t under_case(struct group *g, term fits, term matched, uint32_t parent) {
    vec_push(&g->guards, ((struct guard){fits, true, matched, parent}));
    return (uint32_t)g->guards.n;
}

static void visit(struct group *g, term t, uint32_t guard) {
    if (has_call(g, t))
        vec_push(&g->places, ((struct place){t, guard}));
}

/* The i-th argument of a conjunction matters where the others hold, of a disjunction where not. */
static uint32_t under_others(struct group *g, term t, uint32_t i, bool holds, uint32_t guard) {
    for (uint32_t k = 0; k < term_n_args(g->table, t); k++)
        if (k != i && !has_call(g, term_arg(g->table, t, k)))
            guard = under(g, term_arg(g->table, t, k), holds, guard);
    return guard;
}

/* The arguments, each with what is known where it matters. */
static void visit_args(struct group *g, struct place place) {
    const struct term_table *table = g->table;
    uint32_t n = term_n_args(table, place.at);
    enum op op = term_op(table, place.at);
    for (uint32_t i = 0; i < n; i++) {
        term arg = term_arg(table, place.at, i);
        uint32_t guard = place.guard;
        if (!has_call(g, arg))
            continue;
        if (op == OP_ITE && i > 0 && !has_call(g, term_arg(table, place.at, 0)))
            guard = under(g, term_arg(table, place.at, 0), i == 1, guard);
        else if (op == OP_MATCH && i > 0)
            guard = under_case(g, arg, term_arg(table, place.at, 0), guard);
        else if (op == OP_AND || op == OP_OR || (op == OP_IMPLIES && i + 1 == n))
            guard = under_others(g, place.at, i, op != OP_OR, guard);
        visit(g, arg, guard);
    }
}

static bool next_place(struct group *g, struct place *place) {
    if (g->places.n == 0 || g->steps == STEPS_MAX)
        return false;
    g->steps++;
    *place = vec_pop(&g->places);
    return true;
}

/* ---- calls that stand for the whole ---- */

/* Is what the term is, once its other arguments are known, what the one with a call is? */
static bool passes_on(const struct group *g, term t) {
    const struct term_table *table = g->table;
    uint32_t n = term_n_args(table, t), n_with = 0;
    enum op op = term_op(table, t);
    for (uint32_t i = 0; i < n; i++)
        n_with += has_call(g, term_arg(table, t, i));
    switch (op) {
    case OP_ITE:
    case OP_MATCH:
        return !has_call(g, term_arg(table, t, 0));
    case OP_CASE:
    case OP_ANNOTATED:
        return n_with == 1;
    case OP_AND:
    case OP_OR:
        return n_with == 1;
    case OP_IMPLIES:
        return n_with == 1 && has_call(g, term_arg(table, t, n - 1));
    default:
        return false;
    }
}

static bool calls_stand_for_the_whole(struct group *g) {
    struct place place;
    bool good = true;
    g->steps = 0;
    for (uint32_t i = 0; i < g->n && good; i++) {
        visit(g, fun_at(g->table, g->funs[i])->body, 0);
        while (good && next_place(g, &place)) {
            if (is_call(g, place.at))
                for (uint32_t k = 0; k < term_n_args(g->table, place.at); k++)
                    good &= !has_call(g, term_arg(g->table, place.at, k));
            else if ((good = passes_on(g, place.at)))
                visit_args(g, place);
        }
        good &= g->places.n == 0;
        vec_clear(&g->places);
        vec_clear(&g->guards);
    }
    return good;
}

/* ---- arguments that get smaller ---- */

/* 3, (- 3) */
static bool is_constant(const struct term_table *table, term t) {
    return term_op(table, t) == OP_NUMERAL ||
           (term_op(table, t) == OP_INT_NEG && term_op(table, term_arg(table, t, 0)) == OP_NUMERAL);
}

static bool is_positive(const struct term_table *table, term t) {
    if (term_op(table, t) != OP_NUMERAL)
        return false;
    const struct symbol_entry *text = symbol_at(&table->symbols, term_at(table, t)->payload);
    return text->n > 0 && text->at[0] != '0' && text->at[0] != '-';
}

/* (- p 1), (+ p (- 1)), (+ (- 1) p) */
static bool is_less_than(const struct term_table *table, term t, term p) {
    if (term_n_args(table, t) != 2)
        return false;
    term a = term_arg(table, t, 0), b = term_arg(table, t, 1);
    if (term_op(table, t) == OP_INT_SUB)
        return a == p && is_positive(table, b);
    if (term_op(table, t) != OP_INT_ADD)
        return false;
    term other = a == p ? b : a;
    return (a == p || b == p) && term_op(table, other) == OP_INT_NEG &&
           is_positive(table, term_arg(table, other, 0));
}

/* Does the comparison, holding or failing, say that p is above some constant? */
static bool says_above(const struct term_table *table, term t, bool holds, term p) {
    enum op op = term_op(table, t);
    if (term_n_args(table, t) != 2)
        return false;
    bool is_left = term_arg(table, t, 0) == p;
    term other = term_arg(table, t, is_left ? 1 : 0);
    if (!is_constant(table, other) || (!is_left && term_arg(table, t, 1) != p))
        return false;
    switch (op) {
    case OP_EQ:
        return holds;
    case OP_INT_GE:
    case OP_INT_GT:
        return holds == is_left;
    case OP_INT_LE:
    case OP_INT_LT:
        return holds != is_left;
    default:
        return false;
    }
}

/* What guards say of how a value of a datatype is made. */
struct making {
    fun by; /* a constructor that is known to be its own; 0: not known */
    u32_vec not_by;
};

/*
 * Goes through what a guard says: conjunctions that hold and disjunctions that fail are all of
 * their parts. `making` is NULL if it is asked whether
 * p is above something.
 */
static bool look_at_guard(const struct group *g, term condition, bool holds, term p,
                          struct making *making) {
    const struct term_table *table = g->table;
    VEC(struct guard) todo = {0};
    bool found = false;
    vec_push(&todo, ((struct guard){condition, holds, 0, 0}));
    for (int i = 0; i < STEPS_MAX && todo.n > 0 && !found; i++) {
        struct guard at = vec_pop(&todo);
        enum op op = term_op(table, at.condition);
        if (op == OP_NOT)
            vec_push(&todo, ((struct guard){term_arg(table, at.condition, 0), !at.holds, 0, 0}));
        else if ((op == OP_AND && at.holds) || (op == OP_OR && !at.holds))
            for (uint32_t k = 0; k < term_n_args(table, at.condition); k++)
                vec_push(&todo, ((struct guard){term_arg(table, at.condition, k), at.holds, 0, 0}));
        else if (making == NULL)
            found = says_above(table, at.condition, at.holds, p);
        else if (op == OP_IS && term_arg(table, at.condition, 0) == p) {
            fun constructor = term_at(table, at.condition)->payload;
            if (at.holds)
                making->by = constructor;
            else
                vec_push(&making->not_by, constructor);
        }
    }
    vec_free(&todo);
    return found;
}

static bool is_bounded(const struct group *g, term p, uint32_t guard) {
    for (; guard != 0; guard = g->guards.at[guard - 1].parent)
        if (look_at_guard(g, g->guards.at[guard - 1].condition, g->guards.at[guard - 1].holds, p,
                          NULL))
            return true;
    return false;
}

/* Of values that are finite. */
static bool is_datatype(const struct term_table *table, sort s) {
    const struct sort_decl *decl = sort_datatype(&table->sorts, s);
    return decl != NULL && !decl->is_codatatype;
}

static void look_at_guards(const struct group *g, term t, uint32_t guard, struct making *making) {
    for (; guard != 0; guard = g->guards.at[guard - 1].parent) {
        const struct guard *at = &g->guards.at[guard - 1];
        if (at->matched == 0)
            look_at_guard(g, at->condition, at->holds, t, making);
        else if (at->matched == t && term_at(g->table, at->condition)->payload != 0)
            making->by = term_at(g->table, at->condition)->payload;
    }
}

/* Is the value, where the guards say so, certain to be made by the constructor? */
static bool is_made_by(const struct group *g, term t, fun constructor, uint32_t guard) {
    const struct list_table *lists = &g->table->lists;
    list all = sort_datatype(&g->table->sorts, term_sort(g->table, t))->constructors;
    struct making making = {0};
    look_at_guards(g, t, guard, &making);
    bool is_only = true;
    for (uint32_t i = 0; i < list_length(lists, all); i++) {
        bool is_out = list_items(lists, all)[i] == constructor;
        for (size_t k = 0; k < making.not_by.n; k++)
            is_out |= making.not_by.at[k] == list_items(lists, all)[i];
        is_only &= is_out;
    }
    vec_free(&making.not_by);
    return making.by != 0 ? making.by == constructor : is_only;
}

/* The case of a match that binds the variable; NULL if none on the way does. */
static const struct guard *case_of(const struct group *g, term variable, uint32_t guard) {
    for (; guard != 0; guard = g->guards.at[guard - 1].parent) {
        const struct guard *at = &g->guards.at[guard - 1];
        for (uint32_t i = 0; at->matched != 0 && i + 1 < term_n_args(g->table, at->condition); i++)
            if (term_arg(g->table, at->condition, i) == variable)
                return at;
    }
    return NULL;
}

/*
 * What the value is a part of: of x that (tl x) is, if x has a tl, and what was matched if the
 * variable of a case stands for a part of it. 0 if that is not known. *is_whole: it is the same.
 */
static term whole_of(const struct group *g, term t, uint32_t guard, bool *is_whole) {
    const struct term_table *table = g->table;
    const struct term_node *node = term_at(table, t);
    term whole = 0;
    *is_whole = false;
    if (node->op == OP_APPLY && fun_at(table, node->payload)->kind == FUN_SELECTOR) {
        whole = term_arg(table, t, 0);
        if (!is_datatype(table, term_sort(table, whole)) ||
            !is_made_by(g, whole, fun_at(table, node->payload)->owner, guard))
            return 0;
    } else if (node->op == OP_VAR) {
        const struct guard *at = case_of(g, t, guard);
        whole = at == NULL ? 0 : at->matched;
        *is_whole = at != NULL && term_at(table, at->condition)->payload == 0;
    }
    return whole != 0 && is_datatype(table, term_sort(table, whole)) ? whole : 0;
}

static bool is_part_of(const struct group *g, term t, term p, uint32_t guard) {
    bool is_part = false, is_whole;
    for (int i = 0; i < STEPS_MAX && t != 0 && t != p; i++) {
        t = whole_of(g, t, guard, &is_whole);
        is_part |= !is_whole;
    }
    return t == p && is_part;
}

/* Does the argument of the call get smaller than the parameter of the function that calls? */
static bool gets_smaller(const struct group *g, fun caller, struct place call, uint32_t position) {
    const struct term_table *table = g->table;
    term p = list_items(&table->lists, fun_at(table, caller)->vars)[position];
    term arg = term_arg(table, call.at, position);
    if (term_sort(table, p) == SORT_INT)
        return is_less_than(table, arg, p) && is_bounded(g, p, call.guard);
    return is_datatype(table, term_sort(table, p)) && is_part_of(g, arg, p, call.guard);
}

/* At every call, for the argument at this position of all functions. */
static bool argument_gets_smaller(struct group *g, uint32_t position) {
    struct place place;
    bool good = true;
    g->steps = 0;
    for (uint32_t i = 0; i < g->n && good; i++) {
        visit(g, fun_at(g->table, g->funs[i])->body, 0);
        while (good && next_place(g, &place)) {
            good = !is_call(g, place.at) || gets_smaller(g, g->funs[i], place, position);
            visit_args(g, place);
        }
        good &= g->places.n == 0;
        vec_clear(&g->places);
        vec_clear(&g->guards);
    }
    return good;
}

/* ---- the whole ---- */

/* The smallest number of arguments. */
static uint32_t n_positions(const struct group *g) {
    uint32_t n = UINT32_MAX;
    for (uint32_t i = 0; i < g->n; i++) {
        uint32_t own = list_length(&g->table->lists, fun_at(g->table, g->funs[i])->vars);
        n = own < n ? own : n;
    }
    return n;
}

static bool has_solution(struct group *g) {
    term_map_clear(&g->calls);
    bool has_calls = find_calls(g);
    if (g->is_strange)
        return false;
    bool good = !has_calls || calls_stand_for_the_whole(g);
    for (uint32_t i = 0; i < n_positions(g) && !good; i++)
        good = argument_gets_smaller(g, i);
    return good;
}

bool recursion_has_solution(const struct term_table *table, const struct command *command) {
    struct group g = {.table = table};
    if (command->kind == COMMAND_DEFINE_FUN_REC) {
        g.funs = &command->fun;
        g.n = 1;
    } else if (command->kind == COMMAND_DEFINE_FUNS_REC) {
        g.funs = list_items(&table->lists, command->items);
        g.n = list_length(&table->lists, command->items);
    } else
        return true;
    bool good = has_solution(&g);
    term_map_release(&g.calls);
    vec_free(&g.guards);
    vec_free(&g.places);
    return good;
}
