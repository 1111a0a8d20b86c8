#include "testing.h"

#include "base/clock.h"
#include "proc/session.h"

/* ---- what came back ---- */

struct heard {
    char text[64];
    bool is_whole;
    enum child_end end;
    uint32_t n_before;
    uint64_t wall_ns, cpu_ns;
};
typedef VEC(struct heard) heard_vec;

static void hear(const struct session_reply *reply, void *context) {
    heard_vec *all = context;
    struct heard heard = {.is_whole = reply->is_whole,
                          .n_before = reply->n_before,
                          .wall_ns = reply->wall_ns,
                          .cpu_ns = reply->cpu_ns};
    size_t n = reply->n_out < sizeof heard.text - 1 ? reply->n_out : sizeof heard.text - 1;
    if (n > 0)
        memcpy(heard.text, reply->out, n);
    if (reply->result != NULL)
        heard.end = reply->result->end;
    vec_push(all, heard);
}

static struct session_spec spec_of(char *const *argv, enum session_clear clear) {
    return (struct session_spec){
        .argv = argv,
        .clear = clear,
        .limits = {.wall_ms = 20000, .memory = 1u << 30, .output = 1u << 20, .processes = 20},
        .ahead = 8,
    };
}

static void run_until_answered(struct loop *loop, struct session *session) {
    while (session_waiting(session) > 0)
        loop_step(loop, UINT64_MAX);
}

static void finish(struct loop *loop, struct session *session) {
    session_free(session);
    while (loop_step(loop, UINT64_MAX))
        ;
    loop_release(loop);
}

static bool is_installed(const char *name) {
    char path[64];
    snprintf(path, sizeof path, "/usr/bin/%s", name);
    return access(path, X_OK) == 0;
}

/* ---- with a fake ---- */

/* Of a solver that is a shell script: two cases that any has. */
#define ECHO_AND_CHECK \
    "*echo*) echo \"$l\" | sed 's/.*\"\\(.*\\)\".*/\\1/';; *check-sat*) echo sat;; "

static void replies_come_in_order(void **state) {
    char *argv[] = {(char *)"build/fake/fake", (char *)"session", NULL};
    struct session_spec spec = spec_of(argv, SESSION_PUSH_POP);
    struct loop loop;
    heard_vec all = {0};
    assert_true(loop_init(&loop));
    struct session *session = session_new(&loop, &spec);
    for (int i = 0; i < 500; i++)
        session_ask(session, "(check-sat)", 11, hear, &all);
    run_until_answered(&loop, session);
    assert_int_equal(all.n, 500);
    for (size_t i = 0; i < all.n; i++) {
        assert_true(all.at[i].is_whole);
        assert_int_equal(all.at[i].n_before, i);
        assert_string_equal(all.at[i].text, i % 2 == 0 ? "sat\n" : "unsat\n");
    }
    assert_int_equal(session_processes(session), 1);
    finish(&loop, session);
    vec_free(&all);
}

/* The fifth answer is left out: the sixth must not take its place. */
static void answers_do_not_slip(void **state) {
    char *argv[] = {(char *)"build/fake/fake", (char *)"session", (char *)"5", NULL};
    struct session_spec spec = spec_of(argv, SESSION_RESET);
    struct loop loop;
    heard_vec all = {0};
    assert_true(loop_init(&loop));
    struct session *session = session_new(&loop, &spec);
    for (int i = 0; i < 10; i++)
        session_ask(session, "(check-sat)", 11, hear, &all);
    run_until_answered(&loop, session);
    for (size_t i = 0; i < all.n; i++)
        assert_string_equal(all.at[i].text, i == 4 ? "" : i % 2 == 0 ? "sat\n" : "unsat\n");
    finish(&loop, session);
    vec_free(&all);
}

/* What was answered before a crash is answered; the crash is that of the next query. */
static void last_words_count(void **state) {
    char *argv[] = {(char *)"build/fake/fake", (char *)"session-burst", NULL};
    struct session_spec spec = spec_of(argv, SESSION_PUSH_POP);
    struct loop loop;
    heard_vec all = {0};
    assert_true(loop_init(&loop));
    struct session *session = session_new(&loop, &spec);
    for (int i = 0; i < 30; i++)
        session_ask(session, "(check-sat)", 11, hear, &all);
    run_until_answered(&loop, session);
    assert_int_equal(all.n, 30);
    for (size_t i = 0; i < all.n; i++) {
        assert_int_equal(all.at[i].is_whole, i % 6 != 5);
        assert_string_equal(all.at[i].text, i % 6 != 5 ? "sat\n" : "");
        assert_int_equal(all.at[i].end, i % 6 != 5 ? CHILD_EXITED : CHILD_SIGNALED);
    }
    finish(&loop, session);
    vec_free(&all);
}

