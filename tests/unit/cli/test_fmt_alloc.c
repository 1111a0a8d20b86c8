/*
 * Running out of memory, at every allocation that momus fmt makes: it says so,
 * ends with status 5, and leaves a file either as it was or completely new.
 */
#include "testing.h"

#include <dirent.h>
#include <fcntl.h>

#include "base/file.h"
#include "cli/cli.h"
#include "lang/parser.h"
#include "lang/printer.h"

static const char script_text[] =
    "(set-logic ALL)\n"
    "(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (hd X) (tl (L X)))))))\n"
    "(declare-const x Int) ; a comment\n"
    "(declare-fun f (Int Int) Int)\n"
    "(define-fun g ((x Int) (y Int)) Int (f (+ x y 1 2 3 4 5) (* 2 (+ x y 1 2 3 4 5))))\n"
    "(assert (let ((c x)) (forall ((x Int) (y Int)) (exists ((x Int)) (= (f x y) (f c (f x "
    "y)))))))\n"
    "(assert (! (= (_ bv5 200) (concat #b1 (_ bv3 199))) :named n))\n"
    "(assert (= \"a\\u{e9}\" (str.++ \"b\" \"c\")))\n"
    "(check-sat)\n";

/* After 300 the steps grow, should there ever be thousands. */
static uint64_t next_step(uint64_t n) {
    return n < 300 ? n + 1 : n + n / 30;
}

static void assert_out_of_memory(int status, struct strbuf *error, uint64_t n) {
    if (status != EXIT_ENVIRONMENT)
        fail_msg("allocation %llu: status %d: %s", (unsigned long long)n, status,
                 strbuf_text(error));
    testing_assert_contains(strbuf_text(error), "out of memory");
}

/* ---- reading and printing ---- */

static void read_and_print(void *nth) {
    size_t before = mem_live_bytes();
    mem_fail_at(*(uint64_t *)nth);
    struct term_table *table = term_table_new();
    struct parser *parser = parser_new(table);
    struct printer *printer = printer_new(table);
    struct script script = {0};
    struct parse_error error = {0};
    struct strbuf out = {0};
    if (!parser_read_script(parser, script_text, sizeof script_text - 1, &script, &error))
        _exit(99);
    printer_add_script(printer, &script, &out);
    strbuf_free(&out);
    script_release(&script);
    printer_free(printer);
    parser_free(parser);
    term_table_free(table);
    if (mem_live_bytes() != before)
        _exit(98);
}

static void reading_and_printing_end_when_memory_runs_out(void **state) {
    struct strbuf error = {0};
    uint64_t n = 1;
    for (;; n = next_step(n)) {
        strbuf_clear(&error);
        int status = testing_in_child(read_and_print, &n, &error);
        if (status == 0)
            break;
        assert_out_of_memory(status, &error, n);
    }
    assert_true(n > 50);
    strbuf_free(&error);
}

/* ---- momus fmt -i ---- */

struct folder {
    char path[256];
    char file[300];
    uint64_t nth;
};

static void format_in_place(void *context) {
    struct folder *folder = context;
    char program[] = "momus", command[] = "fmt", option[] = "-i";
    char *args[] = {program, command, option, folder->file, NULL};
    unsetenv("MOMUS_CONF");
    setenv("XDG_CONFIG_HOME", "/nowhere", 1);
    int null = open("/dev/null", O_WRONLY);
    dup2(null, STDOUT_FILENO);
    mem_fail_at(folder->nth);
    _exit(cli_run(4, args));
}

static size_t files_in(const char *path) {
    DIR *dir = opendir(path);
    size_t n = 0;
    struct dirent *entry;
    assert_non_null(dir);
    while ((entry = readdir(dir)) != NULL)
        n += entry->d_name[0] != '.';
    closedir(dir);
    return n;
}

static bool file_has(const char *path, const char *bytes, size_t n) {
    struct file_text text;
    struct strbuf error = {0};
    assert_true(file_read(path, &text, &error));
    bool same = text.n == n && memcmp(text.at, bytes, n) == 0;
    file_text_free(&text);
    return same;
}

static void write_script(const struct folder *folder) {
    struct strbuf error = {0};
    assert_true(file_write(folder->file, script_text, sizeof script_text - 1, &error));
}

static void a_file_is_old_or_new_when_memory_runs_out(void **state) {
    const char *tmp = getenv("TMPDIR");
    struct folder folder = {0};
    struct strbuf error = {0}, formatted = {0};
    struct file_text text;
    size_t n_old = 0;
    snprintf(folder.path, sizeof folder.path, "%s/momus-XXXXXX", tmp != NULL ? tmp : "/tmp");
    assert_non_null(mkdtemp(folder.path));
    snprintf(folder.file, sizeof folder.file, "%s/script.smt2", folder.path);

    /* Without a failure it becomes what it has to become. */
    write_script(&folder);
    assert_int_equal(testing_in_child(format_in_place, &folder, &error), 0);
    assert_true(file_read(folder.file, &text, &error));
    strbuf_add(&formatted, text.at, text.n);
    file_text_free(&text);
    assert_false(file_has(folder.file, script_text, sizeof script_text - 1));

    for (folder.nth = 1;; folder.nth = next_step(folder.nth)) {
        strbuf_clear(&error);
        write_script(&folder);
        int status = testing_in_child(format_in_place, &folder, &error);
        bool is_new = file_has(folder.file, formatted.at, formatted.n);
        if (!is_new) {
            n_old++;
            assert_true(file_has(folder.file, script_text, sizeof script_text - 1));
        }
        assert_int_equal(files_in(folder.path), 1);
        if (status == 0) {
            assert_true(is_new);
            break;
        }
        assert_out_of_memory(status, &error, folder.nth);
    }
    assert_true(n_old > 50);
    unlink(folder.file);
    rmdir(folder.path);
    strbuf_free(&error);
    strbuf_free(&formatted);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(reading_and_printing_end_when_memory_runs_out),
        TEST(a_file_is_old_or_new_when_memory_runs_out),
    };
    return RUN(tests);
}
