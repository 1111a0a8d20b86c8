#!/bin/bash
# The evaluator against real solvers: random ground applications of every operator that has a
# meaning, see tests/differential/differential.c. DIFFERENTIAL_COUNT says how many of each
# (80; `make soak` has 2,000 and more). A busy machine leaves solvers no time for some: half of
# them must be confirmed here, all of them in `make soak`.
#
# A z3-solver of npm takes part if MOMUS_Z3_NPM names the folder that it is installed in, as
# `momus solvers install z3@5.2.0` does it: it is slow to start.
set -u
cd "$(dirname "$0")/../.." || exit 2
exec build/release/differential -n "${DIFFERENTIAL_COUNT:-50}" -m 50 -j 2 ${MOMUS_Z3_NPM:+-z "$MOMUS_Z3_NPM"}