static void processes_are_replaced(void **state) {
    char *argv[] = {(char *)"build/fake/fake", (char *)"session", NULL};
    struct session_spec spec = spec_of(argv, SESSION_PUSH_POP);
    struct loop loop;
    heard_vec all = {0};
    spec.recycle = 10;
    assert_true(loop_init(&loop));
    struct session *session = session_new(&loop, &spec);
    for (int i = 0; i < 35; i++)
        session_ask(session, "(check-sat)", 11, hear, &all);
    run_until_answered(&loop, session);
    assert_int_equal(session_processes(session), 4);
    for (size_t i = 0; i < all.n; i++) {
        assert_true(all.at[i].is_whole);
        assert_int_equal(all.at[i].n_before, i % 10);
    }
    finish(&loop, session);
    vec_free(&all);
}

/* What grows is replaced in time; where it grows too fast, nobody pays for the others. */
static void growth_costs_no_query(void **state) {
    static const char *const bytes[] = {"4000000", "60000000"};
    if (strstr(box_describe(), "memory cgroup") == NULL)
        skip();
    for (size_t k = 0; k < LENGTH(bytes); k++) {
        char *argv[] = {(char *)"build/fake/fake", (char *)"session", (char *)"0", (char *)bytes[k],
                        NULL};
        struct session_spec spec = spec_of(argv, SESSION_PUSH_POP);
        struct loop loop;
        heard_vec all = {0};
        spec.limits.memory = 200u << 20;
        assert_true(loop_init(&loop));
        struct session *session = session_new(&loop, &spec);
        for (int i = 0; i < 100; i++)
            session_ask(session, "(check-sat)", 11, hear, &all);
        run_until_answered(&loop, session);
        assert_true(session_processes(session) > 1);
        for (size_t i = 0; i < all.n; i++)
            assert_true(all.at[i].is_whole);
        finish(&loop, session);
        vec_free(&all);
    }
}

/* What a session has had so far is known while it lives. */
static void its_memory_is_known(void **state) {
    char *argv[] = {(char *)"build/fake/fake", (char *)"session", (char *)"0", (char *)"8000000",
                    NULL};
    struct session_spec spec = spec_of(argv, SESSION_PUSH_POP);
    struct loop loop;
    heard_vec all = {0};
    assert_true(loop_init(&loop));
    struct session *session = session_new(&loop, &spec);
    assert_int_equal(session_peak(session), 0);
    uint64_t before = 0;
    for (int i = 1; i <= 4; i++) {
        session_ask(session, "(check-sat)", 11, hear, &all);
        run_until_answered(&loop, session);
        uint64_t peak = session_peak(session);
        assert_true(peak > (uint64_t)i * 8000000 && peak < (uint64_t)i * 8000000 + (10u << 20));
        assert_true(peak > before);
        before = peak;
    }
    finish(&loop, session);
    vec_free(&all);
}

/* It hangs: the query that it is at has its time, the others are asked again. */
static void a_hang_costs_one_query(void **state) {
    char *argv[] = {(char *)"sh", (char *)"-c",
                    (char *)"while read l; do case $l in *hang*) sleep 1000;; " ECHO_AND_CHECK
                            "esac; done",
                    NULL};
    struct session_spec spec = spec_of(argv, SESSION_PUSH_POP);
    struct loop loop;
    heard_vec all = {0};
    spec.limits.wall_ms = 1500;
    assert_true(loop_init(&loop));
    struct session *session = session_new(&loop, &spec);
    for (int i = 0; i < 6; i++)
        session_ask(session, i == 2 ? "(hang)" : "(check-sat)", i == 2 ? 6 : 11, hear, &all);
    run_until_answered(&loop, session);
    assert_int_equal(all.n, 6);
    for (size_t i = 0; i < all.n; i++)
        if (i == 2) {
            assert_false(all.at[i].is_whole);
            assert_int_equal(all.at[i].end, CHILD_WALL);
        } else
            assert_string_equal(all.at[i].text, "sat\n");
    assert_int_equal(session_processes(session), 2);
    finish(&loop, session);
    vec_free(&all);
}

