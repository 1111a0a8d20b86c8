/*
 * literal.h - the one canonical spelling of each literal.
 *
 * Equal values must be equal terms, so each literal is stored in one spelling:
 * #x where the width is a multiple of four, #b where it is not, (_ bvN m) where
 * that is much shorter; decimals without needless zeros; elements of finite
 * fields below the order; strings with escapes only where they are needed.
 */
#ifndef MOMUS_LANG_LITERAL_H
#define MOMUS_LANG_LITERAL_H

#include "base/lex.h"
#include "base/strbuf.h"

/* All append to `out`. Widths are in bits. */

/* From "#x1F" or "#b01"; returns the width. */
uint32_t literal_bits(const struct token *token, struct strbuf *out);
/* From the digits of (_ bvN width); false if the value does not fit. */
bool literal_bits_decimal(const char *digits, size_t n, uint32_t width, struct strbuf *out);
/* From "1.50". */
void literal_decimal(const struct token *token, struct strbuf *out);

/* False only if the number is not prime; of one of hundreds of digits that is not found out. */
bool literal_may_be_prime(const char *digits, size_t n);
/* From a number that may be negative, and the order of its field: the least that is not. */
void literal_field(const char *value, size_t n, const char *order, size_t n_order,
                   struct strbuf *out);

enum literal_status { LITERAL_OK, LITERAL_OUT_OF_RANGE };
/*
 * From what stands between the quotes. Code points beyond ASCII written as raw
 * UTF-8 are taken as they are, and *raw_utf8 is set. LITERAL_OUT_OF_RANGE for a
 * character beyond 0x2FFFF.
 */
enum literal_status literal_string(const char *at, size_t n, struct strbuf *out, bool *raw_utf8);
/* The literal for these code points, as literal_string writes it. */
void literal_from_code_points(const uint32_t *code_points, size_t n, struct strbuf *out);
/* Appends the code points of a canonical literal (with its quotes). */
void literal_code_points(const char *at, size_t n, u32_vec *code_points);

enum { CODE_POINT_MAX = 0x2ffff };

#endif
