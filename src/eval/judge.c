/*
 * Judging formulas: are there choices that make them all true?
 *
 * The formulas are evaluated with everything open. If that does not decide, a
 * choice that an undecided formula waits for is given one value after the other,
 * and the same is done again below each. A choice that a formula demands to be a
 * certain value is that; otherwise one with few possible values comes first. If the values that were tried are all that there are, and each ends in
 * a formula that is false, the formulas are false under every choice.
 */
#include "eval/eval_int.h"

/* One choice, and the values that are tried for it. */
struct level {
    value choice;
    uint32_t first; /* in `values` */
    uint32_t n, next;
};

struct search {
    struct eval *eval;
    const term *formulas;
    size_t n;
    value *results;    /* of the formulas, at the present choices */
    uint32_t *decided; /* the level at which a formula became true, + 1; 0: not yet */
    VEC(struct level) levels;
    value_vec values;
    value_vec stuck;  /* applications that formulas wait for */
    bool is_complete; /* nothing was left out so far */
    value worst;      /* what stood in the way besides choices; 0 if nothing */
    uint64_t n_tried;
    size_t culprit;
};

/* Evaluates what is not true yet. False if a formula is. */
static bool evaluate(struct search *search) {
    for (size_t i = 0; i < search->n; i++) {
        if (search->decided[i] != 0)
            continue;
        search->results[i] = machine_run(search->eval, search->formulas[i]);
        if (search->results[i] == VALUE_FALSE) {
            search->culprit = i;
            return false;
        }
        if (search->results[i] == VALUE_TRUE)
            search->decided[i] = (uint32_t)search->levels.n + 1;
    }
    return true;
}

static bool all_true(const struct search *search) {
    for (size_t i = 0; i < search->n; i++)
        if (search->decided[i] == 0)
            return false;
    return true;
}

/* The applications below the undecided results, each once. */
static void collect_stuck(struct search *search) {
    value_vec undecided = {0};
    for (size_t i = 0; i < search->n; i++)
        if (search->decided[i] == 0)
            vec_push(&undecided, search->results[i]);
    vec_clear(&search->stuck);
    stuck_below(search->eval, undecided.at, undecided.n, &search->stuck);
    eval_spend(search->eval, search->stuck.n / 2);
    vec_free(&undecided);
}

/* What a formula that is to be true demands of a choice: choice, (not choice), (= choice value). */
static bool demands(struct eval *eval, value formula, struct level *level, value *demanded) {
    uint32_t n;
    bool negated = stuck_is_op(eval, formula, OP_NOT);
    value choice = negated ? stuck_args(eval, formula, &n)[0] : formula;
    if (choice_is(eval, choice) && choice_is_free(eval, choice)) {
        level->choice = choice;
        *demanded = value_of_bool(!negated);
        return true;
    }
    if (!stuck_is_op(eval, formula, OP_EQ))
        return false;
    const value *sides = stuck_args(eval, formula, &n);
    for (uint32_t i = 0; i < 2; i++)
        if (choice_is(eval, sides[i]) && value_is_definite(&eval->values, sides[1 - i]) &&
            choice_is_free(eval, sides[i])) {
            level->choice = sides[i];
            *demanded = sides[1 - i];
            return true;
        }
    return false;
}

/* Begins with a choice that can only be one value; false if there is none. */
static bool begin_forced_level(struct search *search) {
    struct eval *eval = search->eval;
    struct level level = {.first = (uint32_t)search->values.n, .n = 1};
    value_vec todo = {0};
    bool found = false;
    for (size_t i = 0; i < search->n; i++)
        if (search->decided[i] == 0)
            vec_push(&todo, search->results[i]);
    while (todo.n > 0 && !found) {
        value v = vec_pop(&todo), demanded;
        if (stuck_is_op(eval, v, OP_AND)) {
            uint32_t n;
            const value *parts = stuck_args(eval, v, &n);
            for (uint32_t i = 0; i < n; i++)
                vec_push(&todo, parts[i]);
        } else if (demands(eval, v, &level, &demanded)) {
            vec_push(&search->values, demanded);
            vec_push(&search->levels, level);
            found = true;
        }
    }
    vec_free(&todo);
    return found;
}

/* Begins with the choice that has the fewest values; false if nothing waits for one. */
static bool begin_level(struct search *search) {
    enum { LOOKED_AT = 64 };
    struct eval *eval = search->eval;
    value best = 0;
    uint64_t best_n = 0;
    size_t looked = 0;
    if (begin_forced_level(search))
        return true;
    collect_stuck(search);
    for (size_t i = 0; i < search->stuck.n && looked < LOOKED_AT; i++) {
        value v = search->stuck.at[i];
        uint64_t n;
        if (!choice_is(eval, v))
            continue;
        looked++;
        if (!choice_is_free(eval, v))
            n = 1; /* what it may be is known: that is as good as one value */
        else if (!domain_is_finite(eval, stuck_sort(eval, v), UINT32_MAX, &n))
            n = UINT64_MAX;
        if (best == 0 || n < best_n) {
            best = v;
            best_n = n;
        }
    }
    if (best == 0)
        return false;
    value_vec hints = {0};
    struct level level = {.choice = best, .first = (uint32_t)search->values.n};
    solve_hints(eval, best, &search->stuck, &hints);
    value_vec values = {0};
    if (!choice_candidates(eval, best, hints.at, hints.n, &values))
        search->is_complete = false;
    for (size_t i = 0; i < values.n; i++)
        vec_push(&search->values, values.at[i]);
    level.n = (uint32_t)values.n;
    vec_free(&values);
    vec_free(&hints);
    vec_push(&search->levels, level);
    return true;
}

