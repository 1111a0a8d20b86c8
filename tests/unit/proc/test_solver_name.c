#include "testing.h"

#include "proc/solver_name.h"

static const struct profile_folders nowhere = {0};

static solver_vec parse(const char *text) {
    solver_vec solvers = {0};
    struct strbuf error = {0};
    if (!solvers_parse(nowhere, text, &solvers, &error))
        fail_msg("%s: %s", text, strbuf_text(&error));
    strbuf_free(&error);
    return solvers;
}

static void expect_words(struct words words, const char *expected) {
    struct strbuf joined = {0};
    for (size_t i = 0; i < words.n; i++)
        strbuf_printf(&joined, "%s[%s]", i == 0 ? "" : " ", words.at[i]);
    assert_string_equal(strbuf_text(&joined), expected);
    if (words.n > 0)
        assert_null(words.at[words.n]);
    strbuf_free(&joined);
}

static void expect_error(const char *text, const char *part) {
    solver_vec solvers = {0};
    struct strbuf error = {0};
    assert_false(solvers_parse(nowhere, text, &solvers, &error));
    testing_assert_contains(strbuf_text(&error), part);
    assert_int_equal(solvers.n, 0);
    strbuf_free(&error);
    solver_vec_free(&solvers);
}

static void a_profile_is_named(void **state) {
    solver_vec s = parse("z3");
    assert_int_equal(s.n, 1);
    assert_string_equal(s.at[0].name, "z3");
    assert_true(s.at[0].has_profile);
    expect_words(s.at[0].spawn, "[z3] [-smt2] [{file}]");
    expect_words(s.at[0].session, "[z3] [-smt2] [-in]");
    assert_null(s.at[0].release);
    solver_vec_free(&s);
}

static void a_variant_adds_its_words(void **state) {
    solver_vec s = parse("z3:z3str3");
    assert_string_equal(s.at[0].name, "z3:z3str3");
    expect_words(s.at[0].spawn, "[z3] [smt.string_solver=z3str3] [-smt2] [{file}]");
    expect_words(s.at[0].session, "[z3] [smt.string_solver=z3str3] [-smt2] [-in]");
    solver_vec_free(&s);
    s = parse("cvc5:fp-exp:fmf");
    expect_words(s.at[0].spawn, "[cvc5] [--finite-model-find] [--fp-exp] [-q] [--lang=smt2.6] "
                                "[--strings-exp] [{file}]");
    solver_vec_free(&s);
    s = parse("yices-smt2:mcsat");
    expect_words(s.at[0].spawn, "[yices-smt2] [--mcsat] [{args}] [{file}]");
    solver_vec_free(&s);
    expect_error("cvc5:nope", "has no variant 'nope'; it has: fp-exp");
    expect_error("nope:fp-exp", "no solver is called 'nope'");
}

static void a_command_line_takes_the_rest_from_its_profile(void **state) {
    solver_vec s = parse("z3 model_validate=true {file}");
    assert_string_equal(s.at[0].name, "z3 model_validate=true {file}");
    assert_string_equal(s.at[0].profile.name, "z3");
    expect_words(s.at[0].spawn, "[z3] [model_validate=true] [{file}]");
    expect_words(s.at[0].session, "[z3] [model_validate=true] [-smt2] [-in]");
    expect_words(s.at[0].version, "[z3] [--version]");
    solver_vec_free(&s);
    s = parse("/opt/old/cvc5-1.0.2 -q --strings-exp");
    assert_string_equal(s.at[0].profile.name, "cvc5");
    expect_words(s.at[0].spawn, "[/opt/old/cvc5-1.0.2] [-q] [--strings-exp] [{file}]");
    expect_words(s.at[0].session, "[/opt/old/cvc5-1.0.2] [-q] [--strings-exp] [--lang=smt2.6] "
                                  "[--incremental] [-]");
    solver_vec_free(&s);
    s = parse("z3-noodler -smt2");
    assert_string_equal(s.at[0].profile.name, "z3-noodler");
    solver_vec_free(&s);
}

