/*
 * define.h - a second definition of operators, to be asked about instead of
 * them: see definitions.def.
 */
#ifndef MOMUS_TEST_DEFINE_H
#define MOMUS_TEST_DEFINE_H

#include "draw.h"
#include "eval/eval.h"
#include "lang/printer.h"

struct definer {
    struct drawer *d; /* borrowed, as the others */
    struct printer *printer;
    struct eval *eval;
};

bool definition_exists(uint32_t op);
/*
 * Two terms that are equal if, and only if, the application has this value;
 * false if there is no definition for it.
 */
bool define(struct definer *definer, term application, term value, term *left, term *right);

#endif
