#!/bin/bash
# The evaluator against real solvers: random ground applications of every operator that has a
# meaning, see tests/differential/differential.c. DIFFERENTIAL_COUNT says how many of each
# (200; `make soak` has 2,000 and more). A busy machine leaves solvers no time for some: half of
# them must be confirmed here, all of them in `make soak`.
#
# z3-solver of npm takes part if it is installed: `npm install z3-solver` in the folder
# ~/.local/share/momus/z3-solver, or in one that MOMUS_Z3_NPM names.
set -u
cd "$(dirname "$0")/../.." || exit 2
exec build/release/differential -n "${DIFFERENTIAL_COUNT:-200}" -m 50 -j 2 -z tests/differential/z3npm.js
