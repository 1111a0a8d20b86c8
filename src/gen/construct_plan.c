#include "gen/construct_int.h"

#include "base/die.h"
#include "base/hash.h"
#include "base/index.h"
#include "eval/meaning.h"

const char *construct_category_name(enum construct_category category) {
    static const char *const names[] = {
#define CATEGORY(id, name, meaning) name,
#include "gen/construct_categories.def"
    };
    return names[category];
}

struct planning {
    struct gen *gen;
    struct term_table *table;
    const struct facts *facts;
    const struct construct_settings *settings;
    struct plan *plan;
    bool too_many;
    VEC(u32_vec) constants; /* by sort of the theory: those that may be used */
    VEC(u32_vec) leaves;
    VEC(bool) is_out; /* operations that may not be used */
    u32_vec values;   /* of the atoms, as terms */
    u32_vec of_sort;  /* atoms of the sort at hand: see atoms_of */
    struct term_subst subst;
    struct term_walk walk;
    struct index seen; /* of `keys` */
    VEC(uint64_t) keys;
};

static void add_test(struct planning *p, struct plan_test test) {
    p->too_many |= p->plan->tests.n >= PLAN_TESTS_MAX;
    if (!p->too_many)
        vec_push(&p->plan->tests, test);
}

/* False if the key was there. */
static bool add_key(struct planning *p, uint64_t key) {
    uint32_t hash = (uint32_t)hash_mix(key, 1);
    INDEX_EACH(&p->seen, hash, id)
    if (p->keys.at[id - 1] == key)
        return false;
    vec_push(&p->keys, key);
    index_insert(&p->seen, hash, (uint32_t)p->keys.n);
    return true;
}

static void forget_keys(struct planning *p) {
    index_free(&p->seen);
    p->seen = (struct index){0};
    vec_clear(&p->keys);
}

/* ---- what may be used ---- */

static bool is_named(const struct term_table *table, symbol name, const char *word) {
    const struct symbol_entry *entry = symbol_at(&table->symbols, name);
    return entry->n == strlen(word) && memcmp(entry->at, word, entry->n) == 0;
}

static bool uses(struct planning *p, term t, const char *word) {
    bool found = false;
    term at;
    term_walk_begin(&p->walk, p->table);
    term_walk_add(&p->walk, t);
    while (!found && (at = term_walk_next(&p->walk)) != 0) {
        uint32_t op = term_at(p->table, at)->op;
        found = op > OP_BEFORE_THEORY && is_named(p->table, op_info(p->table, op)->symbol, word);
    }
    return found;
}

static bool is_quantified(struct planning *p, term t) {
    bool found = false;
    term at;
    term_walk_begin(&p->walk, p->table);
    term_walk_add(&p->walk, t);
    while (!found && (at = term_walk_next(&p->walk)) != 0)
        found = term_op(p->table, at) == OP_FORALL || term_op(p->table, at) == OP_EXISTS;
    return found;
}

/* By its name, which is 0 for what has none, or by what is in its terms. */
static bool is_excluded(struct planning *p, symbol name, const term *terms, uint32_t n) {
    bool found = false;
    for (uint32_t k = 0; k < n && p->settings->no_quantifiers && !found; k++)
        found = is_quantified(p, terms[k]);
    for (size_t i = 0; i < p->settings->n_without; i++) {
        const char *word = p->settings->without[i];
        bool matches = name != 0 && is_named(p->table, name, word);
        for (uint32_t k = 0; k < n && !matches; k++)
            matches = uses(p, terms[k], word);
        p->plan->is_known.at[i] |= matches;
        found |= matches;
    }
    return found;
}

static bool is_ascii(struct eval *eval, term t) {
    uint32_t n;
    if (term_sort(eval_terms(eval), t) != SORT_STRING)
        return true;
    const uint32_t *text = value_text(eval_values(eval), eval_term(eval, t), &n);
    for (uint32_t i = 0; i < n; i++)
        if (text[i] > 0x7f)
            return false;
    return true;
}

static u32_vec usable(struct planning *p, const u32_vec *constants) {
    u32_vec kept = {0};
    for (size_t i = 0; i < constants->n; i++)
        if (!is_excluded(p, 0, &constants->at[i], 1) &&
            (!p->settings->ascii || is_ascii(p->gen->eval, constants->at[i])))
            vec_push(&kept, (uint32_t)i);
    return kept;
}

