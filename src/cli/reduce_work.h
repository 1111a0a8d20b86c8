/*
 * reduce_work.h - what momus reduce does: inputs, each reduced in turn.
 *
 *     cmd_reduce.c     who is asked, and which inputs
 *     reduce_input.c   a script: what is wrong with it, and that made smaller
 *     reduce_stored.c  a finding of a run: the same, or by how its test was made
 *     reduce_files.c   the result on the disk, and the best so far
 *     reduce_tell.c    what people read meanwhile and in the end
 */
#ifndef MOMUS_CLI_REDUCE_WORK_H
#define MOMUS_CLI_REDUCE_WORK_H

#include "base/file.h"
#include "campaign/reduction_chain.h"
#include "cli/options.h"
#include "cli/run_record.h"
#include "cli/seed_files.h"
#include "cli/solve_verdict.h"
#include "reduce/program.h"

/* All that one start of the command has. */
struct reduction {
    const struct options *options;
    struct solver_list solvers;
    struct solve_judge judge;
    struct loop loop;
    struct reduce_panel panel;
    struct store *store; /* of --run, or NULL */
    struct run_record record;
    struct gen_settings settings; /* of the run's makers of tests */
    struct seed_files seeds;      /* of the run, once they are looked for */
    struct arena arena;
    bool is_stopped; /* an input, by an interrupt, before it was through */
    size_t n_left;   /* inputs that were not begun because of that */
    int status;
};

/* One input, while it is reduced. */
struct reduce_work {
    struct reduction *reduction;
    const char *path;
    struct reduce_files *files; /* NULL: it is a finding of a run, and the store takes the result */
    uint32_t number;            /* of that finding */
    const struct reduction_job *job;   /* the same, or NULL */
    const struct reduce_panel *panel;  /* who is asked about it */
    struct finding_property *property; /* what is kept, if it is a finding; else NULL */
    struct reduction_by_chain *chain;  /* reached already, and stands if no more comes; or NULL */
    const char *best_file;             /* of a finding of a run: where the best so far is kept */
    struct program_property *program;  /* what is kept, if the user's program says it; else NULL */
    struct file_text text;
    uint64_t started, next_progress;
    size_t n_steps;
    struct strbuf error;
};

/* The worst status counts. */
void reduce_worsen(struct reduction *reduction, int status);
/* The input was interrupted before it was through. */
void reduce_stop(struct reduce_work *work, const struct reduce_result *result);

/* ---- a script ---- */

void reduce_file(struct reduction *reduction, const char *path);
/* BUG_COUNT for no name, and for one that no class has. */
enum bug reduce_find_bug(const char *name);
/* A finding of this class, or the worst; of this family, if that is not NULL. */
void reduce_finding(struct reduce_work *work, enum bug bug, const char *family);
/* By what is seen of the script itself. */
void reduce_shown(struct reduce_work *work, struct finding_property *property);
/* The callbacks that all ways of reducing share; the rest is the caller's to fill in. */
struct reduce_options reduce_work_options(struct reduce_work *work);

/* ---- a finding of a run ---- */

/* Those of these numbers; without numbers, all that are due. */
void reduce_run(struct reduction *reduction, const u32_vec *numbers);
/*
 * By how its test was made; further, if there is evidence for that. False: it cannot be; `reason`
 * is then why, if seeds are all that lacks.
 */
bool reduce_chain(struct reduce_work *work, struct strbuf *reason);
/* Ends with what a chain has reached. */
void reduce_finish_chain(struct reduce_work *work, struct reduction_by_chain *chain);
/* Puts the result into the run. With a recipe: its evidence is that, and it stays. */
bool reduce_keep_stored(struct reduce_work *work, const struct store_reduction *reduction,
                        bool has_recipe);

/* ---- the result on the disk ---- */

struct reduce_files {
    char *out;     /* the result */
    char *best;    /* the best so far: `out`, unless there is a finished result already */
    char *old;     /* where what was there before is kept, if the result took its place; or NULL */
    char *given;   /* the result as who is at fault got it, where that says more; or NULL */
    bool is_usual; /* `out` is where the user did not say: what is there may be something else */
    bool out_is_of_input; /* what is finished there is of the input as it is now */
    bool from_out;        /* what there is to go on from is that */
    const char *reached;  /* the one of them that has the best so far; NULL: none */
    uint64_t hash;        /* of the input */
};
/* Said before anybody is asked: can a result be written? `out` is NULL for the usual place. */
bool reduce_files_can_be_kept(const char *in, const char *out, struct strbuf *error);
/* The same `out`. False, with the reason, if something is in the way. */
bool reduce_files_init(struct reduce_files *files, const char *in, const struct file_text *text,
                       const char *out, struct strbuf *error);
void reduce_files_release(struct reduce_files *files);
/* What an earlier run has reached, if it was about this input. To be freed if true. */
bool reduce_files_read_best(struct reduce_files *files, struct file_text *best);
bool reduce_files_keep_best(struct reduce_files *files, const char *text, size_t n,
                            struct strbuf *error);
/* The result is finished; `went_on`: it was made of what an earlier run has reached. */
bool reduce_files_keep(struct reduce_files *files, const char *text, size_t n, bool went_on,
                       struct strbuf *error);
/* Beside the result, as OUT.SOLVER.smt2; what was there under that name is kept. */
bool reduce_files_keep_given(struct reduce_files *files, const char *solver, const char *text,
                             size_t n, struct strbuf *error);

/* ---- what people read ---- */

void reduce_tell_progress(const struct reduce_progress *progress, void *context);
void reduce_clear_progress(const struct reduce_work *work);
/* Also writes it, with --steps. */
void reduce_tell_step(const char *text, size_t n, const char *pass, void *context);
void reduce_tell_finding(const struct reduce_work *work, const struct finding *finding);
void reduce_tell_result(const struct reduce_work *work, const struct reduce_result *result,
                        const struct reduce_property *property);
/* Where the best so far is. */
void reduce_tell_stopped(const struct reduce_work *work, const struct reduce_result *result);
/* That some inputs were not begun, if so; and how to go on. */
void reduce_tell_rest(const struct reduction *reduction);
void reduce_complain(const struct reduce_work *work, const char *text);

#endif
