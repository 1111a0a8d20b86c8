/*
 * json.h - findings as JSON, with the keys that other programs rely on.
 */
#ifndef MOMUS_REPORT_JSON_H
#define MOMUS_REPORT_JSON_H

#include <jansson.h>

#include "report/finding.h"

/* A text of any bytes: what is no UTF-8 becomes the replacement character. NULL becomes null. */
json_t *report_json_text(const char *at, size_t n);
json_t *report_json_word(const char *text);

/* An object with the keys that all of `momus findings --json` have. */
json_t *report_json_finding(const struct store_finding *finding);
/* The same with answers, evidence, script and all else. */
/* The versions of the accused that were looked at. */
json_t *report_json_versions(const struct report_finding *whole);
json_t *report_json_whole(const struct report_finding *whole);

#endif
