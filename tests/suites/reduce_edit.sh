#!/bin/bash
# Findings of the strategy edit that are known by counting edits alone are reduced by that: fewer
# edits, shorter words, less that is hidden. The solvers are small programs of this suite: one lies
# about what it is told to, the other says nothing.
cd "${TOP:?}" && . tests/suites/helpers.bash || exit 2

# It says sat of scripts that have what each line of $tmp/lie says, unless anyone sees that they are not.
cat >"$tmp/liar" <<END
#!/bin/sh
s=\$(grep -v set-option "\$1" | tr -s ' \n' '  ')
case \$s in *true* | *false*) echo unknown && exit ;; esac
while read -r pattern; do
    echo "\$s" | grep -q -e "\$pattern" || { echo unknown && exit; }
done <"$tmp/lie"
echo sat
END
printf '#!/bin/sh\necho unknown\n' >"$tmp/other"
chmod +x "$tmp/other" "$tmp/liar"
solvers=(-s "other=$tmp/other {file}" -s "liar=$tmp/liar {file}")

# unsat_for SOLVER: the reduced script.
unsat_for() {
    if ! command -v "$1" >/dev/null; then
        skipped=$((skipped + 1)) && echo "skipped: $1 is not there"
    else
        check "$1 says that it is unsat" grep -q '^unsat' <(timeout 60 "$@" "$folder/reduced.smt2" 2>&1)
    fi
}
# a_lie NAME SHARE BYTES PATTERN...: a campaign finds it, and it is reduced to so many bytes.
a_lie() {
    local run=$tmp/$1 share=$2 bytes=$3
    shift 3
    printf '%s\n' "$@" >"$tmp/lie"
    if [ "$share" = 0 ]; then
        check 'a campaign finds it' momus 10 fuzz -j 1 --strategy edit --way spawn --run "$run" \
            "${solvers[@]}" --stop-on-finding --reduce 0 -n 1000
        check 'it is reduced' momus 0 reduce --run "$run" 1
        check 'in the way in which it was made' grep -q 'known by how it was made' "$tmp/out"
    else
        "$MOMUS" fuzz -j 1 --strategy edit --way spawn --run "$run" "${solvers[@]}" \
            --reduce "$share" -T 600 >"$tmp/out" 2>"$tmp/err" </dev/null &
        pid=$!
        check 'a campaign finds and reduces it' soon grep -q '^finding 1 is reduced' "$tmp/out"
        kill -INT $pid
        wait $pid
    fi
    folder=$(ls -d "$run"/findings/0001-*)
    check 'the lie is there' grep -q '^sat' <("$tmp/liar" "$folder/reduced.smt2")
    check 'and little else' test "$(wc -c <"$folder/reduced.smt2")" -le "$bytes"
    check 'how it was made lies beside it' "$MOMUS" fmt --check --quiet "$folder/recipe.smt2"
    momus 0 show 1 --run "$run"
    check 'it is as certain as it was' grep -q 'proven, by construction' "$tmp/out"
    tr -s ' \n' '  ' <"$tmp/out" >"$tmp/words"
    check 'the evidence counts' \
        grep -q 'becomes ".*" by [1-9] edits*, .* and the words are [2-9] edits apart' "$tmp/words"
    check 'and so does the report' grep -q 'the words are [2-9] edits apart' "$folder/report.md"
    unsat_for z3
    unsat_for cvc5 --strings-exp
}

a_lie letters 0 300 '(= (str.len c[0-9]*) 1)' '(replace_at c[0-9]'
check 'one letter is left to choose' test "$(grep -c 'declare-const' "$folder/reduced.smt2")" = 1
a_lie recursion 100 400 'define-fun-rec' '(<= 0 i[0-9]*)' '(< i[0-9]* (str.len' '(remove_at i[0-9]'
check 'one index is left to choose' test "$(grep -c 'declare-const' "$folder/reduced.smt2")" = 1
a_lie axioms 0 400 'forall.*(insert_at c i s)' '(= (str.len c[0-9]*) 1)' '(insert_at c[0-9]'
check 'one axiom is left' test "$(grep -c 'forall' "$folder/reduced.smt2")" = 1

echo
sum
