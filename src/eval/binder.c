/*
 * Where variables are bound: instances of quantifiers, cases of matches.
 *
 * A quantifier over finite domains that fit the budget is tried at all their
 * values. Any other is decided by cases (generic.c), or tried at values that the formulas speak of: an instance
 * may decide it, but no number of instances that do not can.
 */
#include "eval/eval_int.h"
#include "term/subst.h"

enum {
    INEXACT_INSTANCES = 2048, /* of a quantifier that cannot be tried whole */
    FEW_INSTANCES = 64,       /* that are sooner tried than thought about */
    OPEN_INSTANCES = 4096,    /* that may wait for choices */
};

static bool multiply(uint64_t *product, uint64_t factor, uint64_t most) {
    if (factor != 0 && *product > most / factor)
        return false;
    *product *= factor;
    return true;
}

/* All values of all variables, if these are few. */
static bool try_all(struct eval *eval, term t, struct instances *in) {
    uint32_t n_vars = term_n_args(eval->table, t) - 1;
    in->n = 1;
    for (uint32_t i = 0; i < n_vars; i++) {
        sort s = term_sort(eval->table, term_arg(eval->table, t, i));
        uint64_t n;
        if (!domain_is_finite(eval, s, eval->limits.instances, &n) ||
            !multiply(&in->n, n, eval->limits.instances)) {
            eval->tries.n = in->first_tries;
            return false;
        }
        vec_push(&eval->tries, ((struct tries){s, n, UINT32_MAX, false}));
    }
    return true;
}

/* The greatest b with b^n at most INEXACT_INSTANCES, but 2 at least. */
static size_t share(uint32_t n) {
    size_t best = INEXACT_INSTANCES;
    for (uint64_t product = 0; n > 1 && best > 2; best--) {
        product = 1;
        bool fits = true;
        for (uint32_t i = 0; i < n && fits; i++)
            fits = multiply(&product, best, INEXACT_INSTANCES);
        if (fits)
            break;
    }
    return best;
}

static void try_some(struct eval *eval, term t, struct instances *in) {
    uint32_t n_vars = term_n_args(eval->table, t) - 1;
    size_t most = share(n_vars);
    in->n = 1;
    for (uint32_t i = 0; i < n_vars; i++) {
        sort s = term_sort(eval->table, term_arg(eval->table, t, i));
        uint32_t first = (uint32_t)eval->candidates.n;
        eval->made_fresh = false;
        domain_candidates(eval, s, first + most, &eval->candidates);
        uint64_t n = eval->candidates.n - first;
        vec_push(&eval->tries, ((struct tries){s, n, first, eval->made_fresh}));
        if (!multiply(&in->n, n, INEXACT_INSTANCES * 2))
            in->n = INEXACT_INSTANCES * 2; /* the last variables stay at their first values */
    }
}

/* The value of one variable; *rest is what is left of the number of the combination. */
static value take_value(struct eval *eval, const struct tries *tries, uint64_t *rest) {
    uint64_t at = *rest % tries->n;
    *rest /= tries->n;
    return tries->first == UINT32_MAX ? domain_value(eval, tries->sort, at)
                                      : eval->candidates.at[tries->first + at];
}

/* Binds the variables as the next combination has it, in a new frame. */
static void begin_instance(struct eval *eval, term t, struct instances *in) {
    uint32_t n_vars = term_n_args(eval->table, t) - 1;
    term body = term_arg(eval->table, t, n_vars);
    uint64_t rest = in->next++;
    machine_enter(eval, body, 0);
    for (uint32_t i = 0; i < n_vars; i++) {
        struct tries tries = eval->tries.at[in->first_tries + i];
        value v = take_value(eval, &tries, &rest);
        machine_bind(eval, term_arg(eval->table, t, i), v);
    }
}

/*
 * The last instance has decided. With elements in it that nobody spoke of, it has in a
 * universe that has them; a smaller one may do with less.
 */
static void note_assumed(struct eval *eval, const struct instances *in) {
    uint64_t rest = in->next - 1;
    for (size_t i = in->first_tries; i < eval->tries.n; i++) {
        struct tries tries = eval->tries.at[i];
        value v = take_value(eval, &tries, &rest);
        if (tries.has_fresh && !domain_has(eval, tries.sort, v))
            eval->assumes_more = true;
    }
}

/* The same for several instances together. */
static void note_all_assumed(struct eval *eval, const struct instances *in) {
    for (size_t i = in->first_tries; i < eval->tries.n; i++)
        if (eval->tries.at[i].has_fresh)
            eval->assumes_more = true;
}

static void drop_state(struct eval *eval) {
    struct instances in = vec_pop(&eval->instances);
    for (size_t i = eval->tries.n; i > in.first_tries; i--)
        if (eval->tries.at[i - 1].first != UINT32_MAX)
            eval->candidates.n = eval->tries.at[i - 1].first;
    eval->tries.n = in.first_tries;
}

void binder_end(struct eval *eval) {
    machine_leave(eval);
    drop_state(eval);
}

value binder_begin(struct eval *eval, term t) {
    struct instances in = {.is_forall = term_op(eval->table, t) == OP_FORALL,
                           .first_tries = (uint32_t)eval->tries.n};
    in.is_exact = try_all(eval, t, &in);
    if (!in.is_exact || in.n > FEW_INSTANCES) {
        value v = generic_decide(eval, t);
        if (v != 0) {
            eval->tries.n = in.first_tries;
            return v;
        }
    }
    if (!in.is_exact)
        try_some(eval, t, &in);
    vec_push(&eval->instances, in);
    if (in.n == 0 || eval->frames.n >= eval->limits.calls) {
        drop_state(eval);
        return VALUE_LIMIT;
    }
    begin_instance(eval, t, &vec_top(&eval->instances));
    machine_visit(eval, term_arg(eval->table, t, term_n_args(eval->table, t) - 1));
    return 0;
}

