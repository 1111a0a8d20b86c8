/*
 * render.h - tests as text, one after the other, printing only what changed.
 *
 * Consecutive tests of a trail differ in a command or two. The text of each
 * command is kept, and copied where the next test has the same command in the
 * same place.
 *
 * The set-logic of a seed stays as long as the test keeps to it; otherwise the
 * smallest logic that fits is named.
 */
#ifndef MOMUS_GEN_RENDER_H
#define MOMUS_GEN_RENDER_H

#include "gen/test.h"
#include "lang/logic.h"
#include "lang/printer.h"

struct render;

/* The table is borrowed. */
struct render *render_new(struct term_table *table);
void render_free(struct render *render);

/*
 * To be called when a trail begins or ends: handles of the table mean other
 * things now.
 */
void render_forget(struct render *render);

/* Appends the test's script. */
void render_test(struct render *render, const struct test *test, struct strbuf *out);
/* The name of the smallest logic that allows what the last test uses. */
const char *render_logic(const struct render *render);
/*
 * Appends "; momus id=... truth=... from=...", as contracts.md has it, with the line end;
 * for a test of a suite, what it is and what to expect, on lines of their own.
 */
void render_header(const struct test_id *id, const struct test *test, const char *const *names,
                   size_t n_names, struct strbuf *out);

#endif
