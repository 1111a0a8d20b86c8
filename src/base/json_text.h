/*
 * json_text.h - JSON as text.
 */
#ifndef MOMUS_BASE_JSON_TEXT_H
#define MOMUS_BASE_JSON_TEXT_H

#include <jansson.h>

#include "base/strbuf.h"

/* Appends it, and a line end. `flags` are those of jansson. */
void strbuf_add_json(struct strbuf *out, const json_t *json, size_t flags);

#endif
