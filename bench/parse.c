/*
 * parse FILE - reads and prints a script once, in this process, and says how
 * long that took and how much memory it needed. One line of numbers:
 *
 *     BYTES PARSE_SECONDS PRINTED_BYTES PRINT_SECONDS PEAK_PARSED PEAK_PRINTED TERMS
 *
 * Parsing is everything from the text in memory to sort-checked, hash-consed
 * terms in a fresh table; printing is from there to text, written to /dev/null part
 * by part, as momus fmt does it. Seconds are CPU time, which other processes disturb
 * less. The peaks, in bytes, are of the whole process, the text of the file included.
 */
#include "base/clock.h"
#include "base/die.h"
#include "base/file.h"
#include "lang/diagnostic.h"
#include "lang/parser.h"
#include "lang/printer.h"

/* The most memory that the process ever had, in bytes. */
static uint64_t peak_memory(void) {
    struct file_text status;
    struct strbuf error = {0};
    if (!file_read("/proc/self/status", &status, &error))
        die(EXIT_ENVIRONMENT, "%s", strbuf_text(&error));
    const char *line = strstr(status.at, "VmHWM:");
    if (line == NULL)
        die(EXIT_ENVIRONMENT, "/proc/self/status has no VmHWM");
    uint64_t kilobytes = strtoull(line + strlen("VmHWM:"), NULL, 10);
    file_text_free(&status);
    return kilobytes * 1024;
}

static double seconds_since(uint64_t start) {
    return (double)(clock_cpu_ns() - start) / 1e9;
}

int main(int argc, char **argv) {
    if (argc != 2)
        die(EXIT_USAGE, "usage: parse FILE");
    struct file_text text;
    struct strbuf message = {0};
    if (!file_read(argv[1], &text, &message))
        die(EXIT_ENVIRONMENT, "%s", strbuf_text(&message));

    uint64_t start = clock_cpu_ns();
    struct term_table *table = term_table_new();
    struct parser *parser = parser_new(table);
    struct script script = {0};
    struct parse_error error = {0};
    if (!parser_read_script(parser, text.at, text.n, &script, &error)) {
        diagnostic_add(&message, argv[1], text.at, text.n, error.offset, "error",
                       strbuf_text(&error.message));
        die(EXIT_BAD_INPUT, "%s", strbuf_text(&message));
    }
    double parse_seconds = seconds_since(start);
    parser_free(parser);
    uint64_t peak_parsed = peak_memory();

    FILE *nowhere = fopen("/dev/null", "w");
    if (nowhere == NULL)
        die(EXIT_ENVIRONMENT, "cannot write to /dev/null");
    start = clock_cpu_ns();
    struct printer *printer = printer_new(table);
    struct strbuf out = {0};
    size_t printed = 0;
    for (size_t next = 0; next < script.commands.n; printed += out.n) {
        strbuf_clear(&out);
        next = printer_add_part(printer, &script, next, PRINT_PART, &out);
        fwrite(out.at, 1, out.n, nowhere);
    }
    double print_seconds = seconds_since(start);
    uint64_t peak_printed = peak_memory();

    printf("%zu %.4f %zu %.4f %llu %llu %zu\n", text.n, parse_seconds, printed, print_seconds,
           (unsigned long long)peak_parsed, (unsigned long long)peak_printed, table->nodes.n - 1);

    fclose(nowhere);
    strbuf_free(&out);
    printer_free(printer);
    script_release(&script);
    term_table_free(table);
    file_text_free(&text);
    return EXIT_DONE;
}
