/* Tests made again where that does no harm. */
#include "testing.h"

#include <time.h>

#include "campaign/remaking.h"

static enum remaking_end hold(remake_fn *make, struct remade *remade, const char *reason) {
    struct loop loop;
    struct strbuf told = {0};
    assert_true(loop_init(&loop));
    enum remaking_end end = remake_confined(&loop, make, NULL, 1, remade, &told);
    assert_string_equal(strbuf_text(&told), reason);
    strbuf_free(&told);
    loop_release(&loop);
    return end;
}

static bool make_one(struct remade *remade, struct strbuf *reason, void *context) {
    (void)reason, (void)context;
    strbuf_add(&remade->script, "(check-sat)\0", 12);
    strbuf_add_text(&remade->witness, "x = 1");
    remade->truth = TRUTH_SAT;
    remade->basis = BASIS_WITNESS;
    remade->is_dropped = true;
    return true;
}

static void test_a_test_arrives_with_all_that_is_known_of_it(void **state) {
    struct remade remade;
    assert_int_equal(hold(make_one, &remade, ""), REMAKING_DONE);
    assert_int_equal(remade.script.n, 12);
    assert_memory_equal(remade.script.at, "(check-sat)\0", 12);
    assert_string_equal(strbuf_text(&remade.witness), "x = 1");
    assert_int_equal(remade.truth, TRUTH_SAT);
    assert_int_equal(remade.basis, BASIS_WITNESS);
    assert_true(remade.is_dropped);
    remade_release(&remade);
}

static bool refuse(struct remade *remade, struct strbuf *reason, void *context) {
    (void)context;
    strbuf_add_text(&remade->script, "half of");
    strbuf_add_text(reason, "its seed is gone");
    return false;
}

static void test_what_cannot_be_made_is_empty(void **state) {
    struct remade remade;
    assert_int_equal(hold(refuse, &remade, "its seed is gone"), REMAKING_FAILED);
    assert_int_equal(remade.script.n, 0);
    remade_release(&remade);
}

static bool crash(struct remade *remade, struct strbuf *reason, void *context) {
    (void)remade, (void)reason, (void)context;
    abort();
}

static bool sleep_on(struct remade *remade, struct strbuf *reason, void *context) {
    (void)remade, (void)reason, (void)context;
    for (;;)
        nanosleep(&(struct timespec){.tv_sec = 100}, NULL);
    return true;
}

static void test_what_ends_momus_is_told_from_what_takes_long(void **state) {
    struct remade remade;
    assert_int_equal(hold(crash, &remade, "that ends momus again, by signal 6"), REMAKING_FATAL);
    remade_release(&remade);
    assert_int_equal(hold(sleep_on, &remade, "that takes more than 1 s"), REMAKING_FAILED);
    remade_release(&remade);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_a_test_arrives_with_all_that_is_known_of_it),
        TEST(test_what_cannot_be_made_is_empty),
        TEST(test_what_ends_momus_is_told_from_what_takes_long),
    };
    return RUN(tests);
}