static void choose_entries(struct planning *p) {
    for (size_t i = 0; i < p->settings->n_without; i++)
        vec_push(&p->plan->is_known, false);
    for (size_t i = 0; i < p->facts->sorts.n; i++) {
        u32_vec constants = usable(p, &p->facts->sorts.at[i].constants);
        u32_vec leaves = usable(p, &p->facts->sorts.at[i].leaves);
        vec_reserve(&p->constants, i + 1);
        vec_reserve(&p->leaves, i + 1);
        p->constants.at[p->constants.n++] = constants;
        p->leaves.at[p->leaves.n++] = leaves;
    }
    for (size_t i = 0; i < p->facts->operations.n; i++) {
        const struct facts_operation *op = &p->facts->operations.at[i];
        vec_push(&p->is_out, is_excluded(p, op->name, &op->body, 1));
    }
}

/* The number of the sort in the theory; UINT32_MAX if it has no constants of it. */
static uint32_t sort_number(const struct facts *facts, sort s) {
    for (size_t i = 0; i < facts->sorts.n; i++)
        if (facts->sorts.at[i].sort == s)
            return (uint32_t)i;
    return UINT32_MAX;
}

/* ---- values ---- */

/* What the operation gives for the arguments, as a term; 0 if that is open or has none. */
static term apply(struct planning *p, const struct facts_operation *op, const term *args) {
    term_subst_begin(&p->subst, p->table);
    for (uint32_t i = 0; i < op->n_vars; i++)
        term_subst_add(&p->subst, op->vars[i], args[i]);
    term applied = term_subst_apply(&p->subst, op->body);
    value v = eval_term(p->gen->eval, applied);
    if (eval_result(p->gen->eval, v) != EVAL_VALUE)
        return 0;
    return eval_value_term(p->gen->eval, v, term_sort(p->table, op->body));
}

/* Counts through all combinations of n numbers, the last fastest; false behind the last. */
static bool advance(size_t *at, const size_t *ends, uint32_t n) {
    while (n > 0 && ++at[n - 1] == ends[n - 1])
        at[--n] = 0;
    return n > 0;
}

/* ---- constant assignment ---- */

/* Every choice of who is a constant, for these arguments; a formula that was there is none. */
static void plan_masks(struct planning *p, uint32_t number, const struct plan_test *base,
                       const term *args, term result) {
    const struct facts_operation *op = &p->facts->operations.at[number];
    bool is_out = is_excluded(p, 0, &result, 1); /* as a constant it would be written */
    for (uint32_t mask = 1; mask < (is_out ? 1u : 2u) << op->n_vars; mask++) {
        uint64_t key = hash_mix(number + 1, mask);
        for (uint32_t i = 0; i < op->n_vars; i++)
            if ((mask >> i & 1) != 0)
                key = hash_mix(key, args[i] + ((uint64_t)i << 32));
        if ((mask >> op->n_vars & 1) != 0)
            key = hash_mix(key, result + ((uint64_t)FACTS_ARGS_MAX << 32));
        if (!add_key(p, key))
            continue;
        struct plan_test test = *base;
        test.parts[0] = (uint16_t)mask;
        add_test(p, test);
    }
}

static void plan_assignments_of(struct planning *p, uint32_t number) {
    const struct facts_operation *op = &p->facts->operations.at[number];
    const u32_vec *from[FACTS_ARGS_MAX];
    const struct facts_sort *sorts[FACTS_ARGS_MAX];
    size_t at[FACTS_ARGS_MAX] = {0}, ends[FACTS_ARGS_MAX];
    for (uint32_t i = 0; i < op->n_vars; i++) {
        uint32_t s = sort_number(p->facts, term_sort(p->table, op->vars[i]));
        if (s == UINT32_MAX || p->constants.at[s].n == 0)
            return;
        from[i] = &p->constants.at[s];
        sorts[i] = &p->facts->sorts.at[s];
        ends[i] = from[i]->n;
    }
    do {
        struct plan_test test = {.category = CATEGORY_ASSIGNMENT, .of = (uint8_t)number};
        term args[FACTS_ARGS_MAX];
        for (uint32_t i = 0; i < op->n_vars; i++) {
            test.parts[1 + i] = (uint16_t)from[i]->at[at[i]];
            args[i] = sorts[i]->constants.at[from[i]->at[at[i]]];
        }
        term result = apply(p, op, args);
        if (result != 0)
            plan_masks(p, number, &test, args, result);
    } while (!p->too_many && advance(at, ends, op->n_vars));
}

