/*
 * panel.h - solvers for tests of properties: each is a line of shell, in which $0 is the
 * path of the script.
 */
#ifndef MOMUS_UNIT_REDUCE_PANEL_H
#define MOMUS_UNIT_REDUCE_PANEL_H

#include "reduce/finding.h"
#include "testing.h"

enum { PANEL_MOST = 3 };

struct panel {
    struct loop loop;
    struct solver solvers[PANEL_MOST];
    struct oracle_solver names[PANEL_MOST];
    struct reduce_panel base;
};

/* name, line, name, line, ..., NULL */
static inline void panel_init(struct panel *panel, const char *const *words) {
    *panel = (struct panel){0};
    size_t n = 0;
    assert_true(loop_init(&panel->loop));
    for (; words[2 * n] != NULL; n++) {
        struct strbuf text = {0};
        struct profile_error error;
        struct solver *solver = &panel->solvers[n];
        strbuf_printf(&text,
                      "(solver %s (spawn \"sh\" \"-c\" \"%s\" \"{file}\")"
                      " (crash \"Fatal failure\"))",
                      words[2 * n], words[2 * n + 1]);
        *solver = (struct solver){.name = words[2 * n], .has_profile = true};
        assert_true(profile_parse(&solver->profile, strbuf_text(&text), text.n, &error));
        solver->spawn = solver->profile.spawn;
        panel->names[n] = (struct oracle_solver){
            .name = words[2 * n], .family = words[2 * n], .version = "", .options = ""};
        strbuf_free(&text);
    }
    panel->base = (struct reduce_panel){
        .loop = &panel->loop,
        .solvers = panel->solvers,
        .names = panel->names,
        .n_solvers = n,
        .limits = {.wall_ms = 60000, .output = 1 << 20, .file_size = 1 << 20, .processes = 64},
        .jobs = 2,
    };
}

static inline void panel_release(struct panel *panel) {
    while (loop_step(&panel->loop, UINT64_MAX))
        ;
    loop_release(&panel->loop);
    for (size_t i = 0; i < panel->base.n_solvers; i++)
        solver_release(&panel->solvers[i]);
}

/* Does the candidate have the property, as far as the search can tell? */
static inline bool panel_holds(struct reduce_property *property, const char *text) {
    struct reduce_question question = {.text = text, .n = strlen(text)};
    property->ask(property, &question);
    while (question.answer == REDUCE_PENDING)
        loop_step(property->loop, UINT64_MAX);
    if (question.answer == REDUCE_HOLDS && property->accept != NULL)
        property->accept(property, &question);
    if (property->drop != NULL)
        property->drop(property, &question);
    return question.answer == REDUCE_HOLDS;
}

static inline bool panel_confirms(struct reduce_property *property, const char *text,
                                  bool is_last) {
    return property->confirm(property, text, strlen(text), is_last);
}

#endif
