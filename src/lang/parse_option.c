/*
 * The values of options and of information about a script: solvers refuse wrong ones of those that
 * the standard knows, and a script with (set-option :global-declarations 1) would mean another thing
 * than it says.
 */
#include "lang/parser_int.h"

enum value { VALUE_BOOLEAN, VALUE_NUMERAL, VALUE_STRING, VALUE_STATUS };

static const struct attribute {
    enum command_kind command;
    const char *keyword;
    enum value value;
} attributes[] = {
#define ATTRIBUTE(command, keyword, value) {COMMAND_##command, keyword, VALUE_##value},
#include "lang/attributes.def"
#undef ATTRIBUTE
};

static const char *const wanted[] = {
    [VALUE_BOOLEAN] = "true or false",
    [VALUE_NUMERAL] = "a numeral",
    [VALUE_STRING] = "a string",
    [VALUE_STATUS] = "sat, unsat or unknown",
};

/* Is it this word, which may have bars around it? */
static bool is_word(const char *text, const char *word) {
    size_t n = strlen(word), bar = text[0] == '|';
    return strncmp(text + bar, word, n) == 0 && strcmp(text + bar + n, bar ? "|" : "") == 0;
}

static bool is_value(enum value value, const char *text) {
    switch (value) {
    case VALUE_BOOLEAN:
        return is_word(text, "true") || is_word(text, "false");
    case VALUE_NUMERAL:
        return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
    case VALUE_STRING:
        return text[0] == '"';
    case VALUE_STATUS:
        return is_word(text, "sat") || is_word(text, "unsat") || is_word(text, "unknown");
    }
    return false;
}

static const char *text_of(const struct parser *p, symbol s) {
    return s == 0 ? "" : symbol_at(&p->table->symbols, s)->at;
}

bool parse_check_value(struct parser *p, const struct command *c, uint32_t offset) {
    const char *keyword = text_of(p, c->name), *text = text_of(p, c->text);
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        const struct attribute *a = &attributes[i];
        if (a->command == (enum command_kind)c->kind && strcmp(a->keyword, keyword) == 0 &&
            !is_value(a->value, text))
            return parse_fail(p, offset, "the value of '%s' must be %s", keyword, wanted[a->value]);
    }
    return true;
}

bool parse_set_option(struct parser *p, const struct command *c) {
    if (strcmp(text_of(p, c->name), ":global-declarations") != 0)
        return true;
    bool are_global = is_word(text_of(p, c->text), "true");
    if (p->has_begun && are_global != p->global_declarations)
        return parse_fail(p, c->offset,
                          "':global-declarations' is set behind a declaration, assertion or push");
    p->global_declarations = are_global;
    return true;
}
