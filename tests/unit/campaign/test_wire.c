/* Messages between coordinator and workers. */
#include "testing.h"

#include <fcntl.h>
#include <sys/socket.h>

#include "campaign/unit.h"

struct line {
    int ends[2];
    struct wire_out out;
    struct wire_in in;
};

static struct line line_new(void) {
    struct line line = {0};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, line.ends), 0);
    fcntl(line.ends[1], F_SETFL, O_NONBLOCK);
    return line;
}

static void line_free(struct line *line) {
    close(line->ends[0]);
    close(line->ends[1]);
    wire_out_release(&line->out);
    wire_in_release(&line->in);
}

/* The next message, which must be there. */
static struct wire_message next(struct line *line, enum wire_kind kind) {
    struct wire_message message;
    while (!wire_next(&line->in, &message))
        assert_true(wire_receive(&line->in, line->ends[1]));
    assert_int_equal(message.kind, kind);
    return message;
}

static void test_a_unit_arrives_as_it_was_sent(void **state) {
    struct line line = line_new();
    struct unit unit = {2, UINT64_MAX, UINT64_MAX - 1, 7, 300, 12, true, 0};
    unit_send(&line.out, &unit);
    assert_true(wire_send(&line.out, line.ends[0]));
    struct wire_message message = next(&line, WIRE_UNIT);
    struct unit got = unit_receive(&message);
    assert_int_equal(got.strategy, unit.strategy);
    assert_true(got.trail == unit.trail && got.seed == unit.seed);
    assert_true(got.first_step == unit.first_step && got.n_steps == unit.n_steps);
    assert_true(got.max_tests == unit.max_tests && got.may_wait && got.n_deaths == 0);
    line_free(&line);
}

static void test_progress_arrives_with_all_its_counters(void **state) {
    struct line line = line_new();
    struct progress progress = {.strategy = 1, .trail = 4, .first_step = 3, .next_step = 19};
    uint64_t n = 100;
    progress.done = true;
    progress.lost_ms = 3000;
    progress.seed = UINT64_C(0xfedcba9876543210);
    progress.awaited_ms = 4000;
#define COUNTER(name, meaning) progress.counts.name = n++;
#include "store/counters.def"
#undef COUNTER
    progress_send(&line.out, &progress);
    assert_true(wire_send(&line.out, line.ends[0]));
    struct wire_message message = next(&line, WIRE_PROGRESS);
    struct progress got = progress_receive(&message);
    assert_int_equal(got.next_step, 19);
    assert_true(got.done);
    assert_int_equal(got.lost_ms, 3000);
    assert_true(got.seed == UINT64_C(0xfedcba9876543210));
    assert_int_equal(got.awaited_ms, 4000);
    assert_memory_equal(&got.counts, &progress.counts, sizeof got.counts);
    line_free(&line);
}

static void test_a_report_arrives_with_its_lists_and_bytes(void **state) {
    struct line line = line_new();
    struct arena arena = {0};
    const char *at_fault[] = {"z3", "z3-2"};
    const char *seeds[] = {"a.smt2"};
    struct store_answer answers[] = {
        {.round = 1, .solver = "z3", .answer = "sat", .ms = 5, .kb = 6, .raw = "a\0b", .raw_n = 3},
        {.solver = "cvc5", .version = "1.0", .command = "cvc5 {file}", .answer = "unsat"},
    };
    struct store_report report = {
        .finding = {.class_name = "crash",
                    .severity = 3,
                    .at_fault = {at_fault, 2},
                    .basis = "witness",
                    .confidence = "proven",
                    .fingerprint = "f",
                    .evidence = "",
                    .strategy = "opfuzz",
                    .seeds = {seeds, 1},
                    .test = "id",
                    .shown = 2,
                    .tried = 3},
        .script = "(check-sat)\n",
        .script_n = 12,
        .answers = answers,
        .n_answers = 2,
        .seen = -5,
    };
    report_send(&line.out, &report);
    assert_true(wire_send(&line.out, line.ends[0]));
    struct wire_message message = next(&line, WIRE_FINDING);
    struct store_report got = report_receive(&message, &arena);
    assert_string_equal(got.finding.class_name, "crash");
    assert_int_equal(got.finding.at_fault.n, 2);
    assert_string_equal(got.finding.at_fault.at[1], "z3-2");
    assert_string_equal(got.finding.seeds.at[0], "a.smt2");
    assert_string_equal(got.finding.evidence, "");
    assert_null(got.finding.logic);
    assert_int_equal(got.finding.shown, 2);
    assert_int_equal(got.script_n, 12);
    assert_int_equal(got.seen, -5);
    assert_int_equal(got.n_answers, 2);
    assert_int_equal(got.answers[0].raw_n, 3);
    assert_memory_equal(got.answers[0].raw, "a\0b", 3);
    assert_null(got.answers[0].version);
    assert_string_equal(got.answers[1].command, "cvc5 {file}");
    assert_null(got.answers[1].raw);
    arena_free(&arena);
    line_free(&line);
}

/* Byte by byte: nothing is seen before it is whole, and nothing that never becomes whole. */
static void test_a_message_that_is_cut_is_never_seen(void **state) {
    struct line line = line_new();
    struct wire_message message;
    struct unit unit = {.trail = 9};
    unit_send(&line.out, &unit);
    assert_true(wire_send(&line.out, line.ends[0])); /* sets the length */
    next(&line, WIRE_UNIT);
    for (size_t i = 0; i + 1 < line.out.bytes.n; i++) {
        assert_int_equal(write(line.ends[0], line.out.bytes.at + i, 1), 1);
        assert_true(wire_receive(&line.in, line.ends[1]));
        assert_false(wire_next(&line.in, &message));
    }
    shutdown(line.ends[0], SHUT_WR);
    assert_false(wire_receive(&line.in, line.ends[1]));
    assert_false(wire_next(&line.in, &message));
    line_free(&line);
}

static void test_sending_to_nobody_fails_without_a_signal(void **state) {
    struct line line = line_new();
    struct unit unit = {0};
    unit_send(&line.out, &unit);
    close(line.ends[1]);
    assert_false(wire_send(&line.out, line.ends[0]));
    line.ends[1] = open("/dev/null", O_RDONLY);
    line_free(&line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_a_unit_arrives_as_it_was_sent),
        TEST(test_progress_arrives_with_all_its_counters),
        TEST(test_a_report_arrives_with_its_lists_and_bytes),
        TEST(test_a_message_that_is_cut_is_never_seen),
        TEST(test_sending_to_nobody_fails_without_a_signal),
    };
    return RUN(tests);
}
