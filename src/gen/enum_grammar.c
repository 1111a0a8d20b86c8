#include "gen/enum_grammar.h"

#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/index.h"
#include "gen/enum_grammar_int.h"
#include "gen/grammar_data.h"
#include "gen/seed.h"
#include "lang/diagnostic.h"
#include "lang/nearest.h"

/* ---- words of the text ------------------------------------------------------ */

enum word_kind { WORD_END, WORD_NAME, WORD_TOKEN, WORD_SIGN, WORD_BAD };

struct word {
    enum word_kind kind;
    char sign; /* : ; | ( ) ? * + */
    size_t offset, n;
};

/* A rule, named or a group, whose alternatives are being read. */
struct frame {
    uint32_t rule;
    size_t offset;      /* of the group or the rule */
    size_t alternative; /* where its symbols begin, among the pending ones */
    size_t alternative_offset;
    bool has_branches;
};

struct reader {
    const char *name, *text;
    size_t n, at;
    struct word word;
    struct enum_grammar *grammar;
    VEC(struct frame) frames;
    VEC(enum_symbol) pending;
    struct index rules, tokens; /* number + 1, by the hash of the text */
    struct strbuf message, scratch;
    size_t place; /* of the message */
    bool is_good;
};

static void fail_at(struct reader *reader, size_t offset, const char *message) {
    if (!reader->is_good)
        return;
    reader->is_good = false;
    reader->place = offset;
    strbuf_clear(&reader->message);
    strbuf_add_text(&reader->message, message);
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static void skip_blanks(struct reader *reader) {
    const char *text = reader->text;
    for (;;) {
        while (reader->at < reader->n && is_blank(text[reader->at]))
            reader->at++;
        size_t left = reader->n - reader->at;
        if (left >= 2 && text[reader->at] == '/' && text[reader->at + 1] == '/') {
            const char *end = memchr(text + reader->at, '\n', left);
            reader->at = end == NULL ? reader->n : (size_t)(end - text);
        } else if (left >= 2 && text[reader->at] == '/' && text[reader->at + 1] == '*') {
            const char *end = memmem(text + reader->at + 2, left - 2, "*/", 2);
            if (end == NULL) {
                fail_at(reader, reader->at, "this comment does not end");
                reader->at = reader->n;
                return;
            }
            reader->at = (size_t)(end - text) + 2;
        } else {
            return;
        }
    }
}

static size_t length_of_token(const struct reader *reader) {
    size_t i = reader->at + 1;
    while (i < reader->n && reader->text[i] != '\'' && reader->text[i] != '\n')
        i += reader->text[i] == '\\' && i + 1 < reader->n ? 2 : 1;
    return i < reader->n && reader->text[i] == '\'' ? i + 1 - reader->at : 0;
}

static void next_word(struct reader *reader) {
    skip_blanks(reader);
    struct word word = {.kind = WORD_END, .offset = reader->at};
    if (reader->at < reader->n) {
        char c = reader->text[reader->at];
        word.n = 1;
        if (is_letter(c)) {
            word.kind = WORD_NAME;
            while (reader->at + word.n < reader->n &&
                   (is_letter(reader->text[reader->at + word.n]) ||
                    (reader->text[reader->at + word.n] >= '0' &&
                     reader->text[reader->at + word.n] <= '9')))
                word.n++;
        } else if (c == '\'') {
            word.kind = WORD_TOKEN;
            word.n = length_of_token(reader);
            if (word.n == 0) {
                word.kind = WORD_BAD;
                word.n = 1;
                fail_at(reader, word.offset, "this token has no closing quote");
            }
        } else if (strchr(":;|()?*+", c) != NULL && c != '\0') {
            word.kind = WORD_SIGN;
            word.sign = c;
        } else {
            word.kind = WORD_BAD;
            fail_at(reader, word.offset,
                    c == '"'
                        ? "tokens stand in single quotes: '...'"
                        : "this is no part of a grammar: there are names, 'tokens' and : ; | ( "
                          ") ? * +");
        }
    }
    reader->at += word.n;
    reader->word = word;
}

static bool is_sign(const struct reader *reader, char sign) {
    return reader->word.kind == WORD_SIGN && reader->word.sign == sign;
}

/* ---- symbols ---------------------------------------------------------------- */

static bool is_spelled(const struct reader *reader, const char *name) {
    return reader->word.kind == WORD_NAME && strlen(name) == reader->word.n &&
           memcmp(reader->text + reader->word.offset, name, reader->word.n) == 0;
}

static uint32_t rule_of_word(struct reader *reader) {
    struct enum_grammar *grammar = reader->grammar;
    uint32_t hash = hash_bytes(reader->text + reader->word.offset, reader->word.n);
    INDEX_EACH(&reader->rules, hash, id)
    if (is_spelled(reader, grammar->rules.at[id - 1].name))
        return id - 1;
    struct enum_rule rule = {
        .name =
            arena_copy_text(&grammar->arena, reader->text + reader->word.offset, reader->word.n),
        .offset = (uint32_t)reader->word.offset,
    };
    vec_push(&grammar->rules, rule);
    index_insert(&reader->rules, hash, (uint32_t)grammar->rules.n);
    return (uint32_t)grammar->rules.n - 1;
}

static void add_code_point(struct strbuf *out, uint32_t c) {
    if (c < 0x80) {
        strbuf_add_char(out, (char)c);
        return;
    }
    if (c >= 0x800) {
        strbuf_add_char(out, (char)(0xe0 | c >> 12));
        strbuf_add_char(out, (char)(0x80 | (c >> 6 & 0x3f)));
    } else {
        strbuf_add_char(out, (char)(0xc0 | c >> 6));
    }
    strbuf_add_char(out, (char)(0x80 | (c & 0x3f)));
}

/* One escape from `at` on, which stands behind the backslash; its length, 0 if it is none. */
static size_t read_escape(const char *at, size_t left, struct strbuf *out) {
    uint32_t code = 0;
    if (at[0] == '\\' || at[0] == '\'' || at[0] == '"') {
        strbuf_add_char(out, at[0]);
        return 1;
    }
    if (at[0] != 'u' || left < 5)
        return 0;
    for (size_t i = 1; i < 5; i++) {
        char c = at[i];
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                                : 16;
        if (digit == 16)
            return 0;
        code = code << 4 | digit;
    }
    if (code < ' ' || (code >= 0xd800 && code < 0xe000)) /* half of a character is none */
        return 0;
    add_code_point(out, code);
    return 5;
}

/* The token of the word; words are lines, so that no token may hold a line end. */
static uint32_t token_of_word(struct reader *reader) {
    const char *at = reader->text + reader->word.offset + 1;
    size_t n = reader->word.n - 2;
    struct strbuf *out = &reader->scratch;
    strbuf_clear(out);
    for (size_t i = 0; i < n; i++) {
        if (at[i] != '\\') {
            strbuf_add_char(out, at[i]);
            continue;
        }
        size_t used = read_escape(at + i + 1, n - i - 1, out);
        if (used == 0)
            fail_at(reader, reader->word.offset + 1 + i,
                    "an escape is \\', \\\\, \\\" or \\uXXXX, a character and no line end");
        i += used;
    }
    if (out->n == 0)
        fail_at(reader, reader->word.offset, "an empty token");
    struct enum_grammar *grammar = reader->grammar;
    uint32_t hash = hash_bytes(strbuf_text(out), out->n);
    INDEX_EACH(&reader->tokens, hash, id)
    if (grammar->tokens.at[id - 1].n == out->n &&
        memcmp(grammar->tokens.at[id - 1].at, strbuf_text(out), out->n) == 0)
        return id - 1;
    struct enum_token token = {arena_copy_text(&grammar->arena, strbuf_text(out), out->n), out->n};
    vec_push(&grammar->tokens, token);
    index_insert(&reader->tokens, hash, (uint32_t)grammar->tokens.n);
    return (uint32_t)grammar->tokens.n - 1;
}

/* ---- productions ------------------------------------------------------------ */

static void add_production(struct enum_grammar *grammar, uint32_t rule, const enum_symbol *symbols,
                           size_t n, size_t offset) {
    struct enum_production production = {
        .rule = rule,
        .first = (uint32_t)grammar->symbols.n,
        .n = (uint32_t)n,
        .offset = (uint32_t)offset,
    };
    for (size_t i = 0; i < n; i++)
        vec_push(&grammar->symbols, symbols[i]);
    vec_push(&grammar->productions, production);
}

static uint32_t add_group(struct enum_grammar *grammar, size_t offset) {
    struct enum_rule rule = {.offset = (uint32_t)offset, .is_defined = true};
    vec_push(&grammar->rules, rule);
    return (uint32_t)grammar->rules.n - 1;
}

/* An alternative is over: what is pending of it becomes a production. */
static void close_alternative(struct reader *reader) {
    struct enum_grammar *grammar = reader->grammar;
    struct frame *frame = &vec_top(&reader->frames);
    size_t n = reader->pending.n - frame->alternative;
    add_production(grammar, frame->rule, n == 0 ? NULL : reader->pending.at + frame->alternative, n,
                   frame->alternative_offset);
    reader->pending.n = frame->alternative;
}

static void open_frame(struct reader *reader, uint32_t rule, size_t offset) {
    vec_push(&reader->frames, ((struct frame){.rule = rule,
                                              .offset = offset,
                                              .alternative = reader->pending.n,
                                              .alternative_offset = reader->word.offset}));
}

/* x?, x* and x+: x becomes a group. */
static enum_symbol repeat(struct reader *reader, enum_symbol x, char sign, size_t offset) {
    struct enum_grammar *grammar = reader->grammar;
    uint32_t group = add_group(grammar, offset);
    enum_symbol again[] = {x, enum_symbol_of_rule(group)};
    if (sign == '+')
        add_production(grammar, group, &x, 1, offset);
    else
        add_production(grammar, group, NULL, 0, offset);
    add_production(grammar, group, again, sign == '?' ? 1 : 2, offset);
    return enum_symbol_of_rule(grammar_same_group(grammar, group));
}

static void add_symbol(struct reader *reader, enum_symbol x, size_t offset) {
    while (reader->word.kind == WORD_SIGN && strchr("?*+", reader->word.sign) != NULL) {
        x = repeat(reader, x, reader->word.sign, offset);
        next_word(reader);
    }
    vec_push(&reader->pending, x);
}

static bool is_repeated(const struct reader *reader) {
    return reader->word.kind == WORD_SIGN && strchr("?*+", reader->word.sign) != NULL;
}

/* Parentheses around one sequence mean nothing, unless it is repeated. */
static void close_group(struct reader *reader) {
    struct frame frame = vec_top(&reader->frames);
    next_word(reader);
    if (!frame.has_branches && !is_repeated(reader)) {
        reader->frames.n--; /* its rule stays without productions: nobody uses it */
        return;
    }
    close_alternative(reader);
    reader->frames.n--;
    uint32_t group = grammar_same_group(reader->grammar, frame.rule);
    add_symbol(reader, enum_symbol_of_rule(group), frame.offset);
}

static void read_branch(struct reader *reader) {
    close_alternative(reader);
    next_word(reader);
    vec_top(&reader->frames).has_branches = true;
    vec_top(&reader->frames).alternative_offset = reader->word.offset;
}

static void read_sign(struct reader *reader) {
    size_t offset = reader->word.offset;
    switch (reader->word.sign) {
    case '(':
        next_word(reader);
        open_frame(reader, add_group(reader->grammar, offset), offset);
        return;
    case ')':
        if (reader->frames.n > 1)
            close_group(reader);
        else
            fail_at(reader, offset, "nothing is open here");
        return;
    case '|':
        read_branch(reader);
        return;
    default:
        fail_at(reader, offset,
                reader->word.sign == ':' ? "a rule ends with ';' before the next one begins"
                                         : "there is nothing here to be repeated");
    }
}

/* All alternatives of a rule, up to its semicolon. */
static void read_alternatives(struct reader *reader, uint32_t rule) {
    open_frame(reader, rule, reader->word.offset);
    while (reader->is_good && !(is_sign(reader, ';') && reader->frames.n == 1)) {
        size_t offset = reader->word.offset;
        enum_symbol x;
        switch (reader->word.kind) {
        case WORD_NAME:
            x = enum_symbol_of_rule(rule_of_word(reader));
            next_word(reader);
            add_symbol(reader, x, offset);
            break;
        case WORD_TOKEN:
            x = enum_symbol_of_token(token_of_word(reader));
            next_word(reader);
            add_symbol(reader, x, offset);
            break;
        case WORD_SIGN:
            if (reader->word.sign == ';')
                fail_at(reader, vec_top(&reader->frames).offset, "this group is not closed");
            else
                read_sign(reader);
            break;
        default:
            fail_at(reader, offset, "the rule does not end: ';' is missing");
        }
    }
    if (reader->is_good)
        close_alternative(reader);
    reader->frames.n = 0;
    vec_clear(&reader->pending);
    next_word(reader);
}

static void read_rule(struct reader *reader) {
    if (reader->word.kind != WORD_NAME) {
        fail_at(reader, reader->word.offset, "a rule begins with its name");
        return;
    }
    size_t offset = reader->word.offset;
    uint32_t rule = rule_of_word(reader);
    if (reader->grammar->rules.at[rule].is_defined)
        fail_at(reader, offset, "there is a rule of this name already");
    reader->grammar->rules.at[rule].is_defined = true;
    reader->grammar->rules.at[rule].offset = (uint32_t)offset;
    next_word(reader);
    if (is_sign(reader, ':'))
        next_word(reader);
    else
        fail_at(reader, reader->word.offset, "':' is missing behind the name of the rule");
    if (reader->is_good)
        read_alternatives(reader, rule);
}

/* `grammar NAME;`, which may be missing. */
static void read_header(struct reader *reader) {
    next_word(reader);
    if (!is_spelled(reader, "grammar"))
        return;
    next_word(reader);
    if (is_sign(reader, ':')) { /* a rule that is called grammar */
        reader->at = 0;
        next_word(reader);
        return;
    }
    if (reader->word.kind != WORD_NAME)
        fail_at(reader, reader->word.offset, "the grammar has no name");
    next_word(reader);
    if (!is_sign(reader, ';'))
        fail_at(reader, reader->word.offset, "';' is missing behind the name of the grammar");
    next_word(reader);
}

/* ---- what a sound grammar has ---------------------------------------------- */

static void find_unknown(struct reader *reader) {
    const struct enum_grammar *grammar = reader->grammar;
    for (size_t i = 0; i < grammar->rules.n && reader->is_good; i++) {
        const struct enum_rule *rule = &grammar->rules.at[i];
        const char *near = NULL;
        uint32_t best = 3;
        if (rule->is_defined)
            continue;
        for (size_t k = 0; k < grammar->rules.n; k++) {
            const char *other = grammar->rules.at[k].name;
            if (other == NULL || !grammar->rules.at[k].is_defined)
                continue;
            uint32_t distance =
                edit_distance(rule->name, strlen(rule->name), other, strlen(other), best);
            if (distance < best) {
                best = distance;
                near = other;
            }
        }
        strbuf_clear(&reader->scratch);
        strbuf_printf(&reader->scratch, "there is no rule '%s'", rule->name);
        if (near != NULL)
            strbuf_printf(&reader->scratch, "; did you mean '%s'?", near);
        fail_at(reader, rule->offset, strbuf_text(&reader->scratch));
    }
}

static void find_start(struct reader *reader) {
    struct enum_grammar *grammar = reader->grammar;
    for (size_t i = 0; i < grammar->rules.n; i++)
        if (grammar->rules.at[i].name != NULL && strcmp(grammar->rules.at[i].name, "start") == 0) {
            grammar->start = (uint32_t)i;
            return;
        }
    fail_at(reader, reader->n, "there is no rule 'start', which words begin with");
}

static void check(struct reader *reader) {
    uint32_t rule;
    uint32_t offset;
    struct strbuf *message = &reader->scratch;
    if (!reader->is_good)
        return;
    grammar_sort_productions(reader->grammar);
    if (grammar_has_twins(reader->grammar, &offset))
        fail_at(reader, offset, "this alternative stands here before");
    if (reader->is_good)
        find_unknown(reader);
    if (reader->is_good)
        find_start(reader);
    if (!reader->is_good)
        return;
    strbuf_clear(message);
    if (!grammar_is_productive(reader->grammar, &rule, message) ||
        !grammar_is_acyclic(reader->grammar, &rule, message))
        fail_at(reader, reader->grammar->rules.at[rule].offset, strbuf_text(message));
}

/* ---- the face --------------------------------------------------------------- */

struct enum_grammar *enum_grammar_read(const char *name, const char *text, size_t n,
                                       struct strbuf *error) {
    struct reader reader = {.name = name, .text = text, .n = n, .is_good = true};
    reader.grammar = mem_alloc_zero(sizeof *reader.grammar);
    if (n >= UINT32_MAX / 2) {
        fail_at(&reader, 0, "the grammar is too large");
    } else {
        read_header(&reader);
        while (reader.is_good && reader.word.kind != WORD_END)
            read_rule(&reader);
    }
    check(&reader);
    if (!reader.is_good) {
        diagnostic_add(error, name, text, n, reader.place, "error", strbuf_text(&reader.message));
        enum_grammar_free(reader.grammar);
        reader.grammar = NULL;
    }
    vec_free(&reader.frames);
    vec_free(&reader.pending);
    index_free(&reader.rules);
    index_free(&reader.tokens);
    strbuf_free(&reader.message);
    strbuf_free(&reader.scratch);
    return reader.grammar;
}

void enum_grammar_free(struct enum_grammar *grammar) {
    if (grammar == NULL)
        return;
    vec_free(&grammar->tokens);
    vec_free(&grammar->rules);
    vec_free(&grammar->productions);
    vec_free(&grammar->symbols);
    arena_free(&grammar->arena);
    mem_free(grammar);
}

const char *enum_grammar_built_in(size_t i, const char **name, size_t *n) {
    *name = grammar_data[i].name;
    *n = grammar_data[i].n;
    return grammar_data[i].text;
}

static struct enum_grammar *read_file(const char *path, uint64_t *hash, struct strbuf *error) {
    struct file_text text;
    if (!file_read(path, &text, error)) {
        strbuf_add_char(error, '\n');
        return NULL;
    }
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    struct enum_grammar *grammar = enum_grammar_read(name, text.at, text.n, error);
    if (hash != NULL)
        *hash = seed_hash(text.at, text.n);
    file_text_free(&text);
    return grammar;
}

struct enum_grammar *enum_grammar_find(const char *name, uint64_t *hash, struct strbuf *error) {
    const char *known, *text;
    size_t n;
    for (size_t i = 0; (text = enum_grammar_built_in(i, &known, &n)) != NULL; i++)
        if (strcmp(known, name) == 0) {
            if (hash != NULL)
                *hash = seed_hash(text, n);
            return enum_grammar_read(name, text, n, error);
        }
    if (strcmp(name, "-") != 0 && access(name, F_OK) != 0) {
        strbuf_printf(error,
                      "momus: error: there is no grammar and no file '%s'; momus enum --list "
                      "shows the names\n",
                      name);
        return NULL;
    }
    return read_file(name, hash, error);
}
