/*
 * store FOLDER - what keeping a campaign costs, in a run that is made in the
 * folder and must not be there yet.
 *
 * Prints one line of numbers: µs of CPU time for a unit of work among 10,000 in
 * one batch, µs for a finding that is seen again, ms for a new one with its files,
 * committed, µs to look a fingerprint up among 250, and the size of the
 * database in kB after 2,000,000 trails and 250 findings.
 */
#include <sys/stat.h>

#include "base/clock.h"
#include "base/die.h"
#include "store/store.h"

static struct store *store;

static void must(bool good) {
    if (!good)
        die(EXIT_ENVIRONMENT, "%s", store_error(store));
}

static double us_since(uint64_t start, double n) {
    return (double)(clock_cpu_ns() - start) / 1e3 / n;
}

/* Trails that end at once; four are always under way, so they end out of order. */
static double advance(uint64_t from, uint64_t n) {
    uint64_t start = clock_cpu_ns();
    for (uint64_t i = from; i < from + n; i++) {
        struct store_progress progress = {
            .strategy = "opfuzz", .trail = i ^ 3, .next_step = 20, .done = true};
        progress.counts = (struct store_counters){.tests = 20, .solver_calls = 60, .unknown = 1};
        must(store_advance(store, &progress));
    }
    must(store_commit(store));
    return us_since(start, (double)n);
}

static void report(uint32_t fingerprint, uint32_t test) {
    static const char *solvers[] = {"cvc5"};
    struct store_answer answers[6];
    for (int i = 0; i < 6; i++)
        answers[i] = (struct store_answer){.round = 1 + (uint32_t)i / 2,
                                           .solver = "cvc5",
                                           .version = "1.0.3",
                                           .command = "cvc5 bug.smt2",
                                           .answer = "sat",
                                           .raw = "sat\n",
                                           .raw_n = 4};
    char name[32], id[32], script[2048];
    snprintf(name, sizeof name, "f%u", fingerprint);
    snprintf(id, sizeof id, "opfuzz:%u:%u", fingerprint, test);
    memset(script, 'x', sizeof script);
    struct store_report it = {.finding = {.class_name = "crash",
                                          .at_fault = {solvers, 1},
                                          .fingerprint = name,
                                          .strategy = "opfuzz",
                                          .test = id,
                                          .logic = "QF_S"},
                              .script = script,
                              .script_n = sizeof script,
                              .answers = answers,
                              .n_answers = 6};
    struct store_match match;
    must(store_report(store, &it, &match));
}

int main(int argc, char **argv) {
    if (argc != 2)
        die(EXIT_USAGE, "usage: store FOLDER");
    struct strbuf error = {0};
    store = store_open(argv[1], STORE_CREATE, &error);
    if (store == NULL)
        die(EXIT_ENVIRONMENT, "%s", strbuf_text(&error));
    enum { UNITS = 10000, FINDINGS = 250, BATCHES = 200 };
    double unit = advance(0, UNITS);
    uint64_t start = clock_cpu_ns();
    for (uint32_t i = 0; i < FINDINGS; i++) {
        report(i, 0);
        must(store_commit(store));
    }
    double finding = us_since(start, FINDINGS) / 1e3;
    start = clock_cpu_ns();
    for (uint32_t i = 0; i < UNITS; i++)
        report(i % FINDINGS, 1 + i / FINDINGS);
    must(store_commit(store));
    double again = us_since(start, UNITS);
    start = clock_cpu_ns();
    for (uint32_t i = 0; i < UNITS; i++) {
        struct store_match match;
        must(store_look_up(store, i % 2 == 0 ? "f99" : "g99", &match));
    }
    double look = us_since(start, UNITS);
    for (uint64_t i = 1; i < BATCHES; i++)
        advance(i * UNITS, UNITS);
    store_close(store);
    strbuf_printf(&error, "%s/momus.db", argv[1]);
    struct stat info = {0};
    stat(strbuf_text(&error), &info);
    strbuf_free(&error);
    printf("%.1f %.1f %.2f %.1f %lld\n", unit, again, finding, look,
           (long long)info.st_size / 1000);
    return 0;
}
