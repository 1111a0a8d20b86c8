/*
 * program.h - the property that a program of the user's checks: it ends with status
 * 0 for a script that is to be kept, and with any other for one that is not.
 *
 * It is started in an empty folder of its own, in which the candidate lies under
 * the name of the input, and gets its path as argument: so it finds it as scripts
 * for C-Reduce do, or as others do.
 */
#ifndef MOMUS_REDUCE_PROGRAM_H
#define MOMUS_REDUCE_PROGRAM_H

#include "proc/child.h"
#include "reduce/reduce.h"

struct program_property;

/*
 * `path` is absolute; `name` is that of the file. The limits are what the program may take;
 * its time becomes less once it is known what it takes. All is copied but the loop.
 */
struct program_property *program_property_new(struct loop *loop, const char *path, const char *name,
                                              struct child_limits limits);
void program_property_free(struct program_property *property);
struct reduce_property *program_property_base(struct program_property *property);
/* Why what was confirmed last was not; `text` is the script as its user has it. Waits. */
const char *program_property_explain(struct program_property *property, const char *text, size_t n);

#endif
