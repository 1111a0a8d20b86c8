/*
 * reduction_chain.h - a finding of a run that is known by how its test was made: the test is made
 * again, and its recipe made smaller (reduce/chain.h).
 */
#ifndef MOMUS_CAMPAIGN_REDUCTION_CHAIN_H
#define MOMUS_CAMPAIGN_REDUCTION_CHAIN_H

#include "campaign/reduction.h"

/* All-zero before; to be released. */
struct reduction_by_chain {
    enum reduce_status status;
    bool lacks_seeds; /* they are not found: that is all that is known */
    struct reduce_result of_recipe;
    uint64_t n_calls; /* of solvers */
    /* If it is done: the script that was made last, as people read it, and what was found. */
    struct strbuf script, given, fingerprint, evidence;
    const struct store_answer *answers; /* to that script; names are borrowed from the panel */
    size_t n_answers;
    struct arena arena; /* has them */
    size_t bytes_at_first, bytes;
    enum ground ground;
    enum confidence confidence;
};
void reduction_by_chain_release(struct reduction_by_chain *chain);
/* What is kept of it; borrowed. */
struct store_reduction reduction_of_chain(struct reduction_by_chain *chain);

/* Is what the job is about known by how its test was made, and not shown as well without that? */
bool reduction_needs_chain(const struct reduction_job *job, const struct finding_property *found);
/*
 * Makes the recipe of the job's test small; options->on_best gets recipes. False, with the
 * reason, if there is none that shows the finding.
 */
bool reduction_chain(const struct reduction_job *job, const struct reduce_panel *panel,
                     const struct reduction_source *source, const struct reduce_options *options,
                     struct reduction_by_chain *chain, struct strbuf *error);
/*
 * The script of the chain, reduced further by evidence that is as good, if there is some: *finding
 * is then the property, to be freed, else NULL.
 */
struct finding_property *reduction_beyond_chain(const struct reduction_job *job,
                                                const struct reduce_panel *panel,
                                                const struct reduction_by_chain *chain);

#endif
