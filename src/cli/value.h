/*
 * value.h - the text of an option's value: reading it, and saying what is wanted.
 */
#ifndef MOMUS_CLI_VALUE_H
#define MOMUS_CLI_VALUE_H

#include "base/strbuf.h"
#include "cli/table.h"

/* Which member counts is a matter of the option's type. */
struct value {
    bool flag;
    int64_t number;
    const char *text; /* borrowed from the text that was read */
};

/* Reads a value of this option; false if it is malformed or out of range. */
bool value_read(const struct option *option, const char *text, struct value *value);

/* Adds what value_read accepts, as in "a number from 40 to 1000". */
void value_describe(const struct option *option, struct strbuf *out);
/*
 * Adds what help says behind the option's line, as in "40 to 1000, default 80";
 * nothing if there is nothing to say.
 */
void value_remark(const struct option *option, struct strbuf *out);

/* Walks over the words of a choice, "a|b|c": the next one is *word, n bytes; false at the end. */
bool value_next_choice(const char **rest, const char **word, size_t *n);

#endif
