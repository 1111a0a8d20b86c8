#include "cli/eval_answer.h"

#include "base/lex.h"

/* Goes behind the S-expression whose '(' was the last token; false if it does not end. */
static bool skip(struct lexer *lexer, struct token *token) {
    size_t depth = 1;
    while (depth > 0) {
        *token = lex_next(lexer);
        if (token->kind == TOKEN_OPEN)
            depth++;
        else if (token->kind == TOKEN_CLOSE)
            depth--;
        else if (token->kind == TOKEN_END || token->kind == TOKEN_BAD)
            return false;
    }
    return true;
}

static bool is_answer(struct token token) {
    static const char *const words[] = {"sat", "unsat", "unknown", "timeout"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token.n == strlen(words[i]) && memcmp(token.at, words[i], token.n) == 0)
            return true;
    return false;
}

/* Is it what solvers print in place of a model? */
static bool is_error(const char *list, size_t n) {
    static const char opening[] = "(error ";
    return n >= strlen(opening) && memcmp(list, opening, strlen(opening)) == 0;
}

bool eval_answers_find(const struct file_text *text, eval_answer_vec *answers, size_t *n_said,
                       size_t *offset, struct strbuf *error) {
    struct lexer lexer;
    struct token token;
    const char *problem = NULL;
    lex_init(&lexer, text->at, text->n);
    for (token = lex_next(&lexer); problem == NULL && token.kind != TOKEN_END;) {
        size_t first = token.offset;
        if (token.kind == TOKEN_OPEN && skip(&lexer, &token)) {
            if (!is_error(text->at + first, lexer.next - first))
                vec_push(answers, ((struct eval_answer){first, lexer.next - first, *n_said}));
        } else if (token.kind == TOKEN_SYMBOL)
            *n_said += is_answer(token);
        else
            problem = token.kind == TOKEN_END ? "the text ends inside of a model"
                                              : "a model is wanted here";
        if (problem == NULL)
            token = lex_next(&lexer);
    }
    if (problem == NULL && answers->n == 0)
        problem = "there is no model in it";
    *offset = token.offset;
    lex_release(&lexer);
    if (problem != NULL)
        strbuf_add_text(error, problem);
    return problem == NULL;
}
