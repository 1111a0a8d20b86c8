/*
 * replay_result.h - what the answers to a test that was asked again say about its finding.
 *
 * It still fails, it does not, or that cannot be told: an error, a refusal or a timeout is no
 * sign that anything was mended.
 */
#ifndef MOMUS_CLI_REPLAY_RESULT_H
#define MOMUS_CLI_REPLAY_RESULT_H

#include "cli/replay.h"
#include "report/finding.h"

/* Is the finding about any of the solvers? */
bool replay_concerns(struct replay *replay, const struct store_finding *finding);
/*
 * Is this one, of those that the user names as versions, a version of who is at fault? By its
 * profile, which says the family. A command that no profile knows is what the run knows by its name
 * or its program; where that is nothing, it is a version only if the user says so: is_claimed.
 */
bool replay_is_version(struct replay *replay, const struct store_finding *finding, size_t solver,
                       bool is_claimed);
/* Is momus itself at fault? */
bool replay_accuses_momus(const struct store_finding *finding);
/*
 * Is a bug of this class that a solver shows now the one of the finding? A crash or failed self-check
 * also has to be the same failure, in whatever version (oracle/failure.h).
 */
bool replay_is_same_bug(struct replay *replay, const struct store_finding *old, enum bug bug,
                        size_t solver, const struct asked *asked);
bool replay_is_same_failure(struct replay *replay, const struct store_finding *finding,
                            size_t solver, const struct asked *asked);
/* The answer to its formula that a bug of this class is; false if no answer alone is one. */
bool replay_wrong_answer(enum bug bug, enum answer_kind *kind);
/*
 * Does what a solver says, where nothing was found wrong with it, tell that the finding (or NULL)
 * does not show? False, with the reason: it has no answer, or the same as before.
 */
bool replay_is_told(const struct store_finding *finding, const struct asked *asked,
                    const char *solver, struct strbuf *reason);
/* By the answers and the verdict; sets again, and the reason if it cannot be told. */
enum replay_result replay_result_of(struct replay *replay, const struct store_finding *finding,
                                    struct replayed *replayed);

#endif