static void plan_assignments(struct planning *p) {
    for (uint32_t i = 0; i < p->facts->operations.n; i++)
        if (!p->is_out.at[i])
            plan_assignments_of(p, i);
    forget_keys(p);
}

/* ---- term synthesis ---- */

static sort sort_of_atom(const struct planning *p, size_t atom) {
    return term_sort(p->table, p->values.at[atom]);
}

/* The atoms of a sort below `end`; or only the first of each operation. */
static void atoms_of(const struct planning *p, sort s, size_t end, bool all, u32_vec *out) {
    vec_clear(out);
    for (size_t i = 0; i < end; i++)
        if (sort_of_atom(p, i) == s && (all || p->plan->atoms.at[i].is_first))
            vec_push(out, (uint32_t)i);
}

static void add_leaves(struct planning *p) {
    for (size_t s = 0; s < p->facts->sorts.n; s++)
        for (size_t i = 0; i < p->leaves.at[s].n; i++) {
            uint32_t leaf = p->leaves.at[s].at[i];
            struct plan_atom atom = {.is_leaf = 1, .of = (uint8_t)s, .args = {(uint16_t)leaf}};
            vec_push(&p->plan->atoms, atom);
            vec_push(&p->values, p->facts->sorts.at[s].leaves.at[leaf]);
        }
}

/* One combination of arguments after the other, from vectors of atoms. */
struct choosing {
    u32_vec from[FACTS_ARGS_MAX];
    size_t at[FACTS_ARGS_MAX], ends[FACTS_ARGS_MAX];
};

static bool choosing_begin(struct planning *p, struct choosing *c, const struct facts_operation *op,
                           size_t end, bool all) {
    *c = (struct choosing){0};
    bool any = true;
    for (uint32_t i = 0; i < op->n_vars; i++) {
        atoms_of(p, term_sort(p->table, op->vars[i]), end, all, &c->from[i]);
        c->ends[i] = c->from[i].n;
        any = any && c->ends[i] > 0;
    }
    return any;
}

static void choosing_end(struct choosing *c) {
    for (uint32_t i = 0; i < FACTS_ARGS_MAX; i++)
        vec_free(&c->from[i]);
}

static term choosing_apply(struct planning *p, const struct choosing *c,
                           const struct facts_operation *op, uint16_t *atoms) {
    term args[FACTS_ARGS_MAX];
    for (uint32_t i = 0; i < op->n_vars; i++) {
        atoms[i] = (uint16_t)c->from[i].at[c->at[i]];
        args[i] = p->values.at[atoms[i]];
    }
    return apply(p, op, args);
}

/* Of atoms below `end`: would trying all arguments of the operation take too long? */
static bool has_too_many_choices(struct planning *p, uint32_t number, size_t end) {
    const struct facts_operation *op = &p->facts->operations.at[number];
    struct choosing c;
    double n = 1;
    choosing_begin(p, &c, op, end, true);
    for (uint32_t i = 0; i < op->n_vars; i++)
        n *= (double)c.ends[i];
    choosing_end(&c);
    return n > PLAN_CHOICES_MAX;
}

/* One term for each operation and value: the first. */
static void grow_pool(struct planning *p, uint32_t number, size_t end) {
    const struct facts_operation *op = &p->facts->operations.at[number];
    struct choosing c;
    size_t n_before = p->plan->atoms.n;
    if (choosing_begin(p, &c, op, end, true))
        do {
            struct plan_atom atom = {.of = (uint8_t)number,
                                     .is_first = p->plan->atoms.n == n_before};
            term result = choosing_apply(p, &c, op, atom.args);
            if (result == 0 || !add_key(p, hash_mix(number + 1, result)))
                continue;
            p->too_many |= p->plan->atoms.n >= UINT16_MAX;
            if (p->too_many)
                break;
            vec_push(&p->plan->atoms, atom);
            vec_push(&p->values, result);
        } while (advance(c.at, c.ends, op->n_vars));
    choosing_end(&c);
}

