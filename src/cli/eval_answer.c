#include "cli/eval_answer.h"

#include "base/lex.h"

/* The solver's text, read as parser_read_model reads the parts of it. */
static void start(struct lexer *lexer, const char *text, size_t n) {
    lex_init(lexer, text, n);
    lexer->take_delete = true;
}

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

/* What a list is: an answer to get-value, ((t v) ...), has a term where a model has a command. */
enum list { LIST_EMPTY, LIST_VALUES, LIST_MODEL };

static enum list list_kind(const char *list, size_t n) {
    static const char *const commands[] = {
        "define-fun",        "define-fun-rec",     "define-funs-rec",     "define-const",
        "declare-fun",       "declare-const",      "declare-sort",        "declare-datatype",
        "declare-datatypes", "declare-codatatype", "declare-codatatypes", "forall"};
    struct lexer lexer;
    start(&lexer, list, n);
    lex_next(&lexer);
    struct token inner = lex_next(&lexer), first = lex_next(&lexer);
    enum list kind = inner.kind == TOKEN_CLOSE  ? LIST_EMPTY
                     : inner.kind == TOKEN_OPEN ? LIST_VALUES
                                                : LIST_MODEL;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (kind == LIST_VALUES && first.n == strlen(commands[i]) &&
            memcmp(first.at, commands[i], strlen(commands[i])) == 0)
            kind = LIST_MODEL;
    lex_release(&lexer);
    return kind;
}

/*
 * Does the list speak of the same assignment as the one before it? Values behind a model say what
 * that leaves open. Where it is known which check is answered, all of them belong together that
 * are printed behind it, up to a second model.
 */
static bool goes_on(const struct eval_answers *answers, enum list kind) {
    if (answers->at.n == 0 || vec_top(&answers->at).n_said != answers->n_said)
        return false;
    bool has_model = vec_top(&answers->at).model.n > 0;
    return kind == LIST_MODEL ? !has_model && answers->n_said > 0
                              : has_model || answers->n_said > 0;
}

static void add_list(struct eval_answers *answers, const char *text, struct eval_list list) {
    enum list kind = list_kind(text + list.offset, list.n);
    if (!goes_on(answers, kind))
        vec_push(&answers->at, ((struct eval_answer){.first_values = answers->values.n,
                                                     .n_said = answers->n_said}));
    struct eval_answer *answer = &vec_top(&answers->at);
    if (kind == LIST_MODEL || (kind == LIST_EMPTY && answer->model.n + answer->n_values == 0))
        answer->model = list;
    else {
        vec_push(&answers->values, list);
        answer->n_values++;
    }
}

void eval_answers_release(struct eval_answers *answers) {
    vec_free(&answers->at);
    vec_free(&answers->values);
}

bool eval_answers_find(const struct file_text *text, struct eval_answers *answers, size_t *offset,
                       struct strbuf *error) {
    struct lexer lexer;
    struct token token;
    const char *problem = NULL;
    start(&lexer, text->at, text->n);
    for (token = lex_next(&lexer); problem == NULL && token.kind != TOKEN_END;) {
        size_t first = token.offset;
        if (token.kind == TOKEN_OPEN && skip(&lexer, &token)) {
            if (!is_error(text->at + first, lexer.next - first))
                add_list(answers, text->at, (struct eval_list){first, lexer.next - first});
        } else if (token.kind == TOKEN_SYMBOL)
            answers->n_said += is_answer(token);
        else
            problem = token.kind == TOKEN_BAD   ? lexer.error
                      : token.kind == TOKEN_END ? "the text ends inside of a model"
                                                : "a model is wanted here";
        if (problem == NULL)
            token = lex_next(&lexer);
    }
    if (problem == NULL && answers->at.n == 0)
        problem = "there is no model in it";
    *offset = token.offset;
    lex_release(&lexer);
    if (problem != NULL)
        strbuf_add_text(error, problem);
    return problem == NULL;
}
