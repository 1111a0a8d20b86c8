#include "lang/script.h"

#include "base/die.h"

static const struct {
    const char *name;
    size_t n;
    enum command_shape shape;
} commands[COMMAND_COUNT] = {
    [COMMAND_COMMENT] = {";", 1, SHAPE_SPECIAL},
#define COMMAND(id, name, shape) [COMMAND_##id] = {name, sizeof name - 1, SHAPE_##shape},
#include "lang/commands.def"
#undef COMMAND
};

void script_release(struct script *script) {
    vec_free(&script->commands);
    vec_free(&script->notes);
    *script = (struct script){0};
}

const char *command_name(enum command_kind kind) {
    return commands[kind].name;
}

size_t command_name_length(enum command_kind kind) {
    return commands[kind].n;
}

enum command_shape command_shape(enum command_kind kind) {
    return commands[kind].shape;
}

enum command_kind command_find(const char *at, size_t n) {
    for (int kind = COMMAND_COMMENT + 1; kind < COMMAND_COUNT; kind++)
        if (commands[kind].n == n && memcmp(commands[kind].name, at, n) == 0)
            return kind;
    return COMMAND_COUNT;
}

const char *note_text(enum note_kind kind) {
    static const char *const texts[NOTE_KINDS] = {
        [NOTE_UNARY] = "one argument where the operator takes two",
        [NOTE_REAL_NUMERAL] = "an integer numeral where a Real is wanted; read as a decimal",
        [NOTE_INT_AS_REAL] = "an Int where a Real is wanted; read with to_real",
        [NOTE_LAMBDA_ARRAY] = "a lambda where an array is wanted",
        [NOTE_OVERLOAD] = "the name is declared a second time, with other sorts",
        [NOTE_SHADOWS] = "the declaration hides an operator of a theory",
        [NOTE_UNKNOWN_LOGIC] = "unknown logic; read as ALL",
        [NOTE_RAW_UTF8] = "a character outside ASCII in a string; \\u{...} is the standard way",
        [NOTE_OLD_SYNTAX] = "z3's old syntax for datatypes",
        [NOTE_SOLVER_NAME] = "names that start with @ or . are reserved for solvers",
        [NOTE_EMPTY_PATTERN] = "a pattern in parentheses without variables",
        [NOTE_LATE_LOGIC] = "the logic is set behind other commands",
        [NOTE_NO_NUMERAL] = "no numeral; read as 1",
    };
    REQUIRE(kind < NOTE_KINDS);
    return texts[kind];
}