/* A test for each operation that has a term with this value in the pool: the first of them. */
static void add_syntheses(struct planning *p, struct plan_test test, term result) {
    bool is_used[UINT8_MAX + 1] = {false};
    for (size_t i = 0; i < p->values.n; i++) {
        const struct plan_atom *atom = &p->plan->atoms.at[i];
        if (p->values.at[i] != result || atom->is_leaf || is_used[atom->of])
            continue;
        is_used[atom->of] = true;
        test.parts[0] = (uint16_t)i;
        add_test(p, test);
    }
}

static void plan_synthesis_of(struct planning *p, uint32_t number) {
    const struct facts_operation *op = &p->facts->operations.at[number];
    struct choosing c;
    if (choosing_begin(p, &c, op, p->plan->atoms.n, false))
        do {
            struct plan_test test = {.category = CATEGORY_SYNTHESIS, .of = (uint8_t)number};
            term result = choosing_apply(p, &c, op, test.parts + 1);
            if (result != 0)
                add_syntheses(p, test, result);
        } while (!p->too_many && advance(c.at, c.ends, op->n_vars));
    choosing_end(&c);
}

static void plan_synthesis(struct planning *p) {
    uint32_t bound = p->settings->bound == 0 ? 1 : p->settings->bound;
    add_leaves(p);
    for (uint32_t level = 0; level < bound && !p->too_many; level++) {
        size_t end = p->plan->atoms.n;
        for (uint32_t i = 0; i < p->facts->operations.n; i++)
            p->too_many |= !p->is_out.at[i] && has_too_many_choices(p, i, end);
        for (uint32_t i = 0; i < p->facts->operations.n && !p->too_many; i++)
            if (!p->is_out.at[i])
                grow_pool(p, i, end);
    }
    forget_keys(p);
    for (uint32_t i = 0; i < p->facts->operations.n && !p->too_many; i++)
        if (!p->is_out.at[i])
            plan_synthesis_of(p, i);
}

/* ---- parts of equivalences ---- */

/* Made of operators and literals only. */
static bool is_ground(const struct term_table *table, term t, const struct term_map *open) {
    enum op op = term_op(table, t);
    if (op == OP_APPLY || op == OP_VAR || op == OP_FUN_REF || op_is_binder(op))
        return false;
    for (uint32_t i = 0; i < term_n_args(table, t); i++)
        if (term_map_get(open, term_arg(table, t, i)) != 0)
            return false;
    return true;
}

static bool holds(const u32_vec *vec, uint32_t item) {
    for (size_t i = 0; i < vec->n; i++)
        if (vec->at[i] == item)
            return true;
    return false;
}

/*
 * The largest terms without variables are the constants: the 1 of (- 1) is none. A walk
 * gives arguments first, so that what is open below a term is known.
 */
static void find_constants(const struct term_table *table, term t, const struct term_map *open,
                           u32_vec *constants) {
    for (uint32_t i = 0; i < term_n_args(table, t); i++) {
        term arg = term_arg(table, t, i);
        if (term_map_get(open, arg) == 0 && !holds(constants, arg))
            vec_push(constants, arg);
    }
}

static void find_bound(const struct term_table *table, term t, struct parts *parts) {
    if (term_op(table, t) != OP_FORALL || term_at(table, t)->free != 0)
        return;
    for (uint32_t i = 0; i + 1 < term_n_args(table, t); i++) {
        vec_push(&parts->bound, term_arg(table, t, i));
        vec_push(&parts->quantifiers, t);
    }
}

void parts_find(struct term_table *table, const struct facts_equivalence *eq, struct parts *parts) {
    struct term_walk walk = {0};
    struct term_map open = {0};
    term t;
    *parts = (struct parts){0};
    term_map_clear(&open);
    term_walk_begin(&walk, table);
    term_walk_add(&walk, eq->claim);
    for (uint32_t i = 0; i < eq->n_parts; i++)
        term_walk_add(&walk, eq->parts[i]);
    while ((t = term_walk_next(&walk)) != 0)
        if (!is_ground(table, t, &open)) {
            term_map_set(&open, t, 1);
            find_constants(table, t, &open, &parts->constants);
        }
    term_walk_begin(&walk, table); /* bound variables of B alone: A stays as it is */
    for (uint32_t i = 0; i < eq->n_parts; i++)
        term_walk_add(&walk, eq->parts[i]);
    while ((t = term_walk_next(&walk)) != 0)
        find_bound(table, t, parts);
    term_map_release(&open);
    term_walk_release(&walk);
}

