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

bool eval_answers_find(const struct file_text *text, eval_answer_vec *answers, size_t *offset,
                       struct strbuf *error) {
    struct lexer lexer;
    struct token token;
    const char *problem = NULL;
    lex_init(&lexer, text->at, text->n);
    for (token = lex_next(&lexer); problem == NULL && token.kind != TOKEN_END;) {
        size_t first = token.offset;
        if (token.kind == TOKEN_OPEN && skip(&lexer, &token))
            vec_push(answers, ((struct eval_answer){first, lexer.next - first}));
        else if (token.kind != TOKEN_SYMBOL)
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
