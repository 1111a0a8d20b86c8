#include "proc/profile.h"

#include <stdarg.h>

#include "base/die.h"
#include "base/sexpr.h"
#include "base/strbuf.h"

const char *const profile_features[] = {
    "arrays",      "bit-vectors",    "floats",        "integers",
    "reals",       "nonlinear",      "mixed",         "strings",
    "regexes",     "sequences",      "sets",          "bags",
    "relations",   "datatypes",      "codatatypes",   "functions",
    "quantifiers", "recursion",      "higher-order",  "parametric-datatypes",
    "matching",    "transcendental", "finite-fields", "separation",
    "lambdas",     "push-pop",       "define-sort",   NULL,
};

enum field_kind { KIND_TEXT, KIND_FLAG, KIND_WORDS, KIND_LISTS, KIND_COMMANDS };

static const struct field {
    const char *name;
    enum field_kind kind;
    size_t offset;
} fields[] = {
#define FIELD(member, name, kind) {name, KIND_##kind, offsetof(struct profile, member)},
#include "proc/profile_fields.def"
#undef FIELD
};

enum { N_FIELDS = sizeof fields / sizeof fields[0] };

/* What is being read, and where a mistake is told. */
struct reader {
    struct profile *profile;
    const char *text;
    struct profile_error *error;
};

static bool fail(struct reader *reader, uint32_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail(struct reader *reader, uint32_t offset, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(reader->error->message, sizeof reader->error->message, format, args);
    va_end(args);
    reader->error->offset = offset;
    return false;
}

/* How much of a token a message shows. */
static int shown(struct token token) {
    return token.n > 40 ? 40 : (int)token.n;
}

/* The number of places in which two words differ, a missing or moved letter counting once. */
static size_t distance(const char *a, size_t m, const char *b, size_t n) {
    size_t row[32];
    if (m >= 32 || n >= 32)
        return SIZE_MAX;
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (size_t i = 1; i <= m; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t least = diagonal + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < least)
                least = row[j] + 1;
            if (row[j - 1] + 1 < least)
                least = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = least;
        }
    }
    return row[n];
}

static const struct field *find_field(struct reader *reader, struct token name) {
    const struct field *nearest = NULL;
    size_t least = 3;
    for (size_t i = 0; i < N_FIELDS; i++)
        if (strlen(fields[i].name) == name.n && memcmp(fields[i].name, name.at, name.n) == 0)
            return &fields[i];
    for (size_t i = 0; i < N_FIELDS; i++) {
        size_t d = distance(name.at, name.n, fields[i].name, strlen(fields[i].name));
        if (d < least) {
            least = d;
            nearest = &fields[i];
        }
    }
    if (nearest != NULL)
        fail(reader, name.offset, "unknown field '%.*s'; did you mean '%s'?", shown(name), name.at,
             nearest->name);
    else
        fail(reader, name.offset, "unknown field '%.*s'", shown(name), name.at);
    return NULL;
}

static bool is_word(const struct sexpr *e) {
    switch (e->token.kind) {
    case TOKEN_SYMBOL:
    case TOKEN_QUOTED_SYMBOL:
    case TOKEN_KEYWORD:
    case TOKEN_STRING:
    case TOKEN_NUMERAL:
    case TOKEN_DECIMAL:
        return true;
    default:
        return false;
    }
}

/* The word, in a string with "" for a quote. */
static const char *copy_word(struct reader *reader, const struct sexpr *e) {
    char *word = arena_copy_text(&reader->profile->arena, e->token.at, e->token.n);
    if (e->token.kind == TOKEN_STRING) {
        size_t n = 0;
        for (size_t i = 0; i < e->token.n; i++) {
            word[n++] = e->token.at[i];
            if (e->token.at[i] == '"')
                i++;
        }
        word[n] = '\0';
    }
    return word;
}

static bool read_words(struct reader *reader, const struct sexpr *first, struct words *words) {
    size_t n = 0;
    for (const struct sexpr *e = first; e != NULL; e = e->next)
        n++;
    words->at = arena_alloc(&reader->profile->arena, (n + 1) * sizeof *words->at);
    words->n = 0;
    for (const struct sexpr *e = first; e != NULL; e = e->next) {
        if (!is_word(e))
            return fail(reader, e->token.offset, "a word is expected here, not a list");
        words->at[words->n++] = copy_word(reader, e);
    }
    words->at[n] = NULL;
    return true;
}

