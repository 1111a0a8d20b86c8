#!/bin/bash
# Campaigns that are killed lose nothing, and those in which nobody errs find nothing: a few of
# what tests/solvers/kill_campaign.sh and tests/solvers/no_false_alarms.sh do by the hundred.
set -u
cd "${TOP:?}" || exit 2
if ! command -v sqlite3 >/dev/null; then
    echo 'skipped: sqlite3 is not there'
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi
passed=0 failed=0
part() {
    if "$@" >"$TMPDIR/log" 2>&1; then passed=$((passed + 1)); else
        failed=$((failed + 1)) && echo "FAIL $*" && tail -n 20 "$TMPDIR/log"
    fi
}
part tests/solvers/kill_campaign.sh -c 2 -w 2 -n 120 -g 0 -r 1
part tests/solvers/no_false_alarms.sh -m truth -n 200
part tests/solvers/no_false_alarms.sh -m lies -n 100 -l 20 seeds/QF_BV seeds/QF_LIA
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
