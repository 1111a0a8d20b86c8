#!/bin/bash
# The models that real solvers give for 60 of our satisfiable seeds, from all logics, judged: none is
# false, none is refused, no operator is without a meaning, and few are undecided.
# tests/solvers/judge_models.sh alone asks about all of them, and longer.
set -u
tmp=${TMPDIR:?}
passed=0 failed=0 skipped=0
undecided_percent=3 # of all, also of those with quantifiers

# What solvers print so that nobody can read it.
unreadable='^no-model: z3: QF_UF/named-and-quoted\.smt2:' # a sort without its bars

bad() {
    failed=$((failed + 1))
    printf 'FAIL %s\n' "$1"
}

"$TOP/tests/solvers/judge_models.sh" -n 60 -t 1 "$TOP/seeds" >"$tmp/judged" 2>&1
grep -E '^skip' "$tmp/judged"
skipped=$(grep -cE "^skip|$unreadable" "$tmp/judged")
if [[ $(tail -n 1 "$tmp/judged") =~ ^([0-9]+)\ passed,\ [0-9]+\ failed,\ ([0-9]+)\ skipped$ ]]; then
    passed=${BASH_REMATCH[1]}
    undecided=${BASH_REMATCH[2]}
    while IFS= read -r line; do
        bad "$line"
    done < <(grep -E '^(false|no-model|unsupported|status-)' "$tmp/judged" | grep -vE "$unreadable")
    if [ $((undecided * 100)) -gt $(((passed + undecided) * undecided_percent)) ]; then
        bad "$undecided of $((passed + undecided)) models are undecided"
    fi
else
    bad "judge_models.sh ends with $(tail -n 1 "$tmp/judged")"
fi
[ "$failed" -eq 0 ] || cat "$tmp/judged"

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