static bool read_lists(struct reader *reader, const struct sexpr *first, struct word_lists *lists) {
    size_t n = 0;
    for (const struct sexpr *e = first; e != NULL; e = e->next)
        n++;
    lists->at = arena_alloc(&reader->profile->arena, (n + 1) * sizeof *lists->at);
    lists->n = 0;
    for (const struct sexpr *e = first; e != NULL; e = e->next) {
        if (!sexpr_is_list(e) || e->child == NULL)
            return fail(reader, e->token.offset, "a list of words is expected here");
        if (!read_words(reader, e->child, &lists->at[lists->n]))
            return false;
        lists->n++;
    }
    return true;
}

/* The end of an expression in the text: behind its last token. */
static const char *past(struct reader *reader, const struct sexpr *e) {
    const char *at = reader->text + e->token.offset;
    struct lexer lexer;
    size_t depth = 0;
    lex_init(&lexer, at, strlen(at));
    do {
        struct token token = lex_next(&lexer);
        if (token.kind == TOKEN_OPEN)
            depth++;
        else if (token.kind == TOKEN_CLOSE)
            depth--;
    } while (depth > 0);
    lex_release(&lexer);
    return at + lexer.next;
}

static bool is_set_option(const struct sexpr *e) {
    return sexpr_is_list(e) && sexpr_length(e) == 3 && sexpr_is_word(e->child, "set-option") &&
           e->child->next->token.kind == TOKEN_KEYWORD;
}

static bool read_commands(struct reader *reader, const struct sexpr *first, const char **commands) {
    struct strbuf all = {0};
    if (first != NULL && first->next == NULL && sexpr_is_word(first, "no")) {
        *commands = NULL;
        return true;
    }
    for (const struct sexpr *e = first; e != NULL; e = e->next) {
        if (!is_set_option(e)) {
            strbuf_free(&all);
            return fail(reader, e->token.offset, "a set-option or the word 'no' is expected here");
        }
        const char *at = reader->text + e->token.offset;
        strbuf_add(&all, at, (size_t)(past(reader, e) - at));
        strbuf_add_char(&all, '\n');
    }
    *commands = arena_copy_text(&reader->profile->arena, all.at, all.n);
    strbuf_free(&all);
    return true;
}

static bool read_field(struct reader *reader, const struct sexpr *list) {
    const struct sexpr *name = list->child;
    if (!sexpr_is_list(list) || name == NULL || name->token.kind != TOKEN_SYMBOL)
        return fail(reader, list->token.offset, "a field is expected here, as (spawn ...)");
    const struct field *field = find_field(reader, name->token);
    if (field == NULL)
        return false;
    void *member = (char *)reader->profile + field->offset;
    const struct sexpr *value = name->next;
    bool single = value != NULL && value->next == NULL && is_word(value);
    switch (field->kind) {
    case KIND_TEXT:
        if (!single)
            return fail(reader, name->token.offset, "'%s' takes one word", field->name);
        *(const char **)member = copy_word(reader, value);
        return true;
    case KIND_FLAG:
        if (!single || !(sexpr_is_word(value, "yes") || sexpr_is_word(value, "no")))
            return fail(reader, name->token.offset, "'%s' takes 'yes' or 'no'", field->name);
        *(bool *)member = sexpr_is_word(value, "yes");
        return true;
    case KIND_WORDS:
        return read_words(reader, value, member);
    case KIND_LISTS:
        return read_lists(reader, value, member);
    case KIND_COMMANDS:
        return read_commands(reader, value, member);
    }
    BUG("field %s has no kind", field->name);
}

/* No field twice: the reader of a file would miss one of them. */
static bool find_double(struct reader *reader, const struct sexpr *first) {
    for (const struct sexpr *e = first; e != NULL; e = e->next)
        for (const struct sexpr *f = first; f != e; f = f->next)
            if (e->child->token.n == f->child->token.n &&
                memcmp(e->child->token.at, f->child->token.at, e->child->token.n) == 0)
                return fail(reader, e->token.offset, "'%.*s' is given twice",
                            shown(e->child->token), e->child->token.at);
    return true;
}

static bool read_solver(struct reader *reader, const struct sexpr *solver) {
    if (solver == NULL || solver->next != NULL || !sexpr_is_list(solver) ||
        !sexpr_is_word(solver->child, "solver"))
        return fail(reader, solver != NULL && solver->next != NULL ? solver->next->token.offset : 0,
                    "a profile is one (solver NAME ...)");
    const struct sexpr *name = solver->child->next;
    if (name == NULL || name->token.kind != TOKEN_SYMBOL)
        return fail(reader, solver->token.offset, "a solver needs a name");
    reader->profile->name = copy_word(reader, name);
    if (strpbrk(reader->profile->name, "/=@") != NULL)
        return fail(reader, name->token.offset, "the name of a solver has no '/', '=' or '@'");
    for (const struct sexpr *e = name->next; e != NULL; e = e->next)
        if (!read_field(reader, e))
            return false;
    return find_double(reader, name->next);
}

