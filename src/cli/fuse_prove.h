/*
 * fuse_prove.h - proving fusion functions with solvers.
 *
 * A function is right if no inputs and constants exist that fulfil its conditions,
 * give z, and do not come back. A function for many sorts is proven for some of them.
 */
#ifndef MOMUS_CLI_FUSE_PROVE_H
#define MOMUS_CLI_FUSE_PROVE_H

#include "cli/options.h"
#include "gen/fusion_function.h"

struct fuse_prover;

/* NULL, with an exit status, if there is no solver: it has been said. All are borrowed. */
struct fuse_prover *fuse_prover_new(const struct options *options, struct term_table *table,
                                    struct eval *eval, int *status);
void fuse_prover_free(struct fuse_prover *prover);
/* Prints what became of it, and returns an exit status. */
int fuse_prove(struct fuse_prover *prover, const struct fusion_function *function);

#endif
