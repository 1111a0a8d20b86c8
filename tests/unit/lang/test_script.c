#include "testing.h"

#include "lang/script.h"

static void every_command_is_found_by_its_name(void **state) {
    for (int kind = COMMAND_COMMENT + 1; kind < COMMAND_COUNT; kind++) {
        const char *name = command_name(kind);
        assert_int_equal(command_find(name, strlen(name)), kind);
        assert_true(command_shape(kind) <= SHAPE_SPECIAL);
    }
}

static void names_are_unique(void **state) {
    for (int a = COMMAND_COMMENT + 1; a < COMMAND_COUNT; a++)
        for (int b = COMMAND_COMMENT + 1; b < a; b++)
            assert_string_not_equal(command_name(a), command_name(b));
}

static void other_words_are_no_commands(void **state) {
    static const char *const words[] = {"", ";", "asser", "assert ", "Assert", "check", "assertx"};
    for (size_t i = 0; i < LENGTH(words); i++)
        assert_int_equal(command_find(words[i], strlen(words[i])), COMMAND_COUNT);
}

static void the_standard_has_all_its_commands(void **state) {
    static const char *const words[] = {"assert",
                                        "check-sat",
                                        "check-sat-assuming",
                                        "declare-const",
                                        "declare-datatype",
                                        "declare-datatypes",
                                        "declare-fun",
                                        "declare-sort",
                                        "declare-sort-parameter",
                                        "define-const",
                                        "define-fun",
                                        "define-fun-rec",
                                        "define-funs-rec",
                                        "define-sort",
                                        "echo",
                                        "exit",
                                        "get-assertions",
                                        "get-assignment",
                                        "get-info",
                                        "get-model",
                                        "get-option",
                                        "get-proof",
                                        "get-unsat-assumptions",
                                        "get-unsat-core",
                                        "get-value",
                                        "pop",
                                        "push",
                                        "reset",
                                        "reset-assertions",
                                        "set-info",
                                        "set-logic",
                                        "set-option"};
    for (size_t i = 0; i < LENGTH(words); i++)
        assert_int_not_equal(command_find(words[i], strlen(words[i])), COMMAND_COUNT);
}

static void every_note_has_a_text_of_its_own(void **state) {
    for (int a = 0; a < NOTE_KINDS; a++) {
        assert_non_null(note_text(a));
        for (int b = 0; b < a; b++)
            assert_string_not_equal(note_text(a), note_text(b));
    }
}

static void a_released_script_is_empty(void **state) {
    struct script script = {.n_notes = 3};
    vec_push(&script.commands, (struct command){0});
    vec_push(&script.notes, (struct note){0});
    script_release(&script);
    assert_int_equal(script.commands.n, 0);
    assert_int_equal(script.notes.n, 0);
    assert_int_equal(script.n_notes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_command_is_found_by_its_name), TEST(names_are_unique),
        TEST(other_words_are_no_commands),        TEST(the_standard_has_all_its_commands),
        TEST(every_note_has_a_text_of_its_own),   TEST(a_released_script_is_empty),
    };
    return RUN(tests);
}
