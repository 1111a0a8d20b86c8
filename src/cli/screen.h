/*
 * screen.h - how a campaign goes, for people: on a terminal a live view that is
 * drawn in place, on a pipe a line now and then, and what is new at once.
 *
 * The live view is on the terminal's other page, so that what was there before
 * comes back. The terminal is given back however momus ends, but for SIGKILL.
 */
#ifndef MOMUS_CLI_SCREEN_H
#define MOMUS_CLI_SCREEN_H

#include "cli/frame.h"

/* What was counted at some time, for rates. */
struct screen_sample {
    uint64_t ns, tests, calls;
};
enum { SCREEN_SAMPLES = 12 };

struct screen {
    bool is_quiet, is_live, said_stopping;
    enum paint_how how;
    uint64_t next_frame, next_line, next_look; /* on the monotonic clock: when it is due */
    struct screen_sample samples[SCREEN_SAMPLES];
    size_t n_samples;
    struct arena arena;         /* of the findings */
    store_finding_vec findings; /* open ones */
    uint32_t old;               /* the greatest number from before this time */
    uint64_t memory, memory_of_workers;
    struct strbuf frame;
};

/* Takes the terminal, if there is one. */
void screen_init(struct screen *screen, struct store *store, bool is_quiet);
/* An engine_show_fn; the context is the screen. */
void screen_show(const struct engine_view *view, const struct store_finding *news, void *screen);
/* Gives the terminal back. The findings, as they are now, stay until screen_release. */
void screen_finish(struct screen *screen, struct store *store);
void screen_release(struct screen *screen);

#endif
