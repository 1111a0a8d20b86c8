/*
 * version.h - which of two versions is older.
 */
#ifndef MOMUS_ORACLE_VERSION_H
#define MOMUS_ORACLE_VERSION_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Compares the numbers with dots in what solvers print, "Z3 version 4.8.12 - 64
 * bit", number by number: < 0 if the first is older. False if one of them has no
 * such number, or is NULL.
 */
bool version_compare(const char *a, const char *b, int *order);
/* Those numbers, "4.8.12", and how long they are; NULL if there are none. */
const char *version_number(const char *text, size_t *n);

#endif
