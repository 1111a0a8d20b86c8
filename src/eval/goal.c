#include "eval/goal.h"

#include "eval/recursion.h"

void goal_release(struct goal *goal) {
    vec_free(&goal->formulas);
    vec_free(&goal->levels);
    vec_free(&goal->offsets);
}

bool goal_is_check(const struct command *command) {
    return command->kind == COMMAND_CHECK_SAT || command->kind == COMMAND_CHECK_SAT_ASSUMING ||
           command->kind == COMMAND_CHECK_SAT_USING;
}

static void add(struct goal *goal, term formula, uint32_t offset) {
    vec_push(&goal->formulas, formula);
    vec_push(&goal->offsets, offset);
}

static void cut(struct goal *goal, size_t n) {
    goal->formulas.n = n;
    goal->offsets.n = n;
    goal->n_asserted = n;
}

static void pop(struct goal *goal, uint32_t n) {
    for (; n > 0 && goal->levels.n > 0; n--)
        cut(goal, vec_pop(&goal->levels));
}

bool goal_follow(struct goal *goal, const struct term_table *table, const struct command *command) {
    cut(goal, goal->n_asserted);
    switch (command->kind) {
    case COMMAND_ASSERT:
        add(goal, command->body, command->offset);
        goal->n_asserted = goal->formulas.n;
        break;
    case COMMAND_PUSH:
        for (uint32_t i = 0; i < command->number; i++)
            vec_push(&goal->levels, (uint32_t)goal->formulas.n);
        break;
    case COMMAND_POP:
        pop(goal, command->number);
        break;
    case COMMAND_DEFINE_FUN_REC:
    case COMMAND_DEFINE_FUNS_REC:
        if (goal->doubtful == 0 && !recursion_has_solution(table, command))
            goal->doubtful = command->offset + 1;
        break;
    case COMMAND_RESET:
        goal->doubtful = 0;
        /* fall through */
    case COMMAND_RESET_ASSERTIONS:
        vec_clear(&goal->levels);
        cut(goal, 0);
        break;
    case COMMAND_CHECK_SAT_ASSUMING:
        for (uint32_t i = 0; i < list_length(&table->lists, command->items); i++)
            add(goal, list_items(&table->lists, command->items)[i], command->offset);
        break;
    default:
        break;
    }
    return goal_is_check(command);
}

enum verdict goal_verdict(const struct goal *goal, enum verdict of_formulas) {
    return of_formulas == VERDICT_TRUE && goal->doubtful != 0 ? VERDICT_UNSUPPORTED : of_formulas;
}