/* No instance has decided; those that wait for choices are on the stack. */
static value conclude(struct eval *eval, term t, const struct instances *in, uint32_t base) {
    uint32_t n_waiting = (uint32_t)eval->stack.n - base;
    value v = logic_junction(eval, in->is_forall, eval->stack.at + base, n_waiting);
    if (v == value_of_bool(!in->is_forall) || (in->is_exact && in->worst == 0))
        return v;
    if (in->worst == VALUE_UNSUPPORTED)
        return VALUE_UNSUPPORTED;
    /* With other choices, an instance may decide. */
    return n_waiting > 0 && v > VALUE_UNSUPPORTED ? stuck_term(eval, t, v) : VALUE_LIMIT;
}

value binder_next(struct eval *eval, term t, uint32_t base) {
    struct instances *in = &vec_top(&eval->instances);
    value v = vec_top(&eval->stack);
    machine_leave(eval);
    if (v == value_of_bool(!in->is_forall)) {
        note_assumed(eval, in);
        drop_state(eval);
        return v;
    }
    value worst = stuck_worst(&v, 1);
    bool keep = !value_is_small(v) && worst == 0;
    if (keep && eval->stack.n - base > OPEN_INSTANCES) {
        keep = false;
        worst = VALUE_LIMIT;
    }
    if (worst != 0 && in->worst != VALUE_UNSUPPORTED)
        in->worst = worst;
    if (!keep) {
        eval->stack.n--;
        eval->sorts.n--;
    }
    if (in->next == in->n) {
        struct instances last = *in;
        if (eval->stack.n > base)
            note_all_assumed(eval, &last);
        drop_state(eval);
        return conclude(eval, t, &last, base);
    }
    begin_instance(eval, t, in);
    machine_visit(eval, term_arg(eval->table, t, term_n_args(eval->table, t) - 1));
    return 0;
}

/* Does the case take a value made by this constructor, 0 if that is not known? */
static bool takes(const struct eval *eval, term arm, fun constructor) {
    fun wanted = term_at(eval->table, arm)->payload;
    return wanted == 0 || wanted == constructor;
}

term binder_case(struct eval *eval, term match, value v) {
    fun constructor = datatype_constructor(eval, v);
    for (uint32_t i = 1; i < term_n_args(eval->table, match); i++) {
        term arm = term_arg(eval->table, match, i);
        if (!takes(eval, arm, constructor)) {
            if (constructor == 0)
                return 0;
            continue;
        }
        uint32_t n_vars = term_n_args(eval->table, arm) - 1, n = 1;
        bool whole = term_at(eval->table, arm)->payload == 0;
        const value *parts = whole ? &v : datatype_args(eval, v, &n);
        term body = term_arg(eval->table, arm, n_vars);
        machine_enter(eval, body, 0);
        for (uint32_t j = 0; j < n_vars && j < n; j++)
            machine_bind(eval, term_arg(eval->table, arm, j), parts[j]);
        return body;
    }
    return 0;
}

value binder_has_property(struct eval *eval, term choice, value v) {
    machine_enter(eval, term_arg(eval->table, choice, 1), 0);
    machine_bind(eval, term_arg(eval->table, choice, 0), v);
    return machine_run_body(eval, term_arg(eval->table, choice, 1));
}

/* One of the choice terms that says the same about a variable of another name. */
static term same_choice(struct eval *eval, term t) {
    struct term_table *table = eval->table;
    term x = term_arg(table, t, 0), body = term_arg(table, t, 1);
    for (size_t i = 0; i < eval->choice_terms.n; i++) {
        term other = eval->choice_terms.at[i], y = term_arg(table, other, 0);
        if (other == t || (term_sort(table, x) == term_sort(table, y) &&
                           term_substitute(table, body, &x, &y, 1) == term_arg(table, other, 1)))
            return other;
    }
    vec_push(&eval->choice_terms, t);
    return t;
}

/* Of infinitely many values: a closed term stands for one of them, the same everywhere. */
static value choose(struct eval *eval, term t) {
    if (term_at(eval->table, t)->free != 0)
        return VALUE_UNSUPPORTED;
    value number = value_of_small((int64_t)same_choice(eval, t));
    sort s = SORT_INT;
    return choice_resolve(
        eval, stuck_make(eval, STUCK_OP | OP_CHOICE, 0, term_sort(eval->table, t), &number, &s, 1));
}

/* Some value with the property: known if exactly one of finitely many has it. */
value binder_choice(struct eval *eval, term t) {
    uint64_t n;
    sort s = term_sort(eval->table, t);
    value found = 0;
    if (!domain_is_finite(eval, s, eval->limits.instances, &n))
        return choose(eval, t);
    for (uint64_t i = 0; i < n; i++) {
        value v = domain_value(eval, s, i), holds = binder_has_property(eval, t, v);
        if (holds == VALUE_LIMIT || holds == VALUE_UNSUPPORTED)
            return holds;
        if (holds != VALUE_FALSE && (holds != VALUE_TRUE || found != 0))
            return VALUE_UNSUPPORTED;
        if (holds == VALUE_TRUE)
            found = v;
    }
    return found != 0 ? found : VALUE_UNSUPPORTED;
}