static void an_unknown_program_knows_the_standard(void **state) {
    solver_vec s = parse("tools/solve --in={file} 'a b' \"c\\\"d\" e\\ f");
    assert_false(s.at[0].has_profile);
    assert_string_equal(s.at[0].profile.name, "solve");
    expect_words(s.at[0].spawn, "[tools/solve] [--in={file}] [a b] [c\"d] [e f]");
    assert_int_equal(s.at[0].session.n, 0);
    assert_int_equal(s.at[0].version.n, 0);
    solver_vec_free(&s);
    s = parse("mysolver");
    expect_words(s.at[0].spawn, "[mysolver] [{file}]");
    solver_vec_free(&s);
    s = parse("z3str -x {stdin}");
    assert_false(s.at[0].has_profile);
    expect_words(s.at[0].spawn, "[z3str] [-x] [{stdin}]");
    solver_vec_free(&s);
}

/* Which profile, or program, a command is taken for, and how it is asked for its version. */
static void expect_program(const char *command, const char *program, bool is_known,
                           const char *version) {
    solver_vec s = parse(command);
    if (s.at[0].has_profile != is_known)
        fail_msg("%s: %s profile", command, is_known ? "no" : "a");
    assert_string_equal(s.at[0].profile.name, program);
    assert_non_null(solver_program(&s.at[0]));
    expect_words(s.at[0].version, version);
    solver_vec_free(&s);
}

static void what_starts_a_solver_is_looked_behind(void **state) {
    expect_program("c=timeout 5 cvc5 {file}", "cvc5", true, "[timeout] [5] [cvc5] [--version]");
    expect_program("/usr/bin/env A=b -u C /opt/z3-4.12.2 -smt2", "z3", true,
                   "[/usr/bin/env] [A=b] [-u] [C] [/opt/z3-4.12.2] [--version]");
    expect_program("timeout -s KILL 2.5s nice -n -5 mine -x", "mine", false,
                   "[timeout] [-s] [KILL] [2.5s] [nice] [-n] [-5] [mine] [--version]");
    expect_program("timeout --signal KILL --kill-after=1 5 bin/mine", "mine", false,
                   "[timeout] [--signal] [KILL] [--kill-after=1] [5] [bin/mine] [--version]");
    expect_program("timeout -vs KILL 5 mine", "mine", false,
                   "[timeout] [-vs] [KILL] [5] [mine] [--version]");
    expect_program("taskset -c 0-3,5 mine", "mine", false,
                   "[taskset] [-c] [0-3,5] [mine] [--version]");
    expect_program("taskset 0xff mine", "mine", false, "[taskset] [0xff] [mine] [--version]");
    expect_program("sudo -u nobody A=b mine", "mine", false,
                   "[sudo] [-u] [nobody] [A=b] [mine] [--version]");
    expect_program("sudo -n --group=wheel cvc5", "cvc5", true,
                   "[sudo] [-n] [--group=wheel] [cvc5] [--version]");
    expect_program("flock -w 5 /tmp/z3 mine", "mine", false,
                   "[flock] [-w] [5] [/tmp/z3] [mine] [--version]");
    expect_program("flock -n lock nice mine -x", "mine", false,
                   "[flock] [-n] [lock] [nice] [mine] [--version]");
    expect_program("stdbuf -oL -e L mine", "mine", false,
                   "[stdbuf] [-oL] [-e] [L] [mine] [--version]");
    expect_program("python3.11 -u mine.py {file}", "mine.py", false,
                   "[python3.11] [-u] [mine.py] [--version]");
}

static void a_solver_behind_an_option_that_nobody_knows_is_found_by_its_profile(void **state) {
    expect_program("valgrind --odd value cvc5 -q", "cvc5", true,
                   "[valgrind] [--odd] [value] [cvc5] [--version]");
    expect_program("timeout 5 mine --engine z3", "mine", false, "[timeout] [5] [mine] [--version]");
}

static void a_wrapped_solver_has_a_process_per_script_and_takes_words_itself(void **state) {
    struct arena arena = {0};
    const char *more[] = {"--fp-exp"};
    solver_vec s = parse("timeout 5 cvc5 -q");
    expect_words(s.at[0].spawn, "[timeout] [5] [cvc5] [{args}] [-q] [{file}]");
    expect_words(words_with(&arena, s.at[0].spawn, (struct words){more, 1}),
                 "[timeout] [5] [cvc5] [--fp-exp] [{args}] [-q] [{file}]");
    assert_int_equal(s.at[0].session.n, 0);
    assert_int_equal(s.at[0].snapshot.n, 0);
    solver_vec_free(&s);
    arena_free(&arena);
}

