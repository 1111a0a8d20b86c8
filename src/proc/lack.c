#include "proc/lack.h"

#include "base/lex.h"
#include "base/vec.h"

enum place { PLACE_ANYWHERE, PLACE_HEAD, PLACE_COMMAND };

static const struct sign {
    const char *feature;
    enum place place;
    const char *word;
} signs[] = {
#define SIGN(feature, place, word) {feature, PLACE_##place, word},
#include "proc/lack_signs.def"
#undef SIGN
};

struct word_use {
    struct token word;
    const char *feature;
};

enum { SIGNS = sizeof signs / sizeof *signs };

struct search {
    const struct sign *lacking[SIGNS]; /* the signs of what the solver lacks */
    size_t n_lacking;
    VEC(struct word_use) uses;
    VEC(struct token) declared;
    struct token before, before_that; /* the last tokens */
    struct token command;             /* the name of the present one */
    size_t depth, count;              /* of parentheses, and tokens of the command */
};

static bool is_same(struct token a, struct token b) {
    return a.n == b.n && memcmp(a.at, b.at, a.n) == 0;
}

static bool is_word(struct token token, const char *word) {
    return token.n == strlen(word) && memcmp(token.at, word, token.n) == 0;
}

static bool starts_with(struct token token, const char *start) {
    return token.n >= strlen(start) && memcmp(token.at, start, strlen(start)) == 0;
}

/* Is an operator here? In ((x t)) a name is bound. */
static bool is_head(const struct search *search) {
    if (search->before.kind == TOKEN_OPEN)
        return search->before_that.kind != TOKEN_OPEN;
    return search->before.kind == TOKEN_SYMBOL &&
           (is_word(search->before, "_") || is_word(search->before, "as"));
}

/* May the script give this name a meaning of its own here? */
static bool is_declared(const struct search *search) {
    if (search->count < 2)
        return false; /* the command itself */
    if (starts_with(search->command, "declare-data") ||
        starts_with(search->command, "declare-codata") ||
        is_word(search->command, "define-funs-rec"))
        return search->before.kind == TOKEN_OPEN || search->count == 2;
    return search->count == 2 &&
           (starts_with(search->command, "declare-") || starts_with(search->command, "define-"));
}

/* What neither asks nor says anything about terms. */
static bool is_skipped(struct token command) {
    return starts_with(command, "set-") || starts_with(command, "get-") || is_word(command, "echo");
}

static bool is_sign_of(const struct sign *sign, struct token token) {
    struct words pattern = {(const char *[]){sign->word}, 1};
    return token.n > 0 && token.at[0] == sign->word[0] && words_match(pattern, token.at, token.n);
}

static bool is_in_place(const struct search *search, enum place place) {
    bool is_name = search->depth == 1 && search->count == 1;
    return place == PLACE_COMMAND ? is_name : place == PLACE_HEAD ? is_head(search) : !is_name;
}

static void look_at(struct search *search, struct token token) {
    if (search->depth == 1 && search->count == 1)
        search->command = token;
    if (is_skipped(search->command))
        return;
    for (size_t i = 0; i < search->n_lacking; i++) {
        const struct sign *sign = search->lacking[i];
        if (!is_sign_of(sign, token))
            continue;
        if (is_declared(search))
            vec_push(&search->declared, token);
        else if (is_in_place(search, sign->place))
            vec_push(&search->uses, ((struct word_use){token, sign->feature}));
    }
}

/* The first use of a word that is not the script's own. */
static const char *first_use(const struct search *search) {
    for (size_t i = 0; i < search->uses.n; i++) {
        bool is_own = false;
        for (size_t k = 0; k < search->declared.n && !is_own; k++)
            is_own = is_same(search->uses.at[i].word, search->declared.at[k]);
        if (!is_own)
            return search->uses.at[i].feature;
    }
    return NULL;
}

const char *lack_find(const struct profile *profile, const char *text, size_t n) {
    enum { ENOUGH = 1000 }; /* uses: a script that uses it once does so often */
    static const struct token none = {.kind = TOKEN_END, .at = ""};
    struct search search = {.before = none, .before_that = none, .command = none};
    struct lexer lexer;
    for (size_t i = 0; i < SIGNS; i++)
        if (words_have(profile->lacks, signs[i].feature))
            search.lacking[search.n_lacking++] = &signs[i];
    if (search.n_lacking == 0)
        return NULL;
    lex_init(&lexer, text, n);
    for (struct token token = lex_next(&lexer);
         token.kind != TOKEN_END && token.kind != TOKEN_BAD && search.uses.n < ENOUGH;
         token = lex_next(&lexer)) {
        if (token.kind == TOKEN_OPEN && search.depth++ == 0) {
            search.count = 0;
            search.command = none;
        } else if (token.kind == TOKEN_CLOSE && search.depth > 0)
            search.depth--;
        else if (token.kind == TOKEN_SYMBOL || token.kind == TOKEN_QUOTED_SYMBOL)
            look_at(&search, token);
        if (search.depth == 1 && is_word(search.command, "exit"))
            break;
        search.count++;
        search.before_that = search.before;
        search.before = token;
    }
    const char *feature = first_use(&search);
    lex_release(&lexer);
    vec_free(&search.uses);
    vec_free(&search.declared);
    return feature;
}
