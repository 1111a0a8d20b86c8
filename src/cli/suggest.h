/*
 * suggest.h - "did you mean": the known name nearest to one that was typed.
 */
#ifndef MOMUS_CLI_SUGGEST_H
#define MOMUS_CLI_SUGGEST_H

#include "base/strbuf.h"

struct suggestion {
    const char *typed; /* borrowed, n bytes */
    size_t n;
    const char *best; /* of the names offered, or NULL if none is near */
    size_t distance;
};

void suggest_start(struct suggestion *suggestion, const char *typed, size_t n);
/* The name is borrowed. Of names that are equally near, the first one stays. */
void suggest_offer(struct suggestion *suggestion, const char *name);
/* Adds "; did you mean NAME?", with `before` and `after` around the name, if one is near. */
void suggest_add(const struct suggestion *suggestion, const char *before, const char *after,
                 struct strbuf *out);

#endif
