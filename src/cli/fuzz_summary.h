/*
 * fuzz_summary.h - what momus fuzz says at its end: how it went, what was found,
 * and where everything is.
 */
#ifndef MOMUS_CLI_FUZZ_SUMMARY_H
#define MOMUS_CLI_FUZZ_SUMMARY_H

#include "cli/screen.h"

/* As it was shown last, but for what the engine has freed since: its tables of strategies. */
void fuzz_summary_print(const struct engine_view *last, enum engine_end end,
                        const struct screen *screen, bool is_quiet);

#endif
