#!/bin/bash
# The evaluator against real solvers: random ground applications of every operator that has a
# meaning, see tests/differential/differential.c. DIFFERENTIAL_COUNT says how many of each
# (500; `make soak` has 2,000 and more).
#
# z3-solver of npm takes part if it is installed: `npm install z3-solver` in the folder
# ~/.local/share/momus/z3-solver, or in one that MOMUS_Z3_NPM names.
set -u
cd "$(dirname "$0")/../.." || exit 2
exec build/release/differential -n "${DIFFERENTIAL_COUNT:-500}" -j 2 -z tests/differential/z3npm.js
