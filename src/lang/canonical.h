/*
 * canonical.h - one form for all scripts that differ only in names, `let`,
 * comments and layout.
 */
#ifndef MOMUS_LANG_CANONICAL_H
#define MOMUS_LANG_CANONICAL_H

#include "lang/script.h"

/* Other names for everything that a script declares, for printer_set_names. */
struct canonical_names {
    u32_vec funs;  /* by function */
    u32_vec decls; /* by sort declaration */
};

/*
 * Makes the script canonical: comments go, bound variables become the same for
 * alpha-equivalent terms, operators get their standard spelling, and every
 * declared name gets one by its place in the script. Terms are rebuilt in the
 * table.
 */
void canonical_make(struct term_table *table, struct script *script, struct canonical_names *names);
void canonical_names_release(struct canonical_names *names);

#endif
