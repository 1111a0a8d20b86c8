/*
 * finding_text.h - the findings of a run as people and programs read them.
 */
#ifndef MOMUS_CLI_FINDING_TEXT_H
#define MOMUS_CLI_FINDING_TEXT_H

#include "cli/paint.h"
#include "store/store.h"

/* "cvc4, cvc5"; "nobody" for none. Harmless for terminals. */
void finding_add_names(struct store_names names, struct strbuf *out);
/* "2026-11-16 05:36:23", where the user is. */
void finding_add_time(int64_t ms, struct strbuf *out);
/* The mark of paint.h for a class of bugs. */
const char *finding_colour(const char *class_name);

/*
 * A table, one row for each. Findings above number `old` are new, and marked; UINT32_MAX:
 * nothing is known of that. Columns as in grid.h.
 */
void finding_add_table(const struct store_finding *findings, size_t n, uint32_t old, size_t width,
                       enum paint_how how, struct strbuf *out);
/* The versions of the accused, a line each. */
void finding_add_versions(const struct store_version *versions, size_t n, size_t width,
                          enum paint_how how, struct strbuf *out);

#endif
