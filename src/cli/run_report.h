/*
 * run_report.h - the reports that lie in a run directory: report.md beside each
 * finding, and report.html of all.
 */
#ifndef MOMUS_CLI_RUN_REPORT_H
#define MOMUS_CLI_RUN_REPORT_H

#include "report/report.h"

/*
 * Writes report.md into the folder of the finding; and, as that may have more now, into the folder of
 * the one that goes on for it, if it is a duplicate. Where the folder is gone, nothing is written. False,
 * with the reason.
 */
bool run_report_finding(struct store *store, uint32_t number, struct strbuf *error);
/*
 * Says on standard error which files of a finding cannot be read. False if there are such, which
 * is no reason to be silent about the finding.
 */
bool run_report_is_whole(const struct report_finding *finding);
/*
 * Adds the run in this format to `out`. Where files of findings cannot be read, that is in it, is said
 * on standard error, and *is_whole is false.
 */
bool run_report_add(struct store *store, const struct report_format *format, bool all,
                    struct strbuf *out, bool *is_whole, struct strbuf *error);
/* Findings have changed while there is no campaign: stats.json and report.html tell the same again. */
bool run_report_change(struct store *store, struct strbuf *error);
/* Writes report.html into the run, and report.md of each open finding as it is now. */
bool run_report_all(struct store *store, struct strbuf *error);

#endif
