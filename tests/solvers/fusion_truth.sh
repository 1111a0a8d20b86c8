#!/bin/bash
# fusion_truth.sh [-n NUMBER] [-t MS] [-s SEED] [-k FOLDER] [-c] FOLDER...
#
# Fuses the seeds below the folders, half of the tests unsatisfiable, and gives each to z3 and
# cvc5. The two must never agree against the truth that is claimed. What one alone says against
# it is likely a bug of that solver: it is listed, and kept in a folder for the next look.
#
#   -n NUMBER    of tests (2000)
#   -t MS        for each solver and test (500)
#   -s SEED      start of the random numbers (0)
#   -c           evaluate each whole test under its witness (--check); campaigns do without
#   -k FOLDER    where tests are kept that a solver answers against the truth (fusion-found)
#
# Run `momus seeds label FOLDER...` first: seeds that are satisfiable need a witness.
# Status: 0 if the solvers never agree against the truth, 1 otherwise, 2 on wrong usage.
set -u
momus=${MOMUS_RELEASE:-build/release/momus}
number=2000 ms=500 seed=0 keep=fusion-found check=()
usage() {
    sed -n '2s/^# /usage: /p' "$0" >&2
    exit 2
}
while getopts n:t:s:k:c option; do
    case $option in
    n) number=$OPTARG ;;
    t) ms=$OPTARG ;;
    s) seed=$OPTARG ;;
    k) keep=$OPTARG ;;
    c) check=(--check) ;;
    *) usage ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || usage

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$keep"

# Mixed pairs come out both ways, so that half of all tests are unsatisfiable.
for mode in sat unsat mixed; do
    share=$((number * 3 / 8))
    [ $mode != mixed ] || share=$((number / 4))
    "$momus" mutate -q --labels --strategy fusion --mode $mode --seed "$seed" "${check[@]}" -n $share \
        --out "$tmp/$mode" "$@" || exit 2
done

ask() { # ask SOLVER FILE: sat, unsat or none
    local answer
    case $1 in
    z3) answer=$(timeout 20 z3 -t:"$ms" "$2" 2>/dev/null | head -n 1) ;;
    *) answer=$(timeout 20 cvc5 -q --strings-exp --fp-exp --tlimit="$ms" "$2" 2>/dev/null | head -n 1) ;;
    esac
    case $answer in
    sat | unsat) echo "$answer" ;;
    *) echo none ;;
    esac
}

declare -A count=()
agreed=0
for file in "$tmp"/*/*.smt2; do
    truth=$(sed -n '1s/.* truth=\([a-z]*\) .*/\1/p' "$file")
    against=0
    for solver in z3 cvc5; do
        answer=$(ask $solver "$file")
        [ "$answer" = "$truth" ] && answer=right
        count[$truth $solver $answer]=$((${count[$truth $solver $answer]:-0} + 1))
        if [ "$answer" != right ] && [ "$answer" != none ]; then
            against=$((against + 1))
            cp "$file" "$keep/$solver-says-$answer-${file##*/}"
            echo "$solver says $answer, not $truth: $keep/$solver-says-$answer-${file##*/}"
        fi
    done
    if [ $against -eq 2 ]; then
        agreed=$((agreed + 1))
        echo "BOTH are against the truth: ${file##*/}"
    fi
done

for key in "${!count[@]}"; do
    echo "truth $key: ${count[$key]}"
done | sort
echo "$agreed tests on which both are against the truth"
[ $agreed -eq 0 ]
