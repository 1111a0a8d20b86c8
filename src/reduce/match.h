/*
 * match.h - the property that what solvers print matches a regular expression.
 *
 * They get scripts as they are written, so that whoever runs one on the result sees
 * the same. The solvers of whom it is true at first are those of whom it has to stay
 * true; the others are not asked any more.
 */
#ifndef MOMUS_REDUCE_MATCH_H
#define MOMUS_REDUCE_MATCH_H

#include "reduce/finding.h"

struct match_property;

/* An extended regular expression (POSIX). NULL, with the reason, if it is none. The panel is copied. */
struct match_property *match_property_new(const struct reduce_panel *panel, const char *regex,
                                          struct strbuf *error);
/* Takes NULL. The loop is run until solvers have ended. */
void match_property_free(struct match_property *property);
/* Finds out whose output matches. False if nobody's does. */
bool match_property_find(struct match_property *property, const char *text, size_t n);
struct reduce_property *match_property_base(struct match_property *property);

#endif
