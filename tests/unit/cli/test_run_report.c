/*
 * The reports that lie in a run directory are of what the run has.
 */
#include "store/running.h"

#include "cli/run_report.h"

static const char *solvers[] = {"cvc4"};

static void add_finding(struct store *store, const char *fingerprint) {
    struct store_report report = running_report(fingerprint, "(assert false)\n(check-sat)\n");
    struct store_match match;
    report.finding.confidence = "probable";
    report.finding.basis = "label";
    report.finding.at_fault = (struct store_names){solvers, 1};
    MUST(store, store_report(store, &report, &match));
}

static void reduce(struct store *store, uint32_t number, const char *script,
                   const char *confidence) {
    struct strbuf error = {0};
    struct store_match match;
    struct store_reduction reduction = {.script = script,
                                        .n = strlen(script),
                                        .fingerprint = "sharp",
                                        .evidence = script,
                                        .basis = "construction",
                                        .confidence = confidence};
    MUST(store, store_reduce(store, number, &reduction, &match));
    MUST(store, store_commit(store));
    if (!run_report_finding(store, number, &error) || !run_report_change(store, &error))
        fail_msg("%s", strbuf_text(&error));
    strbuf_free(&error);
}

/* The file of the run, or of the folder of a finding, has these words; or lacks them. */
static void expect_words(struct store *store, uint32_t number, const char *name, const char *words,
                         bool has) {
    struct arena arena = {0};
    struct strbuf path = {0}, error = {0};
    struct store_finding finding = {.folder = "."};
    struct file_text text;
    bool there = true;
    if (number > 0)
        MUST(store, store_finding(store, number, &arena, &finding, &there));
    strbuf_printf(&path, "run/%s/%s", finding.folder, name);
    if (!file_read(strbuf_text(&path), &text, &error))
        fail_msg("%s", strbuf_text(&error));
    if ((strstr(text.at, words) != NULL) != has)
        fail_msg("%s: '%s' is %s", strbuf_text(&path), words, has ? "not there" : "there");
    file_text_free(&text);
    strbuf_free(&path);
    arena_free(&arena);
}

static void a_finding_that_gets_a_better_script_tells_so(void **state) {
    struct store *store = running_open("run", STORE_CREATE);
    struct arena arena = {0};
    struct store_campaign campaign = {.seed = 7, .config = "", .version = "1.2", .started = 1000};
    MUST(store, store_start(store, &arena, &campaign));
    add_finding(store, "first");
    add_finding(store, "second");
    reduce(store, 1, "(assert (weak))", "probable");
    expect_words(store, 1, "report.md", "(assert (weak))", true);
    expect_words(store, 0, "report.html", "(assert (weak))", true);
    expect_words(store, 0, "stats.json", "\"findings\": 2", true);
    reduce(store, 2, "(assert (strong))", "proven"); /* the same, and handed over */
    expect_words(store, 1, "report.md", "(assert (strong))", true);
    expect_words(store, 1, "report.md", "(assert (weak))", false);
    expect_words(store, 2, "report.md", "(assert (strong))", true);
    expect_words(store, 0, "report.html", "(assert (strong))", true);
    expect_words(store, 0, "report.html", "(assert (weak))", false);
    expect_words(store, 0, "stats.json", "\"findings\": 1", true);
    arena_free(&arena);
    store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_finding_that_gets_a_better_script_tells_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