void parts_release(struct parts *parts) {
    vec_free(&parts->constants);
    vec_free(&parts->bound);
    vec_free(&parts->quantifiers);
}

/* ---- replacements ---- */

static void add_replacements(struct planning *p, size_t of, enum target target, uint32_t which,
                             term what) {
    for (size_t e = 0; e < p->facts->equalities.n; e++) {
        const struct facts_equality *equality = &p->facts->equalities.at[e];
        term sides[2 + FACTS_CONDITIONS_MAX] = {equality->left, equality->right};
        memcpy(sides + 2, equality->conditions, sizeof equality->conditions);
        bool fits = target == TARGET_CONSTANT
                        ? equality->is_constant && equality->right == what
                        : !equality->is_constant &&
                              term_sort(p->table, equality->right) == term_sort(p->table, what);
        bool is_out = is_excluded(p, equality->name, sides, 2 + equality->n_conditions);
        if (is_out || !fits)
            continue;
        struct replacement r = {(uint8_t)target, (uint8_t)which, (uint8_t)e};
        vec_push(&p->plan->replacements.at[of], r);
    }
}

/* Does the variable occur in one of the terms? */
static bool occurs(struct planning *p, term var, const term *terms, uint32_t n) {
    bool found = false;
    term t;
    term_walk_begin(&p->walk, p->table);
    for (uint32_t i = 0; i < n; i++)
        term_walk_add(&p->walk, terms[i]);
    while (!found && (t = term_walk_next(&p->walk)) != 0)
        found = t == var;
    return found;
}

static void find_replacements(struct planning *p, size_t of) {
    const struct facts_equivalence *eq = &p->facts->equivalences.at[of];
    struct parts parts;
    parts_find(p->table, eq, &parts);
    for (uint32_t i = 0; i < eq->n_shared; i++)
        if (occurs(p, eq->vars[i], &eq->claim, 1) && occurs(p, eq->vars[i], eq->parts, eq->n_parts))
            add_replacements(p, of, TARGET_SHARED, i, eq->vars[i]);
    for (uint32_t i = 0; i < parts.constants.n && i <= UINT8_MAX; i++)
        add_replacements(p, of, TARGET_CONSTANT, i, parts.constants.at[i]);
    for (uint32_t i = eq->n_shared; i < eq->n_vars; i++)
        if (occurs(p, eq->vars[i], eq->parts, eq->n_parts))
            add_replacements(p, of, TARGET_HIDDEN, i, eq->vars[i]);
    for (uint32_t i = 0; i < parts.bound.n && i <= UINT8_MAX; i++)
        add_replacements(p, of, TARGET_BOUND, i, parts.bound.at[i]);
    for (uint32_t i = 0; i < eq->n_patterns; i++)
        add_replacements(p, of, TARGET_PATTERN, i, eq->patterns[i]);
    parts_release(&parts);
}

static enum construct_category category_of(enum target target) {
    return target == TARGET_SHARED || target == TARGET_CONSTANT ? CATEGORY_CORE
                                                                : CATEGORY_REDUNDANCY;
}

static void plan_replacements(struct planning *p, const u32_vec *chosen,
                              enum construct_category category) {
    for (size_t i = 0; i < chosen->n; i++)
        for (size_t r = 0; r < p->plan->replacements.at[chosen->at[i]].n; r++) {
            enum target target = p->plan->replacements.at[chosen->at[i]].at[r].target;
            struct plan_test test = {.category = (uint8_t)category,
                                     .of = (uint8_t)chosen->at[i],
                                     .parts = {1, (uint16_t)r}};
            if (category_of(target) == category)
                add_test(p, test);
        }
}

/*
 * Chains of n replacements: from each on, one in d further, for each d. What is replaced
 * twice is left out.
 */
