/*
 * momus report: a run, or one finding of it, for others to read.
 */
#include <sys/stat.h>

#include "base/die.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/run_open.h"
#include "cli/run_report.h"

static int complain(const char *message, int status) {
    fprintf(stderr, "momus: error: %s\n", message);
    return status;
}

/* ---- one finding ------------------------------------------------------------ */

static int add_one(struct store *store, const char *word, struct strbuf *out, bool *is_whole) {
    struct report_finding whole;
    struct strbuf error = {0};
    uint32_t number;
    bool there;
    int status = EXIT_DONE;
    if (!run_number(word, &number))
        return EXIT_USAGE;
    if (report_finding_load(store, number, &whole, &there, &error)) {
        report_add_issue(&whole, report_finding_file_name(&whole), out);
        *is_whole = run_report_is_whole(&whole);
    } else
        status = complain(strbuf_text(&error), there ? EXIT_ENVIRONMENT : EXIT_BAD_INPUT);
    report_finding_release(&whole);
    strbuf_free(&error);
    return status;
}

/* ---- the run ---------------------------------------------------------------- */

static int add_run(struct store *store, const struct report_format *format, bool all,
                   struct strbuf *out, bool *is_whole) {
    struct strbuf error = {0};
    int status = EXIT_DONE;
    if (!run_report_add(store, format, all, out, is_whole, &error))
        status = complain(strbuf_text(&error), EXIT_ENVIRONMENT);
    strbuf_free(&error);
    return status;
}

/* ---- the format -------------------------------------------------------------- */

/* Standard output, a pipe or a device has no name that would say anything. */
static bool is_stream(const char *path) {
    struct stat file;
    return strcmp(path, "-") == 0 ||
           (stat(path, &file) == 0 && !S_ISREG(file.st_mode) && !S_ISDIR(file.st_mode));
}

static int refuse_name(const char *path) {
    struct strbuf message = {0};
    strbuf_printf(&message, "%s: the name does not say the format; give --format, or end it in",
                  path);
    for (const struct report_format *format = report_formats; format->name != NULL; format++)
        strbuf_printf(&message, "%s %s (%s)", format == report_formats ? "" : ",", format->endings,
                      format->name);
    int status = cli_misuse("report", strbuf_text(&message));
    strbuf_free(&message);
    return status;
}

/* By name, by the name of the file, or the usual one. */
static int choose_format(const struct options *options, const struct report_format **format) {
    const char *path = options->report_file;
    *format = report_formats;
    if (options->format != NULL)
        *format = report_format_find(options->format);
    else if (path != NULL && !is_stream(path) && (*format = report_format_of_file(path)) == NULL)
        return refuse_name(path);
    return EXIT_DONE;
}

/* Of one finding there is Markdown only: no name of a file may say otherwise. */
static int check_one(const struct options *options) {
    const struct report_format *of_file =
        options->report_file != NULL ? report_format_of_file(options->report_file) : NULL;
    const char *wanted = options->format != NULL ? options->format
                         : of_file != NULL       ? of_file->name
                                                 : "markdown";
    if (strcmp(wanted, "markdown") == 0)
        return EXIT_DONE;
    return cli_misuse("report", options->format != NULL
                                    ? "--format is for the whole run: of one finding there is "
                                      "Markdown, and for programs momus show N --json"
                                    : "of one finding there is Markdown only (.md); for programs "
                                      "there is momus show N --json");
}

/* ---- the command ------------------------------------------------------------- */

/* A page goes into the run, all else to standard output, unless the user says otherwise. */
static void add_path(const struct options *options, struct store *store, bool is_page,
                     struct strbuf *path) {
    if (options->report_file != NULL)
        strbuf_add_text(path, options->report_file);
    else if (is_page)
        strbuf_printf(path, "%s/report.html", store_folder(store));
    else
        strbuf_add_char(path, '-');
}

static int write_out(const struct options *options, const char *path, const struct strbuf *text) {
    struct strbuf error = {0};
    int status = EXIT_DONE;
    if (strcmp(path, "-") == 0)
        fwrite(text->at, 1, text->n, stdout);
    else if (!file_write(path, text->at, text->n, &error))
        status = complain(strbuf_text(&error), EXIT_ENVIRONMENT);
    else if (!options->quiet)
        printf("%s\n", path);
    strbuf_free(&error);
    return status;
}

int cmd_report(const struct options *options, char *const *operands, size_t n) {
    const struct report_format *format = NULL;
    struct strbuf text = {0}, path = {0};
    struct store *store;
    bool is_whole = true;
    int status = n > 0 ? check_one(options) : choose_format(options, &format);
    if (status != EXIT_DONE)
        return status;
    status = run_open(options->run, STORE_READ, &store);
    if (status != EXIT_DONE)
        return status;
    status = n > 0 ? add_one(store, operands[0], &text, &is_whole)
                   : add_run(store, format, options->all_states, &text, &is_whole);
    add_path(options, store, n == 0 && format == report_formats, &path);
    if (status == EXIT_DONE)
        status = write_out(options, strbuf_text(&path), &text);
    if (status == EXIT_DONE && !is_whole)
        status = EXIT_ENVIRONMENT;
    store_close(store);
    strbuf_free(&text);
    strbuf_free(&path);
    return status;
}
