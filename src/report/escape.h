/*
 * escape.h - any bytes as text of a format, where they can do no harm: formulas,
 * messages of solvers and names of files may contain anything.
 */
#ifndef MOMUS_REPORT_ESCAPE_H
#define MOMUS_REPORT_ESCAPE_H

#include "base/strbuf.h"

/*
 * Valid UTF-8 without control characters but tabs and line ends: whatever else is
 * there becomes U+FFFD, the replacement character.
 */
void escape_add_utf8(const char *at, size_t n, struct strbuf *out);
/* Text and attribute values of HTML and XML. */
void escape_add_markup(const char *at, size_t n, struct strbuf *out);
/* Words of a line in Markdown, also in a table: no mark has its meaning. */
void escape_add_markdown(const char *text, struct strbuf *out);
/* A block of code in Markdown, whatever fences are in it. */
void escape_add_code(const char *language, const char *at, size_t n, struct strbuf *out);
/* A field of a CSV file (RFC 4180). */
void escape_add_csv(const char *text, struct strbuf *out);

#endif
