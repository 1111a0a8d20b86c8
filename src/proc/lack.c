#include "proc/lack.h"

enum place { PLACE_ANYWHERE, PLACE_HEAD, PLACE_COMMAND };

struct lack_sign {
    const char *feature;
    enum place place;
    const char *word;
};

/* Those of a feature stand together. */
static const struct lack_sign signs[] = {
#define SIGN(feature, place, word) {feature, PLACE_##place, word},
#include "proc/lack_signs.def"
#undef SIGN
};
enum { SIGNS = sizeof signs / sizeof *signs };

static const struct token none = {.kind = TOKEN_END, .at = ""};

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
static bool is_head(const struct lack_search *search) {
    if (search->before.kind == TOKEN_OPEN)
        return search->before_that.kind != TOKEN_OPEN;
    return search->before.kind == TOKEN_SYMBOL &&
           (is_word(search->before, "_") || is_word(search->before, "as"));
}

/* May the script give this name a meaning of its own here? */
static bool is_declared(const struct lack_search *search) {
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

static bool is_sign_of(const struct lack_sign *sign, struct token token) {
    struct words pattern = {(const char *[]){sign->word}, 1};
    return token.n > 0 && token.at[0] == sign->word[0] && words_match(pattern, token.at, token.n);
}

static bool is_in_place(const struct lack_search *search, enum place place) {
    bool is_name = search->depth == 1 && search->count == 1;
    return place == PLACE_COMMAND ? is_name : place == PLACE_HEAD ? is_head(search) : !is_name;
}

static void look_at(struct lack_search *search, struct token token) {
    if (search->depth == 1 && search->count == 1) {
        search->command = token;
        search->is_skipped = is_skipped(token);
        search->is_over = is_word(token, "exit");
    }
    if (search->is_skipped || token.n == 0 || !search->starts[(unsigned char)token.at[0]])
        return;
    for (size_t i = 0; i < search->n_lacking; i++) {
        const struct lack_sign *sign = search->lacking[i];
        if (!is_sign_of(sign, token))
            continue;
        if (is_declared(search))
            vec_push(&search->declared, token);
        else if (is_in_place(search, sign->place))
            vec_push(&search->uses, ((struct lack_use){token, sign->feature}));
    }
}

/* The first use of a word that is not the script's own. */
static const char *first_use(const struct lack_search *search) {
    for (size_t i = 0; i < search->uses.n; i++) {
        bool is_own = false;
        for (size_t k = 0; k < search->declared.n && !is_own; k++)
            is_own = is_same(search->uses.at[i].word, search->declared.at[k]);
        if (!is_own)
            return search->uses.at[i].feature;
    }
    return NULL;
}

void lack_begin(struct lack_search *search, const struct profile *profile) {
    _Static_assert(SIGNS <= sizeof search->lacking / sizeof *search->lacking, "too many signs");
    *search = (struct lack_search){.before = none, .before_that = none, .command = none};
    bool is_lacking = false;
    for (size_t i = 0; i < SIGNS; i++) {
        if (i == 0 || strcmp(signs[i].feature, signs[i - 1].feature) != 0)
            is_lacking = words_have(profile->lacks, signs[i].feature);
        if (!is_lacking)
            continue;
        search->lacking[search->n_lacking++] = &signs[i];
        search->starts[(unsigned char)signs[i].word[0]] = true;
    }
    search->is_over = search->n_lacking == 0;
}

void lack_see(struct lack_search *search, struct token token) {
    enum { ENOUGH = 1000 }; /* uses: a script that uses it once does so often */
    if (search->is_over)
        return;
    if (token.kind == TOKEN_OPEN && search->depth++ == 0) {
        search->count = 0;
        search->command = none;
        search->is_skipped = false;
    } else if (token.kind == TOKEN_CLOSE && search->depth > 0)
        search->depth--;
    else if (token.kind == TOKEN_SYMBOL || token.kind == TOKEN_QUOTED_SYMBOL)
        look_at(search, token);
    search->is_over |= search->uses.n >= ENOUGH;
    search->count++;
    search->before_that = search->before;
    search->before = token;
}

const char *lack_end(struct lack_search *search) {
    const char *feature = first_use(search);
    vec_free(&search->uses);
    vec_free(&search->declared);
    return feature;
}

const char *lack_find(const struct profile *profile, const char *text, size_t n) {
    struct lack_search search;
    struct lexer lexer;
    struct token token;
    lack_begin(&search, profile);
    lex_init(&lexer, text, n);
    while (!search.is_over && (token = lex_next(&lexer)).kind != TOKEN_END &&
           token.kind != TOKEN_BAD)
        lack_see(&search, token);
    lex_release(&lexer);
    return lack_end(&search);
}
