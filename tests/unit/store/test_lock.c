#include "store/running.h"

#include <signal.h>

/* A child that holds the run open for writing until it is killed. */
struct holder {
    pid_t process;
    int end; /* readable once it has opened the run */
};

static void hold(int out) {
    struct strbuf error = {0};
    struct store *store = store_open("run", STORE_CREATE, &error);
    REQUIRE(store != NULL && store_set_value(store, "a", "b"));
    REQUIRE(write(out, "!", 1) == 1);
    pause();
}

static struct holder start_holder(void (*act)(int)) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        alarm(60); /* should the test fail before it ends us */
        act(ends[1]);
        _exit(0);
    }
    close(ends[1]);
    char byte;
    assert_int_equal(read(ends[0], &byte, 1), 1);
    return (struct holder){child, ends[0]};
}

static void stop_holder(struct holder holder) {
    kill(holder.process, SIGKILL);
    assert_int_equal(waitpid(holder.process, NULL, 0), holder.process);
    close(holder.end);
}

static void a_second_writer_is_told_who_is_first(void **state) {
    struct holder holder = start_holder(hold);
    struct strbuf words = {0};
    strbuf_printf(&words, "run: another momus is writing to this run (process %d)",
                  (int)holder.process);
    running_refused("run", STORE_CREATE, strbuf_text(&words));
    running_refused("run", STORE_WRITE, strbuf_text(&words));
    struct store *reader = running_open("run", STORE_READ);
    MUST(reader, store_check(reader));
    store_close(reader);
    strbuf_free(&words);
    stop_holder(holder);
}

static void the_lock_of_a_dead_process_is_taken_over(void **state) {
    struct holder holder = start_holder(hold);
    stop_holder(holder);
    assert_true(running_exists("run/momus.lock"));
    struct store *store = running_open("run", STORE_WRITE);
    MUST(store, store_set_value(store, "a", "c"));
    MUST(store, store_commit(store));
    store_close(store);
}

static void try_to_write(void *ignored) {
    struct strbuf error = {0};
    struct store *store = store_open("run", STORE_WRITE, &error);
    exit(store != NULL ? 1 : 0);
}

static void the_same_process_is_no_exception(void **state) {
    struct store *store = running_open("run", STORE_CREATE);
    running_refused("run", STORE_WRITE, "another momus is writing to this run");
    /* And the first one has lost nothing by it. */
    assert_int_equal(testing_in_child(try_to_write, NULL, NULL), 0);
    store_close(store);
    store = running_open("run", STORE_WRITE);
    store_close(store);
}

static void two_runs_are_two_locks(void **state) {
    struct store *a = running_open("a", STORE_CREATE), *b = running_open("b", STORE_CREATE);
    store_close(a);
    running_refused("b", STORE_WRITE, "another momus");
    a = running_open("a", STORE_WRITE);
    store_close(b);
    running_refused("a", STORE_WRITE, "another momus");
    store_close(a);
}

/* A coordinator and its worker, which has inherited everything but the lock. */
static void hold_with_a_worker(int out) {
    struct strbuf error = {0};
    struct store *store = store_open("run", STORE_CREATE, &error);
    REQUIRE(store != NULL);
    if (fork() == 0) {
        pid_t self = getpid();
        alarm(60);
        REQUIRE(write(out, "!", 1) == 1 && write(out, &self, sizeof self) == sizeof self);
        pause();
    }
    pause();
}

static void a_worker_that_outlives_the_writer_does_not_hold_the_lock(void **state) {
    struct holder holder = start_holder(hold_with_a_worker);
    pid_t worker;
    assert_int_equal(read(holder.end, &worker, sizeof worker), sizeof worker);
    stop_holder(holder);
    assert_int_equal(kill(worker, 0), 0);
    struct store *store = running_open("run", STORE_WRITE);
    store_close(store);
    kill(worker, SIGKILL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_second_writer_is_told_who_is_first),
        STORE_TEST(the_lock_of_a_dead_process_is_taken_over),
        STORE_TEST(the_same_process_is_no_exception),
        STORE_TEST(two_runs_are_two_locks),
        STORE_TEST(a_worker_that_outlives_the_writer_does_not_hold_the_lock),
    };
    return RUN(tests);
}
