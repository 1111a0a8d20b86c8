#!/bin/bash
# Sessions of the real solvers over many queries, each with an answer of its own: see
# tests/solvers/sessions.c. SESSIONS_COUNT says how many in each (1,500; `make soak` has up to
# 100,000).
set -u
cd "$(dirname "$0")/../.." || exit 2
exec build/asan/sessions -n "${SESSIONS_COUNT:-1500}"
