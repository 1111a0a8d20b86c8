#!/bin/bash
# What solvers print about models, values and unsat cores, read by momus.
#
#   tests/golden/models/NAME.smt2         a script that asks
#   tests/golden/models/NAME.SOLVER.out   what the solver printed
#   tests/golden/models/NAME.SOLVER.gold  how that is read, or why it is refused
#
# Where a solver is installed, it is asked again: whatever it prints now must be read as well, and
# values (values*.smt2) must not contradict each other or the script for `momus eval`.
# `tests/suites/models.sh update [SOLVER]` asks the solvers and writes the last two anew.
set -u
cd "$(dirname "$0")/../.." || exit 2
reader=build/asan/tests/lang/test_model
folder=tests/golden/models
tmp=${TMPDIR:-/tmp}
passed=0 failed=0 skipped=0

good() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)) && printf 'FAIL %s\n' "$1"; }

# ask SOLVER FILE: prints the answer, as far as there is one within the limits. A comment
# "; SOLVER: OPTION..." in the script gives it more options.
ask() {
    local -a command options
    read -ra options < <(sed -n "s/^; $1: //p" "$2")
    case $1 in
    z3) command=(z3 -T:5 -memory:2000) ;;
    cvc4) command=(cvc4 --lang=smt2.6 --tlimit=5000) ;;
    cvc5) command=(cvc5 -q --lang=smt2.6 --tlimit=5000) ;;
    *) return 2 ;;
    esac
    timeout -k 1 10 "${command[@]}" "${options[@]}" "$2" 2>/dev/null </dev/null
}

# answered FILE: does the output start with an answer, and with no error behind it?
answered() {
    [[ $(head -n 1 "$1") =~ ^(sat|unsat)$ ]] && ! sed -n 2p "$1" | grep -q '^(error'
}

# consistent NAME SCRIPT ANSWER: no values, or such that eval neither refuses them nor finds false.
consistent() {
    [[ $1 == values* ]] || return 0
    "$MOMUS" eval --model "$3" "$2" >"$tmp/judged" 2>&1
    local status=$?
    [ $status -ne 1 ] && [ $status -ne 3 ] && [ $status -lt 64 ]
}

if [ "${1:-}" = update ]; then
    for script in "$folder"/*.smt2; do
        for solver in ${2:-z3 cvc4 cvc5}; do
            out=${script%.smt2}.$solver.out
            ask "$solver" "$script" >"$out"
            if answered "$out"; then
                "$reader" "$script" "$out" >"${out%.out}.gold"
            else
                rm -f "$out" "${out%.out}.gold"
            fi
        done
    done
    exit
fi

for out in "$folder"/*.out; do
    name=${out##*/}
    gold=${out%.out}.gold
    "$reader" "${out%.*.out}.smt2" "$out" >"$tmp/read" 2>&1
    status=$?
    if { [ $status -eq 0 ] || [ $status -eq 3 ]; } && diff -u "$gold" "$tmp/read"; then
        good
    else
        bad "$name: status $status"
    fi
done

for solver in z3 cvc4 cvc5; do
    if ! command -v "$solver" >/dev/null; then
        echo "skip: $solver is not installed"
        skipped=$((skipped + 1))
        continue
    fi
    for stored in "$folder"/*."$solver".out; do
        name=${stored##*/}
        script=${stored%."$solver".out}.smt2
        grep -q ': error: ' "${stored%.out}.gold" && continue # printed so that nobody can read it
        ask "$solver" "$script" >"$tmp/now"
        if ! answered "$tmp/now"; then
            echo "skip: $solver gives no answer to ${script##*/}"
            skipped=$((skipped + 1))
        elif ! consistent "$name" "$script" "$tmp/now"; then
            bad "$name, judged"
            cat "$tmp/now" "$tmp/judged"
        elif "$reader" "$script" "$tmp/now" >"$tmp/read" 2>&1 && ! grep -q ' again' "$tmp/read"; then
            good
        else
            bad "$name, asked now"
            cat "$tmp/read"
        fi
    done
done

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
