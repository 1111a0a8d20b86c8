/*
 * op_class.h - which operators may take each other's place, as the user has it.
 *
 * A class file has a class on each line, its operators separated by commas:
 *
 *     ; comparisons
 *     <=,>=,<,>
 *     forall,exists
 *
 * Where there are classes, an operator is replaced only by one that shares a
 * class with it, and those in no class stay as they are. What sorts allow holds
 * all the same.
 */
#ifndef MOMUS_GEN_OP_CLASS_H
#define MOMUS_GEN_OP_CLASS_H

#include "base/strbuf.h"
#include "term/table.h"

struct op_classes;

/*
 * NULL if the text is refused: an operator that is none, a class of one. *line is
 * where, and the message goes to `error`. The table is borrowed; .sig files must
 * have been loaded before.
 */
struct op_classes *op_classes_read(const struct term_table *table, const char *text, size_t n,
                                   uint32_t *line, struct strbuf *error);
void op_classes_free(struct op_classes *classes);

/* May the one take the place of the other? OP_FORALL and OP_EXISTS are operators here. */
bool op_classes_allow(const struct op_classes *classes, uint32_t op, uint32_t other);

#endif