static void a_program_that_cannot_be_told_is_none(void **state) {
    static const char *const commands[] = {"sh -c 'z3 $1' {file}", "env -S 'z3 -smt2' {file}",
                                           "timeout 5 {file}", "nice"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        solver_vec s = parse(commands[i]);
        assert_false(s.at[0].has_profile);
        assert_null(solver_program(&s.at[0]));
        assert_int_equal(s.at[0].version.n, 0);
        solver_vec_free(&s);
    }
}

static void a_second_build_has_a_name_of_its_own(void **state) {
    solver_vec s = parse("mine=build/z3 {file}");
    assert_string_equal(s.at[0].name, "mine");
    assert_string_equal(s.at[0].profile.name, "z3");
    expect_words(s.at[0].spawn, "[build/z3] [{file}]");
    solver_vec_free(&s);
    s = parse("mine=\"build/z3 -x {file}\"");
    assert_string_equal(s.at[0].name, "mine");
    expect_words(s.at[0].spawn, "[build/z3] [-x] [{file}]");
    solver_vec_free(&s);
    s = parse("odd=cvc5:fp-exp");
    assert_string_equal(s.at[0].name, "odd");
    assert_true(words_have(s.at[0].spawn, "--fp-exp"));
    solver_vec_free(&s);
}

static void a_list_has_semicolons(void **state) {
    solver_vec s = parse(" z3 ; cvc5 --strings-exp;;z3;x=y 'a;b' ");
    assert_int_equal(s.n, 4);
    assert_string_equal(s.at[0].name, "z3");
    assert_string_equal(s.at[1].name, "cvc5 --strings-exp");
    assert_string_equal(s.at[2].name, "z3-2");
    expect_words(s.at[3].spawn, "[y] [a;b] [{file}]");
    solver_vec_free(&s);
    expect_error("z3;'cvc5", "quote without end");
    expect_error(" ; ", "no solver is named");
    expect_error("mine=", "no program");
    expect_error("{file} z3", "no program");
    expect_error("z3\"{file}\"", "no program");
}

static void a_release_is_one_of_the_profile(void **state) {
    solver_vec s = parse("z3@5.2.0:z3str3");
    assert_string_equal(s.at[0].release, "5.2.0");
    assert_string_equal(s.at[0].profile.name, "z3");
    assert_string_equal(s.at[0].name, "z3@5.2.0:z3str3");
    solver_vec_free(&s);
    expect_error("nope@1", "no solver is called 'nope'");
}

static void words_are_filled_in(void **state) {
    struct arena arena = {0};
    struct words words;
    assert_true(words_split(&arena, "a {args} b{s}c{s} {file}", 24, &words));
    struct words more;
    assert_true(words_split(&arena, "x y", 3, &more));
    words = words_with(&arena, words_fill(&arena, words, "s", "7"), more);
    expect_words(words, "[a] [x] [y] [{args}] [b7c7] [{file}]");
    expect_words(words_without(&arena, words, "{args}"), "[a] [x] [y] [b7c7] [{file}]");
    arena_free(&arena);
}

static void a_number_behind_a_name_is_told_from_it(void **state) {
    (void)state;
    assert_int_equal(solver_name_unnumbered("z3-2"), 2);
    assert_int_equal(solver_name_unnumbered("z3-noodler-12"), 10);
    assert_int_equal(solver_name_unnumbered("z3"), 2);
    assert_int_equal(solver_name_unnumbered("yices-smt2"), 10);
    assert_int_equal(solver_name_unnumbered("z3-4.8"), 6);
    assert_int_equal(solver_name_unnumbered("z3-"), 3);
    assert_int_equal(solver_name_unnumbered("-2"), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_profile_is_named),
        TEST(a_variant_adds_its_words),
        TEST(a_command_line_takes_the_rest_from_its_profile),
        TEST(an_unknown_program_knows_the_standard),
        TEST(what_starts_a_solver_is_looked_behind),
        TEST(a_solver_behind_an_option_that_nobody_knows_is_found_by_its_profile),
        TEST(a_wrapped_solver_has_a_process_per_script_and_takes_words_itself),
        TEST(a_program_that_cannot_be_told_is_none),
        TEST(a_second_build_has_a_name_of_its_own),
        TEST(a_list_has_semicolons),
        TEST(a_release_is_one_of_the_profile),
        TEST(words_are_filled_in),
        TEST(a_number_behind_a_name_is_told_from_it),
    };
    return RUN(tests);
}
