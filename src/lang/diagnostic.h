/*
 * diagnostic.h - a message about a place in a text, as people read it:
 *
 *     bad.smt2:3:9: error: unknown symbol 'foo'; did you mean 'fop'?
 *       (assert foo)
 *               ^
 */
#ifndef MOMUS_LANG_DIAGNOSTIC_H
#define MOMUS_LANG_DIAGNOSTIC_H

#include "base/strbuf.h"

/* Appends it, with line ends; of a long line only the part around the place. */
void diagnostic_add(struct strbuf *out, const char *file, const char *text, size_t n, size_t offset,
                    const char *severity, const char *message);

#endif
