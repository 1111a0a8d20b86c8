#include "eval/checks.h"

#include "base/die.h"
#include "base/file.h"

void checks_release(struct checks *checks) {
    vec_free(&checks->at);
    vec_free(&checks->ends);
}

bool checks_find(struct term_table *table, const char *text, size_t n, bool or_end,
                 struct checks *checks, struct parse_error *error) {
    struct term_mark mark = term_table_mark(table);
    struct parser *parser = parser_new(table);
    struct script script = {0};
    bool good = parser_read_script(parser, text, n, &script, error);
    parser_free(parser);
    for (size_t i = 0; good && i < script.commands.n; i++)
        if (goal_is_check(&script.commands.at[i])) {
            vec_push(&checks->at, script.commands.at[i].offset);
            vec_push(&checks->ends,
                     i + 1 < script.commands.n ? script.commands.at[i + 1].offset : (uint32_t)n);
        }
    if (good && or_end && checks->at.n == 0) {
        vec_push(&checks->at, (uint32_t)n);
        vec_push(&checks->ends, (uint32_t)n);
    }
    script_release(&script);
    term_table_rewind(table, mark);
    return good;
}

void checks_read(const struct checks *checks, size_t i, struct term_table *table,
                 struct parser *parser, const char *text, struct goal *goal) {
    uint32_t from = i > 0 ? checks->ends.at[i - 1] : 0, n = checks->ends.at[i] - from;
    struct script script = {0};
    struct parse_error error = {0};
    char *part = mem_alloc_zero((size_t)n + FILE_SLACK);
    memcpy(part, text + from, n);
    REQUIRE(parser_read_script(parser, part, n, &script, &error)); /* it was good before */
    mem_free(part);
    for (size_t k = 0; k < script.commands.n; k++) {
        script.commands.at[k].offset += from;
        goal_follow(goal, table, &script.commands.at[k]);
    }
    script_release(&script);
    parse_error_release(&error);
}
