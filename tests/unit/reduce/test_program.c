/*
 * The property that a program of the user's says yes.
 */
#include "reduce/program.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/file.h"
#include "panel.h"

/* A property that is this shell program; its path is to be freed. */
static struct program_property *make(struct loop *loop, const char *text, uint64_t ms,
                                     char **path) {
    struct strbuf name = {0}, error = {0};
    const char *folder = getenv("TMPDIR");
    strbuf_printf(&name, "%s/program.sh", folder != NULL ? folder : "/tmp");
    *path = strbuf_detach(&name);
    assert_true(file_write(*path, text, strlen(text), &error));
    assert_int_equal(chmod(*path, 0755), 0);
    strbuf_free(&error);
    return program_property_new(loop, *path, "bug.smt2", (struct child_limits){.wall_ms = ms});
}

static void expect(const char *program, uint64_t ms, const char *text, bool holds) {
    struct loop loop;
    char *path;
    assert_true(loop_init(&loop));
    struct program_property *p = make(&loop, program, ms, &path);
    struct reduce_property *base = program_property_base(p);
    assert_int_equal(panel_confirms(base, text, false), holds);
    assert_int_equal(panel_holds(base, text), holds);
    assert_int_equal(base->n_calls, 2);
    program_property_free(p);
    while (loop_step(&loop, UINT64_MAX))
        ;
    loop_release(&loop);
    mem_free(path);
}

static void status_0_keeps_and_any_other_does_not(void **state) {
    expect("#!/bin/sh\ngrep -q mod \"$1\"\n", 60000, "(assert (= (mod 4 3) 1))\n", true);
    expect("#!/bin/sh\ngrep -q mod \"$1\"\n", 60000, "(assert (= (div 4 3) 1))\n", false);
    expect("#!/bin/sh\nexit 77\n", 60000, "", false);
}

static void the_candidate_lies_in_its_folder_under_the_name_of_the_input(void **state) {
    expect("#!/bin/sh\ntest -f bug.smt2 && cmp bug.smt2 \"$1\" && test $(ls | wc -l) = 1\n", 60000,
           "(check-sat)\n", true);
}

static void who_crashes_or_hangs_does_not_keep(void **state) {
    expect("#!/bin/sh\nkill -SEGV $$\n", 60000, "(check-sat)\n", false);
    expect("#!/bin/sh\nsleep 100\n", 300, "(check-sat)\n", false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(status_0_keeps_and_any_other_does_not),
        TEST(the_candidate_lies_in_its_folder_under_the_name_of_the_input),
        TEST(who_crashes_or_hangs_does_not_keep),
    };
    return RUN(tests);
}
