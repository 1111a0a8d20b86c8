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

static bool is_value(enum value value, const char *text) {
    switch (value) {
    case VALUE_BOOLEAN:
        return strcmp(text, "true") == 0 || strcmp(text, "false") == 0;
    case VALUE_NUMERAL:
        return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
    case VALUE_STRING:
        return text[0] == '"';
    case VALUE_STATUS:
        return strcmp(text, "sat") == 0 || strcmp(text, "unsat") == 0 ||
               strcmp(text, "unknown") == 0;
    }
    return false;
}

bool parse_check_value(struct parser *p, const struct command *c, uint32_t offset) {
    const char *keyword = symbol_at(&p->table->symbols, c->name)->at;
    const char *text = c->text == 0 ? "" : symbol_at(&p->table->symbols, c->text)->at;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        const struct attribute *a = &attributes[i];
        if (a->command == (enum command_kind)c->kind && strcmp(a->keyword, keyword) == 0 &&
            !is_value(a->value, text))
            return parse_fail(p, offset, "the value of '%s' must be %s", keyword, wanted[a->value]);
    }
    return true;
}