static void plan_chains_of(struct planning *p, size_t of, uint32_t n) {
    REQUIRE(n <= CONSTRUCT_CHAIN_MAX);
    size_t n_all = p->plan->replacements.at[of].n;
    for (size_t first = 0; first < n_all; first++)
        for (size_t d = 1; d < n_all; d++) {
            struct plan_test test = {.category = CATEGORY_CHAIN, .of = (uint8_t)of};
            for (size_t i = 0, at = first; i < n_all && test.parts[0] < n;
                 i++, at = (at + d) % n_all) {
                const struct replacement *r = &p->plan->replacements.at[of].at[at];
                bool is_new = true;
                for (uint16_t k = 1; k <= test.parts[0]; k++) {
                    const struct replacement *other =
                        &p->plan->replacements.at[of].at[test.parts[k]];
                    is_new &= r->target != other->target || r->which != other->which;
                }
                if (is_new)
                    test.parts[++test.parts[0]] = (uint16_t)at;
            }
            uint64_t key = of;
            for (uint16_t k = 1; k <= test.parts[0]; k++)
                key = hash_mix(key, test.parts[k]);
            if (test.parts[0] == n && add_key(p, key))
                add_test(p, test);
        }
}

static void plan_unsat(struct planning *p) {
    u32_vec chosen = {0};
    for (size_t i = 0; i < p->facts->equivalences.n; i++) {
        const struct facts_equivalence *eq = &p->facts->equivalences.at[i];
        term terms[1 + FACTS_PARTS_MAX] = {eq->claim};
        memcpy(terms + 1, eq->parts, sizeof eq->parts);
        vec_reserve(&p->plan->replacements, i + 1);
        memset(&p->plan->replacements.at[p->plan->replacements.n++], 0,
               sizeof *p->plan->replacements.at);
        find_replacements(p, i);
        bool is_out = is_excluded(p, eq->name, terms, 1 + eq->n_parts);
        if (!is_out)
            vec_push(&chosen, (uint32_t)i);
    }
    for (size_t i = 0; i < chosen.n; i++)
        add_test(p,
                 (struct plan_test){.category = CATEGORY_EQUIVALENT, .of = (uint8_t)chosen.at[i]});
    plan_replacements(p, &chosen, CATEGORY_CORE);
    plan_replacements(p, &chosen, CATEGORY_REDUNDANCY);
    p->plan->n_plain = p->plan->tests.n;
    for (size_t i = 0; i < chosen.n && p->settings->chain > 1; i++)
        plan_chains_of(p, chosen.at[i], p->settings->chain);
    vec_free(&chosen);
}

/* ---- all ---- */

static void release(struct planning *p) {
    for (size_t i = 0; i < p->constants.n; i++) {
        vec_free(&p->constants.at[i]);
        vec_free(&p->leaves.at[i]);
    }
    vec_free(&p->constants);
    vec_free(&p->leaves);
    vec_free(&p->is_out);
    vec_free(&p->values);
    vec_free(&p->of_sort);
    vec_free(&p->keys);
    index_free(&p->seen);
    term_subst_release(&p->subst);
    term_walk_release(&p->walk);
}

bool plan_make(struct gen *gen, const struct facts *facts,
               const struct construct_settings *settings, struct plan *plan) {
    struct planning p = {
        .gen = gen, .table = gen->table, .facts = facts, .settings = settings, .plan = plan};
    struct term_mark mark = term_table_mark(gen->table);
    *plan = (struct plan){0};
    eval_forget(gen->eval);
    choose_entries(&p);
    for (uint32_t i = 0; i < facts->operations.n; i++)
        if (!p.is_out.at[i])
            add_test(&p, (struct plan_test){.category = CATEGORY_OPERATION, .of = (uint8_t)i});
    plan_assignments(&p);
    plan_synthesis(&p);
    plan_unsat(&p);
    bool good = !p.too_many;
    release(&p);
    eval_forget(gen->eval);
    term_table_rewind(gen->table, mark);
    if (!good)
        plan_release(plan);
    return good;
}

void plan_release(struct plan *plan) {
    for (size_t i = 0; i < plan->replacements.n; i++)
        vec_free(&plan->replacements.at[i]);
    vec_free(&plan->is_known);
    vec_free(&plan->tests);
    vec_free(&plan->atoms);
    vec_free(&plan->replacements);
}
