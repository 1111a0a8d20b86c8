#!/bin/bash
# The models that real solvers give for our satisfiable seeds, judged: none is false, none is
# refused, no operator is without a meaning, and few are undecided.
# tests/solvers/judge_models.sh alone asks about more, and longer.
set -u
tmp=${TMPDIR:?}
passed=0 failed=0 skipped=0
undecided_percent=5 # of all, also with quantifiers; judge_models.sh itself wants less without

"$TOP/tests/solvers/judge_models.sh" -t 1 "$TOP/seeds" >"$tmp/judged" 2>&1
grep -E '^skip' "$tmp/judged"
if [[ $(tail -n 1 "$tmp/judged") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
    passed=${BASH_REMATCH[1]}
    failed=${BASH_REMATCH[2]}
    undecided=${BASH_REMATCH[3]}
    skipped=$(grep -c '^skip' "$tmp/judged")
else
    undecided=0
    failed=1
fi

without_meaning=$(grep -c '^unsupported' "$tmp/judged")
if [ "$without_meaning" -gt 0 ]; then
    echo "FAIL $without_meaning models meet an operator without a meaning"
    failed=$((failed + without_meaning))
fi
if [ $((undecided * 100)) -gt $(((passed + undecided) * undecided_percent)) ]; then
    echo "FAIL $undecided of $((passed + undecided)) models are undecided"
    failed=$((failed + 1))
fi
[ "$failed" -eq 0 ] || cat "$tmp/judged"

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
