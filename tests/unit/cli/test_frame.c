#include "cli/frame.h"

#include <stdlib.h>

#include "testing.h"

#define SECOND UINT64_C(1000000000)

static const struct strategy fusion = {.name = "fusion"}, opfuzz = {.name = "opfuzz"};
static const struct strategy *const both[] = {&fusion, &opfuzz};
static const struct oracle_solver solvers[] = {{.name = "z3"}, {.name = "cvc4"}, {.name = "cvc5"}};

/* A store is where the folder comes from. */
struct sample {
    char folder[64];
    struct store *store;
    struct maker maker;
    struct engine_settings settings;
    struct store_counters by_strategy[2];
    uint32_t found[2];
    struct engine_view view;
    struct store_finding findings[12];
    struct frame_facts facts;
};

static void sample_init(struct sample *sample, size_t n_findings) {
    static const char *guilty[] = {"cvc4"};
    struct strbuf error = {0};
    *sample = (struct sample){.folder = "/tmp/momus-frame-XXXXXX"};
    assert_non_null(mkdtemp(sample->folder));
    sample->store = store_open(sample->folder, STORE_CREATE, &error);
    assert_non_null(sample->store);
    strbuf_free(&error);
    sample->maker.n_strategies = 2;
    sample->settings = (struct engine_settings){
        .setup = {.maker = &sample->maker, .names = solvers, .n_solvers = LENGTH(solvers)},
        .strategies = both,
        .n_workers = 2,
        .duration_ns = 3600 * SECOND,
    };
    sample->by_strategy[0].tests = 1000;
    sample->found[0] = 3;
    sample->view = (struct engine_view){
        .settings = &sample->settings,
        .store = sample->store,
        .counters = {.tests = 1234567, .solver_calls = 3, .cpu_ns = 1, .solver_cpu_ns = 3},
        .session = {.cpu_ns = 1, .solver_cpu_ns = 3},
        .elapsed_ns = 62 * SECOND,
        .n_new = 1,
        .last_new_ns = 100 * SECOND,
        .n_seeds = 364,
        .n_done_seeds = 120,
        .n_refused_seeds = 4,
        .by_strategy = sample->by_strategy,
        .findings_by_strategy = sample->found,
    };
    for (uint32_t i = 0; i < n_findings; i++)
        sample->findings[i] = (struct store_finding){
            .number = i + 1,
            .class_name = i < 2 ? "refutation-soundness" : "crash",
            .at_fault = {guilty, 1},
            .strategy = "fusion",
        };
    sample->facts = (struct frame_facts){
        .view = &sample->view,
        .findings = sample->findings,
        .n_findings = n_findings,
        .tests_per_s = 123.4,
        .memory = 50000000,
        .now_ns = 142 * SECOND,
        .now_ms = 5000,
    };
}

static void sample_release(struct sample *sample) {
    static const char *const names[] = {"momus.db", "momus.lock", "findings", "stats.json"};
    char path[128];
    store_close(sample->store);
    for (size_t i = 0; i < LENGTH(names); i++) {
        snprintf(path, sizeof path, "%s/%s", sample->folder, names[i]);
        if (unlink(path) != 0)
            rmdir(path);
    }
    rmdir(sample->folder);
}

static void draw(const struct sample *sample, size_t columns, size_t rows, struct strbuf *out) {
    strbuf_clear(out);
    frame_draw(&sample->facts, (struct frame_size){columns, rows}, PAINT_NOT, out);
}

static void everything_is_there(void **state) {
    static const char *const parts[] = {
        "1:02 of 1:00:00, 58:58 left",
        "1,234,567, 123/s",
        "75 % of CPU",
        "50 MB",
        "seeds done   120 of 364",
        "bad seeds    4",
        "4 findings, 1 new, the last 42 s ago",
        "refutation-soundness",
        "#4 crash in cvc4, 5 s ago, fusion",
        "3.00",
        "Ctrl-C stops",
    };
    struct sample sample;
    struct strbuf out = {0};
    sample_init(&sample, 4);
    for (size_t columns = 60; columns <= 200; columns += 70) {
        draw(&sample, columns, 40, &out);
        for (size_t i = 0; i < LENGTH(parts); i++)
            testing_assert_contains(strbuf_text(&out), parts[i]);
    }
    strbuf_free(&out);
    sample_release(&sample);
}

static void it_fits_every_terminal(void **state) {
    struct sample sample;
    struct strbuf out = {0};
    sample_init(&sample, 12);
    for (size_t columns = 10; columns <= 220; columns += 7)
        for (size_t rows = 1; rows <= 40; rows++) {
            size_t n_lines = 1, width = 0;
            draw(&sample, columns, rows, &out);
            for (size_t i = 0; i < out.n; i++) {
                width = out.at[i] == '\n' ? 0 : width + 1;
                n_lines += out.at[i] == '\n';
                if (width > columns)
                    fail_msg("a line is longer than %zu columns", columns);
            }
            if (n_lines > rows)
                fail_msg("%zu lines for %zu rows at %zu columns", n_lines, rows, columns);
            testing_assert_contains(strbuf_text(&out), "momus");
        }
    strbuf_free(&out);
    sample_release(&sample);
}

static void stopping_is_told(void **state) {
    struct sample sample;
    struct strbuf out = {0};
    sample_init(&sample, 0);
    sample.view.is_stopping = true;
    sample.view.end = ENGINE_STOPPED;
    draw(&sample, 80, 24, &out);
    testing_assert_contains(strbuf_text(&out), "stopping; Ctrl-C again stops at once");
    testing_assert_contains(strbuf_text(&out), "0 findings");
    strbuf_free(&out);
    sample_release(&sample);
}

static void words_are_for_people(void **state) {
    struct strbuf out = {0};
    frame_add_number(&out, 0);
    strbuf_add_char(&out, ' ');
    frame_add_number(&out, 999);
    strbuf_add_char(&out, ' ');
    frame_add_number(&out, 1000);
    strbuf_add_char(&out, ' ');
    frame_add_duration(&out, 3661 * SECOND);
    strbuf_add_char(&out, ' ');
    frame_add_duration(&out, 59 * SECOND);
    assert_string_equal(strbuf_text(&out), "0 999 1,000 1:01:01 0:59");
    strbuf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(everything_is_there),
        TEST(it_fits_every_terminal),
        TEST(stopping_is_told),
        TEST(words_are_for_people),
    };
    return RUN(tests);
}
