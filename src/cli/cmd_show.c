/*
 * momus show: one finding of a run, whole.
 */
#include <unistd.h>

#include "base/die.h"
#include "cli/finding_story.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/run_open.h"
#include "cli/run_report.h"
#include "report/json.h"

static void print_text(const struct report_finding *story) {
    struct strbuf out = {0}, path = {0};
    strbuf_printf(&path, "%s/%s", story->run, report_finding_file(story));
    finding_story_add(story, strbuf_text(&path), true, help_width(), paint_how(STDOUT_FILENO),
                      &out);
    fputs(strbuf_text(&out), stdout);
    strbuf_free(&path);
    strbuf_free(&out);
}

static void print_json(const struct report_finding *story) {
    json_t *json = report_json_whole(story);
    json_dumpf(json, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(json);
}

int cmd_show(const struct options *options, char *const *operands, size_t n) {
    struct report_finding story;
    struct strbuf error = {0};
    struct store *store;
    uint32_t number;
    bool there;
    (void)n;
    if (!run_number(operands[0], &number))
        return EXIT_USAGE;
    int status = run_open(options->run, STORE_READ, &store);
    if (status != EXIT_DONE)
        return status;
    if (report_finding_load(store, number, &story, &there, &error)) {
        if (options->json)
            print_json(&story);
        else
            print_text(&story);
        if (!run_report_is_whole(&story))
            status = EXIT_ENVIRONMENT;
    } else {
        fprintf(stderr, "momus: error: %s\n", strbuf_text(&error));
        status = there ? EXIT_ENVIRONMENT : EXIT_BAD_INPUT;
    }
    report_finding_release(&story);
    strbuf_free(&error);
    store_close(store);
    return status;
}