static void new_round(struct search *search) {
    search->eval->round = ++search->eval->stamps;
    vec_clear(&search->eval->failures);
}

/* Takes back what was true only under the youngest choice. */
static void take_back(struct search *search) {
    uint32_t level = (uint32_t)search->levels.n;
    choice_unset(search->eval, vec_top(&search->levels).choice);
    for (size_t i = 0; i < search->n; i++)
        if (search->decided[i] > level)
            search->decided[i] = 0;
}

/* The next values to try; false if all have been tried. */
static bool advance(struct search *search) {
    while (search->levels.n > 0) {
        struct level *level = &vec_top(&search->levels);
        if (level->next > 0)
            take_back(search);
        if (level->next < level->n) {
            choice_set(search->eval, level->choice, search->values.at[level->first + level->next]);
            level->next++;
            search->n_tried++;
            new_round(search);
            return true;
        }
        search->values.n = level->first;
        search->levels.n--;
    }
    return false;
}

/* What stands in the way where no choice is left to make. */
static void note_worst(struct search *search) {
    for (size_t i = 0; i < search->n; i++)
        if (search->decided[i] == 0 &&
            (search->worst == 0 || search->results[i] == VALUE_UNSUPPORTED)) {
            value v = search->results[i];
            search->worst = v <= VALUE_UNSUPPORTED ? v : VALUE_UNSUPPORTED;
            search->culprit = i;
        }
}

/* Goes through the choices. True if some make all formulas true. */
static bool find(struct search *search) {
    bool possible = evaluate(search);
    for (;;) {
        if (possible && all_true(search))
            return true;
        if (search->eval->steps_left == 0) {
            search->worst = VALUE_LIMIT;
            return false;
        }
        if (possible && !begin_level(search))
            note_worst(search);
        if (!advance(search))
            return false;
        possible = evaluate(search);
    }
}

static void name_choices(struct search *search, struct judgement *judgement) {
    struct eval *eval = search->eval;
    for (size_t i = 0; i < search->levels.n; i++) {
        value choice = search->levels.at[i].choice;
        sort s = stuck_sort(eval, choice);
        vec_push(&judgement->choices, ((struct choice){eval_value_term(eval, choice, s),
                                                       eval->chosen.at[choice >> 1], s}));
    }
}

static enum verdict conclude(struct search *search) {
    if (search->worst != 0)
        return search->worst == VALUE_LIMIT ? VERDICT_LIMIT : VERDICT_UNSUPPORTED;
    return search->is_complete && (!search->eval->assumes_more || search->eval->fixed)
               ? VERDICT_FALSE
               : VERDICT_NEEDS_CHOICE;
}

/* Without choices: the first formula that is false, or else one that is not decided. */
static size_t find_culprit(const struct search *search) {
    for (size_t i = 0; i < search->n; i++)
        if (search->decided[i] == 0)
            return i;
    return SIZE_MAX;
}

void eval_judge(struct eval *eval, const term *formulas, size_t n, struct judgement *judgement) {
    struct search search = {.eval = eval,
                            .formulas = formulas,
                            .n = n,
                            .results = mem_alloc_zero((n + 1) * sizeof(value)),
                            .decided = mem_alloc_zero((n + 1) * sizeof(uint32_t)),
                            .is_complete = true,
                            .culprit = SIZE_MAX};
    eval_set_roots(eval, formulas, n);
    *judgement = (struct judgement){.formula = SIZE_MAX};
    if (find(&search)) {
        judgement->verdict = VERDICT_TRUE;
        judgement->has_more_elements = eval->assumes_more && !eval->fixed;
        name_choices(&search, judgement);
    } else {
        judgement->verdict = conclude(&search);
        judgement->formula = search.n_tried == 0                   ? search.culprit
                             : judgement->verdict == VERDICT_FALSE ? SIZE_MAX
                                                                   : find_culprit(&search);
    }
    judgement->n_tried = search.n_tried;
    for (size_t i = 0; i < search.levels.n; i++)
        choice_unset(eval, search.levels.at[i].choice);
    if (search.n_tried > 0 || eval->assumes_more)
        eval_new_assignment(eval);
    mem_free(search.results);
    mem_free(search.decided);
    vec_free(&search.levels);
    vec_free(&search.values);
    vec_free(&search.stuck);
}
