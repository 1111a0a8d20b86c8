#include "base/sexpr.h"

static bool fail(struct sexpr_error *error, const char *message, uint32_t offset) {
    *error = (struct sexpr_error){message, offset};
    return false;
}

bool sexpr_read(const char *text, size_t n, struct arena *arena, struct sexpr **first,
                struct sexpr_error *error) {
    struct lexer lexer;
    VEC(struct sexpr *) open = {0};   /* the lists that are not yet closed */
    VEC(struct sexpr **) tails = {0}; /* where the next element goes, per level */
    bool good = true;
    *first = NULL;
    lex_init(&lexer, text, n);
    vec_push(&tails, first);
    for (;;) {
        struct token token = lex_next(&lexer);
        if (token.kind == TOKEN_BAD) {
            good = fail(error, lexer.error, token.offset);
            break;
        }
        if (token.kind == TOKEN_END) {
            if (open.n > 0)
                good = fail(error, "'(' without ')'", vec_top(&open)->token.offset);
            break;
        }
        if (token.kind == TOKEN_CLOSE) {
            if (open.n == 0) {
                good = fail(error, "')' without '('", token.offset);
                break;
            }
            (void)vec_pop(&open);
            (void)vec_pop(&tails);
            continue;
        }
        struct sexpr *e = arena_alloc(arena, sizeof *e);
        *e = (struct sexpr){.token = token};
        *vec_top(&tails) = e;
        vec_top(&tails) = &e->next;
        if (token.kind == TOKEN_OPEN) {
            vec_push(&open, e);
            vec_push(&tails, &e->child);
        }
    }
    vec_free(&open);
    vec_free(&tails);
    lex_release(&lexer);
    return good;
}

bool sexpr_is_word(const struct sexpr *e, const char *word) {
    return e != NULL && (e->token.kind == TOKEN_SYMBOL || e->token.kind == TOKEN_KEYWORD) &&
           e->token.n == strlen(word) && memcmp(e->token.at, word, e->token.n) == 0;
}

size_t sexpr_length(const struct sexpr *list) {
    size_t n = 0;
    for (const struct sexpr *e = list->child; e != NULL; e = e->next)
        n++;
    return n;
}
