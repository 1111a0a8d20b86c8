/*
 * report.h - a run in each of the formats of formats.def, and single findings as
 * they are pasted into an issue tracker.
 */
#ifndef MOMUS_REPORT_REPORT_H
#define MOMUS_REPORT_REPORT_H

#include "report/run.h"

typedef void report_add_fn(const struct report_run *run, struct strbuf *out);

#define FORMAT(name, endings) report_add_fn report_add_##name;
#include "report/formats.def"
#undef FORMAT

struct report_format {
    const char *name;
    const char *endings; /* of file names, with blanks between */
    report_add_fn *add;
};
/* All of them; an empty row at the end. The first is the usual one. */
extern const struct report_format report_formats[];
/* NULL if there is none of this name; or none for files with such a name. */
const struct report_format *report_format_find(const char *name);
const struct report_format *report_format_of_file(const char *path);

/*
 * report.md: title, class, formula, what was expected and what came, why, and the
 * commands. `file` is what the script is called there.
 */
void report_add_issue(const struct report_finding *whole, const char *file, struct strbuf *out);

#endif