static void a_crash_costs_one_query(void **state) {
    char *argv[] = {(char *)"sh", (char *)"-c",
                    (char *)"while read l; do case $l in *crash*) kill -SEGV $$;; "
                            "*echo*) echo \"$l\" | sed 's/.*\\(\".*\"\\).*/\\1/';; "
                            "*check-sat*) echo unsat;; esac; done",
                    NULL};
    struct session_spec spec = spec_of(argv, SESSION_RESET);
    struct loop loop;
    heard_vec all = {0};
    assert_true(loop_init(&loop));
    struct session *session = session_new(&loop, &spec);
    for (int i = 0; i < 5; i++)
        session_ask(session, i == 1 ? "(crash)" : "(check-sat)", i == 1 ? 7 : 11, hear, &all);
    run_until_answered(&loop, session);
    assert_int_equal(all.n, 5);
    assert_false(all.at[1].is_whole);
    assert_int_equal(all.at[1].end, CHILD_SIGNALED);
    for (size_t i = 2; i < all.n; i++)
        assert_string_equal(all.at[i].text, "unsat\n");
    finish(&loop, session);
    vec_free(&all);
}

static void a_missing_solver_is_told_to_each(void **state) {
    char *argv[] = {(char *)"no-such-solver", NULL};
    struct session_spec spec = spec_of(argv, SESSION_RESET);
    struct loop loop;
    heard_vec all = {0};
    assert_true(loop_init(&loop));
    struct session *session = session_new(&loop, &spec);
    for (int i = 0; i < 3; i++)
        session_ask(session, "(check-sat)", 11, hear, &all);
    run_until_answered(&loop, session);
    assert_int_equal(all.n, 3);
    for (size_t i = 0; i < all.n; i++)
        assert_int_equal(all.at[i].end, CHILD_NO_START);
    finish(&loop, session);
    vec_free(&all);
}

/* A process that starts slowly, and says something, costs no query; that stays in the first. */
static void a_slow_start_costs_no_query(void **state) {
    char *argv[] = {
        (char *)"sh", (char *)"-c",
        (char *)"sleep 2; while read l; do case $l in *preamble*) echo odd;; " ECHO_AND_CHECK
                "esac; done",
        NULL};
    struct session_spec spec = spec_of(argv, SESSION_PUSH_POP);
    struct loop loop;
    heard_vec all = {0};
    spec.limits.wall_ms = 1900;
    spec.preamble = "(preamble)\n";
    assert_true(loop_init(&loop));
    struct session *session = session_new(&loop, &spec);
    for (int i = 0; i < 2; i++)
        session_ask(session, "(check-sat)", 11, hear, &all);
    run_until_answered(&loop, session);
    assert_int_equal(all.n, 2);
    assert_string_equal(all.at[0].text, "odd\nsat\n");
    assert_string_equal(all.at[1].text, "sat\n");
    assert_int_equal(session_processes(session), 1);
    finish(&loop, session);
    vec_free(&all);
}

/* Each query has the limit that was in force when it was asked; CPU time is its own. */
static void limits_and_times_are_the_query_s(void **state) {
    char *argv[] = {
        (char *)"sh", (char *)"-c",
        (char *)"while read l; do case $l in *spin*) while :; do :; done;; " ECHO_AND_CHECK
                "esac; done",
        NULL};
    struct session_spec spec = spec_of(argv, SESSION_PUSH_POP);
    struct loop loop;
    heard_vec all = {0};
    uint64_t before = child_total_cpu_ns();
    assert_true(loop_init(&loop));
    struct session *session = session_new(&loop, &spec);
    session_ask(session, "(check-sat)", 11, hear, &all);
    session_set_limit(session, 400, 0);
    session_ask(session, "(spin)", 6, hear, &all);
    session_set_limit(session, 20000, 0);
    session_ask(session, "(check-sat)", 11, hear, &all);
    run_until_answered(&loop, session);
    assert_int_equal(all.n, 3);
    assert_string_equal(all.at[0].text, "sat\n");
    assert_int_equal(all.at[1].end, CHILD_WALL);
    assert_string_equal(all.at[2].text, "sat\n");
    assert_true(all.at[1].wall_ns >= 400000000);
    assert_true(all.at[1].cpu_ns > 0);
    assert_true(child_total_cpu_ns() - before >= all.at[1].cpu_ns);
    finish(&loop, session);
    vec_free(&all);
}

