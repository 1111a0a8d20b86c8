/*
 * reduction.h - a finding of a run that is being reduced: what is kept of it, by whom
 * it is asked, and a process that does it while a campaign goes on.
 *
 *     coordinator                          reducer
 *        job          ------------------>    makes it smaller, with a share of a processor
 *                     <------------------  counts, shrinking    now and then
 *                     <------------------  best                 when something was confirmed
 *                     <------------------  reduced              in the end
 *
 * The coordinator keeps each best in the folder of the finding (STORE_BEST, STORE_RECIPE): whoever
 * goes on, now or after a power cut, goes on from there.
 */
#ifndef MOMUS_CAMPAIGN_REDUCTION_H
#define MOMUS_CAMPAIGN_REDUCTION_H

#include "campaign/wire.h"
#include "gen/gen.h"
#include "reduce/finding.h"
#include "store/store.h"

/* What is needed to reduce a finding. */
struct reduction_job {
    uint32_t number;
    enum bug bug;
    const char *accused;        /* the first who is at fault, or NULL */
    const char *command;        /* of that one, when the finding was seen; "" if it is not known */
    const char *family;         /* of that one; NULL: any */
    struct reduce_known known;  /* by how the script was made */
    enum confidence confidence; /* of the finding */
    const char *test;           /* its id, and */
    struct store_names seeds;   /* what it was made from */
    const char *script;
    size_t n_script;
    const char *best; /* what was reached before, or NULL */
    size_t n_best;
    const char *recipe; /* the same of its recipe (reduction_chain.h), or NULL */
    size_t n_recipe;
    struct store_names others; /* fingerprints of findings like it that are reduced */
};

/* How tests of the run are made again. All is borrowed. */
struct reduction_source {
    const struct gen_settings *settings; /* of its makers of tests */
    const char *folder; /* that the paths of seeds are relative to; NULL: the one at hand */
    /* The file of a seed at hand that has this content; NULL: there is none. May be NULL. */
    const char *(*find_seed)(uint64_t hash, void *context);
    void *context;
};

/* Reads it; all lies in the arena. The family is the caller's to fill in. False, with the reason. */
bool reduction_job_load(struct store *store, uint32_t number, struct arena *arena,
                        struct reduction_job *job, struct strbuf *error);
/* Can something be reduced? Open, not reduced, and a bug of a solver. */
bool reduction_is_due(const struct store_finding *finding);

/* Equal for findings that are alike at first sight: class, who is at fault, logic. */
uint64_t reduction_kind(const struct store_finding *finding);

/*
 * Those who are asked about a job: the solvers of the panel, and, if the accused had further
 * words when the finding was seen (lineup.h), one that has them.
 */
struct reduction_panel {
    struct reduce_panel panel;
    struct arena arena;
};
void reduction_panel_init(struct reduction_panel *own, const struct reduce_panel *panel,
                          const struct reduction_job *job);
void reduction_panel_release(struct reduction_panel *own);

/* What is kept of it: borrowed from the result and the property, or in the arena. */
struct store_reduction reduction_by_script(struct reduce_result *result,
                                           const struct finding_property *property,
                                           struct arena *arena);

/* How it ended. Texts are borrowed from the message when it is received. */
struct reduction_outcome {
    uint32_t number;
    bool is_done; /* else `reason` says why not; "" if it was only told to stop */
    bool waits;   /* it is not done now, but may be when files are there again */
    const char *reason;
    uint64_t bytes_at_first, bytes;
    struct store_reduction reduction;
    bool has_recipe; /* its evidence is that of its recipe, which is kept beside it */
};
/* Its lists are in the arena. */
struct reduction_outcome outcome_receive(struct wire_message *message, struct arena *arena);

/* How far it is. */
struct reduction_progress {
    uint32_t number;
    uint64_t bytes_at_first, bytes;
};
struct reduction_progress shrinking_receive(struct wire_message *message);

void job_send(struct wire_out *out, const struct reduction_job *job);

/*
 * Reduces what it is sent, one after the other, until the coordinator closes its end; takes this
 * share of its time (at most 1) and rests for the others. The loop of the panel is not used. Returns the
 * status to exit with.
 */
int reduction_serve(const struct reduce_panel *panel, const struct reduction_source *source,
                    double share, int fd);

#endif