bool profile_read(struct profile *profile, const char *text, size_t n,
                  struct profile_error *error) {
    struct reader reader = {profile, text, error};
    struct arena arena = {0};
    struct sexpr *first;
    struct sexpr_error wrong = {0};
    bool good;
    if (n > LEX_TEXT_MAX)
        return fail(&reader, 0, "the file is too large");
    if (sexpr_read(text, n, &arena, &first, &wrong))
        good = read_solver(&reader, first);
    else
        good = fail(&reader, wrong.offset, "%s", wrong.message);
    arena_free(&arena);
    return good;
}

static bool takes_script(struct words words) {
    return words_have(words, "{file}") || words_have(words, "{stdin}");
}

const char *profile_fault(const struct profile *profile) {
    if (profile->spawn.n == 0)
        return "the profile does not say how to start the solver: (spawn \"PROGRAM\" \"{file}\")";
    if (!takes_script(profile->spawn))
        return "spawn has neither {file} nor {stdin}";
    if (profile->snapshot.n > 0 && !words_have(profile->snapshot, "{file}"))
        return "snapshot has no {file}";
    if (profile->session.n > 0 && takes_script(profile->session))
        return "session reads standard input: it takes no {file} or {stdin}";
    if (profile->session.n > 0 && profile->clear.n == 0)
        return "a session needs (clear ...): reset, push-pop, or both";
    for (size_t i = 0; i < profile->clear.n; i++)
        if (strcmp(profile->clear.at[i], "reset") != 0 &&
            strcmp(profile->clear.at[i], "push-pop") != 0)
            return "clear takes reset, push-pop, or both";
    for (size_t i = 0; i < profile->lacks.n; i++) {
        size_t k = 0;
        while (profile_features[k] != NULL &&
               strcmp(profile_features[k], profile->lacks.at[i]) != 0)
            k++;
        if (profile_features[k] == NULL)
            return "lacks has a word that is no feature: see profile.c";
    }
    for (size_t i = 0; i < profile->answers.n; i++) {
        struct words answer = profile->answers.at[i];
        if (answer.n != 2 ||
            (strcmp(answer.at[1], "sat") != 0 && strcmp(answer.at[1], "unsat") != 0 &&
             strcmp(answer.at[1], "unknown") != 0))
            return "answers takes (WORD sat), (WORD unsat) or (WORD unknown)";
    }
    return NULL;
}

void profile_init(struct profile *profile, const char *name) {
    *profile = (struct profile){.tried = true, .address_space_limit = true};
    profile->name = arena_copy_text(&profile->arena, name, strlen(name));
    profile->models = "(set-option :produce-models true)\n";
    profile->cores = "(set-option :produce-unsat-cores true)\n";
    profile->incremental = profile->odd_floats = "";
}

bool profile_parse(struct profile *profile, const char *text, size_t n,
                   struct profile_error *error) {
    profile_init(profile, "");
    if (!profile_read(profile, text, n, error))
        return false;
    const char *fault = profile_fault(profile);
    return fault == NULL || fail(&(struct reader){.error = error}, 0, "%s", fault);
}

void profile_release(struct profile *profile) {
    arena_free(&profile->arena);
    *profile = (struct profile){0};
}

bool words_match(struct words words, const char *word, size_t n) {
    for (size_t i = 0; i < words.n; i++) {
        const char *pattern = words.at[i];
        size_t m = strlen(pattern);
        bool open = m > 0 && pattern[m - 1] == '*';
        if (open)
            m--;
        if ((open ? n >= m : n == m) && memcmp(word, pattern, m) == 0)
            return true;
    }
    return false;
}

bool words_have(struct words words, const char *word) {
    for (size_t i = 0; i < words.n; i++)
        if (strcmp(words.at[i], word) == 0)
            return true;
    return false;
}

const struct words *profile_variant(const struct profile *profile, const char *name, size_t n) {
    for (size_t i = 0; i < profile->variants.n; i++) {
        const char *candidate = profile->variants.at[i].at[0];
        if (strlen(candidate) == n && memcmp(candidate, name, n) == 0)
            return &profile->variants.at[i];
    }
    return NULL;
}