/* Who does not get the processor may take longer than who has used it up. */
static void a_short_limit_is_one_of_the_solver_s_own_time(void **state) {
    char *argv[] = {(char *)"sh", (char *)"-c",
                    (char *)"while read l; do case $l in *spin*) while :; do :; done;; *wait*) "
                            "sleep 1;; " ECHO_AND_CHECK "esac; done",
                    NULL};
    struct session_spec spec = spec_of(argv, SESSION_PUSH_POP);
    struct loop loop;
    heard_vec all = {0};
    assert_true(loop_init(&loop));
    struct session *session = session_new(&loop, &spec);
    session_ask(session, "(check-sat)", 11, hear, &all);
    session_set_limit(session, 100, 20000);
    session_ask(session, "(wait)\n(check-sat)", 18, hear, &all);
    session_ask(session, "(spin)", 6, hear, &all);
    session_set_limit(session, 100, 200);
    session_ask(session, "(wait)\n(check-sat)", 18, hear, &all);
    run_until_answered(&loop, session);
    assert_int_equal(all.n, 4);
    assert_string_equal(all.at[0].text, "sat\n");
    assert_string_equal(all.at[1].text, "sat\n");
    assert_int_equal(all.at[2].end, CHILD_WALL);
    assert_true(all.at[2].cpu_ns < UINT64_C(10000000000));
    assert_int_equal(all.at[3].end, CHILD_WALL);
    finish(&loop, session);
    vec_free(&all);
}

static void waiting_queries_can_be_given_up(void **state) {
    char *argv[] = {(char *)"build/fake/fake", (char *)"sleeper", NULL};
    struct session_spec spec = spec_of(argv, SESSION_RESET);
    struct loop loop;
    heard_vec all = {0};
    assert_true(loop_init(&loop));
    struct session *session = session_new(&loop, &spec);
    for (int i = 0; i < 3; i++)
        session_ask(session, "(check-sat)", 11, hear, &all);
    finish(&loop, session);
    assert_int_equal(all.n, 0);
}

/* ---- with real solvers ---- */

/* Alternately satisfiable and not, over names that are declared again and again. */
static void ask_real(char *const *argv, enum session_clear clear, int n) {
    struct session_spec spec = spec_of(argv, clear);
    struct loop loop;
    heard_vec all = {0};
    assert_true(loop_init(&loop));
    struct session *session = session_new(&loop, &spec);
    for (int i = 0; i < n; i++) {
        char text[200];
        int length =
            snprintf(text, sizeof text,
                     "%s(declare-const x Int)(assert (> x %d))(assert (< x %d))(check-sat)",
                     clear == SESSION_RESET ? "(set-logic QF_LIA)" : "", i, i % 2 == 0 ? i + 2 : i);
        session_ask(session, text, (size_t)length, hear, &all);
    }
    run_until_answered(&loop, session);
    assert_int_equal(all.n, n);
    for (size_t i = 0; i < all.n; i++)
        assert_string_equal(all.at[i].text, i % 2 == 0 ? "sat\n" : "unsat\n");
    assert_int_equal(session_processes(session), 1);
    finish(&loop, session);
    vec_free(&all);
}

static void z3_answers(void **state) {
    char *argv[] = {(char *)"z3", (char *)"-in", NULL};
    if (!is_installed("z3"))
        skip();
    ask_real(argv, SESSION_PUSH_POP, 500);
    ask_real(argv, SESSION_RESET, 30);
}

static void cvc5_answers(void **state) {
    char *argv[] = {(char *)"cvc5",          (char *)"-q", (char *)"--incremental",
                    (char *)"--lang=smt2.6", (char *)"-",  NULL};
    if (!is_installed("cvc5"))
        skip();
    ask_real(argv, SESSION_RESET, 100);
    char *logic[] = {(char *)"cvc5",
                     (char *)"-q",
                     (char *)"--incremental",
                     (char *)"--lang=smt2.6",
                     (char *)"--force-logic=ALL",
                     (char *)"-",
                     NULL};
    ask_real(logic, SESSION_PUSH_POP, 200);
}

static void cvc4_answers(void **state) {
    char *argv[] = {(char *)"cvc4",          (char *)"-q", (char *)"--incremental",
                    (char *)"--lang=smt2.6", (char *)"-",  NULL};
    if (!is_installed("cvc4"))
        skip();
    ask_real(argv, SESSION_RESET, 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(replies_come_in_order),
        TEST(answers_do_not_slip),
        TEST(last_words_count),
        TEST(processes_are_replaced),
        TEST(growth_costs_no_query),
        TEST(its_memory_is_known),
        TEST(a_hang_costs_one_query),
        TEST(a_crash_costs_one_query),
        TEST(a_missing_solver_is_told_to_each),
        TEST(a_slow_start_costs_no_query),
        TEST(limits_and_times_are_the_query_s),
        TEST(a_short_limit_is_one_of_the_solver_s_own_time),
        TEST(waiting_queries_can_be_given_up),
        TEST(z3_answers),
        TEST(cvc5_answers),
        TEST(cvc4_answers),
    };
    return RUN(tests);
}
