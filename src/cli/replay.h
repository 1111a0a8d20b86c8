/*
 * replay.h - a test of a run, made and asked again: does it still fail?
 *
 * What was shown about a formula stays true of it: where a witness has convicted
 * whoever says unsat, any solver that says unsat fails, whether or not there is
 * a witness again. For everything else the oracle hears the case anew.
 */
#ifndef MOMUS_CLI_REPLAY_H
#define MOMUS_CLI_REPLAY_H

#include "campaign/maker.h"
#include "cli/maker_settings.h"
#include "cli/seed_files.h"

struct replay {
    struct store *store;
    struct run_record record;
    struct gen_settings settings; /* of the run's tests */
    struct solver_list solvers;   /* behind those of the run, twins: see n_usual */
    struct solve_judge judge;
    size_t n_usual; /* the others have words that a finding was seen with */
    /*
     * To bisect: the first so many may be versions of whoever is at fault (replay_is_version), and
     * are asked one at a time, together with the solvers of the run that are not.
     */
    size_t n_versions;
    struct loop loop;
    struct seed_files seeds;
    bool is_chosen; /* the solvers are not those of the run */
    struct arena arena;
};

/*
 * Gets the solvers ready: those that options name, or those of the run. Returns the
 * status to exit with if that fails: it has been said why.
 */
int replay_init(struct replay *replay, struct store *store, const struct options *options);
void replay_release(struct replay *replay);
/* Looks for seeds in a file or folder. False, with the reason. */
bool replay_add_seeds(struct replay *replay, const char *path, struct strbuf *error);

/* The worse, the greater. */
enum replay_result {
    REPLAY_NOT_ASKED, /* it is about none of these solvers */
    REPLAY_HOLDS,     /* nothing is wrong */
    REPLAY_UNTOLD,    /* it cannot be told whether it fails: see the reason */
    REPLAY_OTHERWISE, /* something else is wrong now: see the verdict */
    REPLAY_FAILS,     /* as it did */
};

struct replayed {
    enum replay_result result;
    bool is_remade; /* the test could be made again; else `unmade` says why not */
    bool is_same;   /* it is what was kept, byte by byte; true if nothing was */
    bool is_fatal;  /* making it ends momus */
    struct strbuf unmade;
    struct strbuf reason;  /* why it cannot be told whether it fails, if it cannot */
    bool is_asked;         /* it came so far */
    struct asked *answers; /* by solver */
    bool *is_silent;       /* by solver: it is not asked; NULL: all are */
    struct oracle_verdict verdict;
    const char *again; /* who gives the answer again that was shown to be wrong; or NULL */
};

/*
 * Makes the test with this id again, and asks. `finding`: the one that it showed,
 * or NULL. `script`: what was kept of it, or NULL. Afterwards *replayed is to be
 * released by replayed_release.
 */
void replay_test(struct replay *replay, const char *test, const struct store_finding *finding,
                 const char *script, size_t n, struct replayed *replayed);
/*
 * Asks one of the versions about a script that shows the finding. REPLAY_OTHERWISE: it crashes in
 * another way, or is wrong in another; REPLAY_UNTOLD: it cannot be asked, since it does not start, or
 * has no answer that says anything.
 */
void replay_version(struct replay *replay, size_t version, const struct store_finding *finding,
                    const char *script, size_t n, struct replayed *replayed);
void replayed_release(struct replayed *replayed, struct replay *replay);

/* "unsat", "sat unknown", "does not start" */
void asked_add_words(const struct asked *asked, struct strbuf *out);

#endif
