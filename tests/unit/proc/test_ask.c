/*
 * Asking in one way and another, with solvers that are made up here: each is a
 * profile in a folder of its own.
 */
#include <stdlib.h>
#include <sys/stat.h>

#include "testing.h"

#include "base/file.h"
#include "proc/ask.h"

static char folder[] = "/tmp/momus-test-XXXXXX";

/* The solver of a profile, as text. */
static void make_solver(const char *profile, solver_vec *solvers) {
    const char *const at[] = {folder};
    struct strbuf path = {0}, error = {0};
    strbuf_printf(&path, "%s/odd.solver", folder);
    assert_true(file_write(strbuf_text(&path), profile, strlen(profile), &error));
    if (!solvers_parse((struct profile_folders){at, 1}, "odd", solvers, &error))
        fail_msg("%s", strbuf_text(&error));
    unlink(path.at);
    strbuf_free(&path);
    strbuf_free(&error);
}

static void keep(struct asked *asked, void *context) {
    struct asked *kept = context;
    *kept = *asked;
    *asked = (struct asked){0};
}

/* Asks the same asker so many times; the last answer. */
static struct asked ask_often(const char *profile, enum ask_way way, const char *text, int times) {
    solver_vec solvers = {0};
    struct loop loop;
    struct asked asked = {0};
    make_solver(profile, &solvers);
    assert_true(loop_init(&loop));
    struct asker *asker = asker_new(&loop, &solvers.at[0], way);
    struct ask question = {
        .solver = &solvers.at[0],
        .text = text,
        .n = strlen(text),
        .limits = {.wall_ms = 30000, .memory = 200u << 20, .output = 1u << 20, .processes = 20},
    };
    for (int i = 0; i < times; i++) {
        asked_release(&asked);
        asked = (struct asked){0};
        asker_ask(asker, &question, keep, &asked);
        assert_int_equal(asked.answers.checks.n, 0); /* not before it returns */
        while (asked.answers.checks.n == 0)
            loop_step(&loop, UINT64_MAX);
    }
    asker_free(asker);
    while (loop_step(&loop, UINT64_MAX))
        ;
    loop_release(&loop);
    solver_vec_free(&solvers);
    return asked;
}

static struct asked ask(const char *profile, enum ask_way way, const char *text) {
    return ask_often(profile, way, text, 1);
}

#define SESSION_AND(spawned, says)                                                            \
    "(solver odd (spawn \"build/fake/fake\" " spawned " \"{file}\") (clear reset push-pop)\n" \
    " (session \"sh\" \"-c\" \"while read l; do case $l in *echo*) "                          \
    "echo \"\"$l\"\" | sed 's/.*\"\"\\(.*\\)\"\".*/\\1/';; *check-sat*) echo '" says          \
    "';; esac; done\"))"
#define SESSION(says) SESSION_AND("\"good\"", says)

static void a_session_answers(void **state) {
    static const enum ask_way ways[] = {ASK_RESET, ASK_PUSH_POP};
    for (size_t i = 0; i < LENGTH(ways); i++) {
        struct asked asked = ask(SESSION("unsat"), ways[i], "(check-sat)");
        assert_int_equal(asked.answers.checks.at[0].kind, ANSWER_UNSAT);
        assert_int_equal(asked.way, ways[i]);
        asked_release(&asked);
    }
}

/* An error may be the session's own fault: a fresh process decides. */
static void an_error_in_a_session_is_asked_again(void **state) {
    static const char *const profiles[] = {SESSION("(error \"\"odd\"\")"), SESSION("unsupported")};
    for (size_t i = 0; i < LENGTH(profiles); i++) {
        struct asked asked = ask(profiles[i], ASK_PUSH_POP, "(check-sat)");
        assert_int_equal(asked.answers.checks.at[0].kind, ANSWER_SAT);
        assert_int_equal(asked.way, ASK_SPAWN);
        asked_release(&asked);
    }
}

/* What the fresh process says, too, but for the place, is believed the second time. */
/* On standard error of a session it may belong to any query: a fresh process is asked. */
static void an_error_on_standard_error_is_asked_again(void **state) {
    static const enum ask_way ways[] = {ASK_RESET, ASK_PUSH_POP};
    for (size_t i = 0; i < LENGTH(ways); i++) {
        struct asked asked =
            ask(SESSION_AND("\"say\" \"unsat\"", "sat'; echo 'ERROR: no' >&2; echo '"), ways[i],
                "(check-sat)\n");
        assert_int_equal(asked.answers.checks.at[0].kind, ANSWER_UNSAT);
        assert_int_equal(asked.way, ASK_SPAWN);
        asked_release(&asked);
    }
}

static void a_confirmed_error_is_believed(void **state) {
    static const char same[] =
        SESSION_AND("\"say\" \"(error \"\"line 7: odd\"\")\"", "(error \"\"line 8: odd\"\")");
    static const char other[] =
        SESSION_AND("\"say\" \"(error \"\"line 7: odd\"\")\"", "(error \"\"line 7: even\"\")");
    struct asked asked = ask_often(same, ASK_PUSH_POP, "(check-sat)", 1);
    assert_int_equal(asked.answers.checks.at[0].kind, ANSWER_ERROR);
    assert_int_equal(asked.way, ASK_SPAWN);
    asked_release(&asked);
    asked = ask_often(same, ASK_PUSH_POP, "(check-sat)", 2);
    assert_int_equal(asked.answers.checks.at[0].kind, ANSWER_ERROR);
    assert_int_equal(asked.way, ASK_PUSH_POP);
    asked_release(&asked);
    asked = ask_often(other, ASK_PUSH_POP, "(check-sat)", 3);
    assert_int_equal(asked.way, ASK_SPAWN);
    asked_release(&asked);
}

static void who_lacks_something_is_not_asked(void **state) {
    static const char profile[] =
        "(solver odd (spawn \"no-such-solver\" \"{file}\") (lacks floats))";
    for (int way = ASK_SPAWN; way < ASK_WAYS; way++) {
        struct asked asked =
            ask(profile, (enum ask_way)way, "(declare-const x Float32)(check-sat)(check-sat)");
        assert_true(asked.is_spared);
        assert_int_equal(asked.answers.checks.n, 2);
        assert_int_equal(asked.answers.checks.at[1].kind, ANSWER_REFUSED);
        assert_string_equal(strbuf_text(&asked.error),
                            "not asked: by its profile, odd lacks floats");
        asked_release(&asked);
    }
    struct asked asked = ask(profile, ASK_SPAWN, "(declare-const x Int)(check-sat)");
    assert_false(asked.is_spared);
    assert_int_equal(asked.end, CHILD_NO_START);
    asked_release(&asked);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_session_answers),
        TEST(an_error_in_a_session_is_asked_again),
        TEST(an_error_on_standard_error_is_asked_again),
        TEST(a_confirmed_error_is_believed),
        TEST(who_lacks_something_is_not_asked),
    };
    if (mkdtemp(folder) == NULL)
        return 2;
    int failed = RUN(tests);
    rmdir(folder);
    return failed;
}
