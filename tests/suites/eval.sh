#!/bin/bash
# What `momus eval` says.
#
#   tests/golden/eval/NAME.smt2     is judged,
#   tests/golden/eval/NAME.model    under this model, if it exists,
#   tests/golden/eval/NAME.options  with these options, one word per line;
#   tests/golden/eval/NAME.gold     is what it prints, and its exit status.
#   tests/golden/eval/terms         are evaluated by --term, one per line; terms.gold
#
# UPDATE=1 rewrites the .gold files: read the difference before you keep it.
set -u
cd "${TOP:?}/tests/golden/eval" || exit 2
tmp=${TMPDIR:?}
passed=0 failed=0

# same NAME: $tmp/out is as NAME.gold has it; with UPDATE=1 that is made so.
same() {
    [ -z "${UPDATE:-}" ] || cp "$tmp/out" "$1.gold"
    if diff -u "$1.gold" "$tmp/out"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL eval/$1"
    fi
}

for script in *.smt2; do
    name=${script%.smt2}
    options=()
    [ ! -f "$name.options" ] || mapfile -t options <"$name.options"
    [ ! -f "$name.model" ] || options+=(--model "$name.model")
    timeout 60 "$MOMUS" eval "${options[@]}" "$script" >"$tmp/out" 2>&1 </dev/null
    echo "status $?" >>"$tmp/out"
    same "$name"
done

while IFS= read -r term; do
    echo "$term"
    timeout 60 "$MOMUS" eval --term "$term" >"$tmp/value" 2>&1 </dev/null
    status=$?
    sed 's/^/    /' "$tmp/value"
    [ $status -eq 0 ] || echo "    status $status"
done <terms >"$tmp/out"
same terms

# Each of many values says what the argument of the next one is: in either order they are all taken.
chain() {
    awk -v n=4000 -v order="$1" 'BEGIN {
        print "(declare-fun f (Int) Int)\n(declare-const t0 Int)"
        for (i = 1; i < n; i++)
            printf "(define-fun t%d () Int (f t%d))\n", i, i - 1
        print "(check-sat)"
        print "sat\n(" >"/dev/stderr"
        for (i = 0; i < n; i++) {
            at = order == "rising" ? i : n - 1 - i
            printf "(t%d %d)\n", at, at >"/dev/stderr"
        }
        print ")" >"/dev/stderr"
    }' >"$tmp/chain.smt2" 2>"$tmp/chain.model"
    timeout 60 "$MOMUS" eval --model "$tmp/chain.model" "$tmp/chain.smt2" </dev/null | tail -n 1
}
for order in rising falling; do
    if [ "$(chain $order)" = true ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL a chain of values in $order order"
    fi
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
