#!/usr/bin/env bash
# Asks real solvers for models of satisfiable scripts, and momus what they are worth.
#
#   judge_models.sh [-n N] [-t SECONDS] [-s SOLVERS] [-l LOGICS] [-k DIR] [DIR]
#
#   -n N         at most N files, spread over the logics, smallest first (default: all)
#   -t SECONDS   for one query (default 3)
#   -s SOLVERS   which to ask (default "z3 cvc5 cvc4")
#   -l LOGICS    only of logics that match this extended regular expression as a whole
#   -k DIR       keep what the solvers print there; what is there already is not asked again
#   DIR          the folder of scripts (default: ../shared/seeds, or seeds/ of this repository)
#
# A file counts as satisfiable if it lies in a folder "sat", or if it says :status sat and
# nothing else. It is asked without its :status, with (get-model) behind each check. An answer
# with an "(error" or "unsupported" in it is none; if the logic may be why, ALL is tried. For
# each model, momus says one of
#
#   true          all formulas are true, with some choice where the standard leaves one
#   false         they are false: the model is wrong, or momus is
#   needs-choice, limit, unsupported, timeout      not decided
#   no-model      momus cannot read it
#
# What is not true is listed, with what momus took more than 2 s for. Of the quantifier-free
# logics, at most 2 in 100 may be undecided.
#
# momus is $MOMUS_RELEASE, or that of build/release. Status: 0 if nothing is false, not read,
# or undecided too often, 1 otherwise, 2 on wrong usage.

set -eu

usage() {
    echo "usage: ${0##*/} [-n N] [-t SECONDS] [-s SOLVERS] [-l LOGICS] [-k DIR] [DIR]" >&2
    exit 2
}

most=1000000
seconds=3
judge_seconds=30
slow_ms=2000
wanted="z3 cvc5 cvc4"
logics='.*'
keep=
while getopts n:t:s:l:k: option; do
    case $option in
    n) most=$OPTARG ;;
    t) seconds=$OPTARG ;;
    s) wanted=$OPTARG ;;
    l) logics=$OPTARG ;;
    k) keep=$OPTARG ;;
    *) usage ;;
    esac
done
shift $((OPTIND - 1))
[[ $most =~ ^[1-9][0-9]*$ && $seconds =~ ^[1-9][0-9]*$ && $# -le 1 ]] || usage

top=$(cd "$(dirname "$0")/../.." && pwd)
momus=${MOMUS_RELEASE:-$top/build/release/momus}
if [ $# -eq 1 ]; then
    seeds=$1
elif [ -d "$top/../shared/seeds" ]; then
    seeds=$top/../shared/seeds
else
    seeds=$top/seeds
fi
[ -d "$seeds" ] || { echo "${0##*/}: no folder $seeds" >&2; exit 2; }
[ -x "$momus" ] || { echo "${0##*/}: no program $momus" >&2; exit 2; }
seeds=$(cd "$seeds" && pwd)

solvers=()
for solver in $wanted; do
    if command -v "$solver" >/dev/null; then
        solvers+=("$solver")
    else
        echo "skip: $solver is not there; going on without it"
    fi
done
if [ ${#solvers[@]} -eq 0 ]; then
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -n "$keep" ]; then
    mkdir -p "$keep"
    answers=$(cd "$keep" && pwd)
else
    answers=$work/answers
    mkdir "$answers"
fi

# "LOGIC PATH" of the files to ask about: the smallest of every logic, then the second, ...
choose() {
    # shellcheck disable=SC2016 # those are awk's dollars
    find "$seeds" -name '*.smt2' -type f -printf '%s\t%p\n' | LC_ALL=C sort -k1,1n -k2 | cut -f2- |
        xargs -d '\n' awk -v logics="^($logics)\$" '
            function finish() {
                if (path != "" && (sat || path ~ /\/sat\//) && !other && logic ~ logics)
                    print ++rank[logic], logic, path
            }
            FNR == 1 { finish(); path = FILENAME; logic = "none"; sat = other = 0 }
            /^ *;/ { next }
            logic == "none" && match($0, /\(set-logic +[A-Z_]+/) {
                logic = substr($0, RSTART + 11, RLENGTH - 11)
                gsub(/ /, "", logic)
            }
            /:status +sat/ { sat = 1 }
            /:status +unsat/ { other = 1 }
            END { finish() }' |
        LC_ALL=C sort -s -k1,1n -k2,2 | head -n "$most" | cut -d' ' -f2- | LC_ALL=C sort -s -k1,1
}

# print_query FILE: what the solvers are asked.
print_query() {
    echo '(set-option :produce-models true)'
    sed -E -e '/^[ \t]*;/b' \
        -e 's/\(set-info[ \t]+:status[ \t]+[a-z]+[ \t]*\)//g' \
        -e 's/\((exit|get-[a-z-]+)\)//g' -e 's/^\(get-.*$//' \
        -e 's/^[ \t]*\(check-sat-assuming.*$/&\n(get-model)/' \
        -e 's/\(check-sat\)/&\n(get-model)/g' "$1"
}

# run SOLVER QUERY ANSWER
run() {
    local solver=$1 query=$2 answer=$3
    local -a command
    case $solver in
    z3) command=(z3 "-T:$seconds" -memory:2000) ;;
    cvc5) command=(cvc5 -q "--tlimit=$((seconds * 1000))" --produce-models --strings-exp --fp-exp) ;;
    *) command=("$solver" -q "--tlimit=$((seconds * 1000))" --produce-models --strings-exp) ;;
    esac
    if [ "$solver" != z3 ] && grep -qE '\((push|check-sat-assuming)' "$query"; then
        command+=(--incremental)
    fi
    # The braces keep what the shell says of a solver that crashes out of sight.
    { timeout $((seconds + 3)) "${command[@]}" "$query" >"$answer" 2>/dev/null </dev/null || true; } 2>/dev/null
}

# has_models QUERY ANSWER: each check is answered by sat, and nothing is wrong.
has_models() {
    ! grep -qE '^(\(error|unsupported)' "$2" && ! grep -qxE 'unsat|unknown|timeout' "$2" &&
        [ "$(grep -cx sat "$2")" -eq "$(grep -cE '^\(get-model\)' "$1")" ]
}

# ask SOLVER FILE ANSWER: the models of all checks, or an empty file.
ask() {
    local solver=$1 file=$2 answer=$3
    if [ "$solver" = cvc4 ] && grep -qE 'FloatingPoint|Float[0-9]|RoundingMode|to_fp' "$file"; then
        : >"$answer" # Debian builds it without floats
        return
    fi
    print_query "$file" >"$work/query.smt2"
    run "$solver" "$work/query.smt2" "$work/answer"
    if grep -qE '^(\(error|unsupported)' "$work/answer"; then
        sed -i -E 's/\(set-logic[ \t]+[A-Z_]+\)/(set-logic ALL)/' "$work/query.smt2"
        run "$solver" "$work/query.smt2" "$work/answer"
    fi
    has_models "$work/query.smt2" "$work/answer" || : >"$work/answer"
    cp "$work/answer" "$answer"
}

# judge FILE ANSWER: sets verdict, what momus said, and how long it took in ms.
judge() {
    local file=$1 answer=$2 start=${EPOCHREALTIME/[.,]/} status=0
    timeout "$judge_seconds" "$momus" eval --model "$answer" "$file" >"$work/said" 2>&1 || status=$?
    took=$(((${EPOCHREALTIME/[.,]/} - start) / 1000))
    case $status in
    0 | 1 | 6) verdict=$(tail -n 1 "$work/said") ;;
    3) verdict=no-model ;;
    124) verdict=timeout ;;
    *) verdict=status-$status ;;
    esac
}

declare -A count=()
add() { count["$1 $2"]=$((${count["$1 $2"]:-0} + 1)); }

# ask_about LOGIC PATH
ask_about() {
    local logic=$1 path=$2 shown=${2#"$seeds"/} solver answer group
    add "$logic" files
    add all files
    for solver in "${solvers[@]}"; do
        answer=$answers/${shown//\//__}.$solver.out
        [ -f "$answer" ] || ask "$solver" "$path" "$answer"
        [ -s "$answer" ] || continue
        judge "$path" "$answer"
        for group in "$logic" "$solver" all; do
            add "$group" models
            add "$group" "$verdict"
        done
        case $logic in
        QF_*)
            add quantifier-free models
            add quantifier-free "$verdict"
            ;;
        esac
        if [ "$verdict" != true ]; then
            echo "$verdict: $solver: $shown$([ "$verdict" != no-model ] || echo ": $(head -n 1 "$work/said")")"
        fi
        [ "$took" -lt "$slow_ms" ] || echo "slow: $took ms: $solver: $shown"
    done
}

choose >"$work/chosen"
while read -r logic path; do
    ask_about "$logic" "$path"
done <"$work/chosen"

verdicts="true false needs-choice limit unsupported timeout no-model"

# undecided GROUP: how many models
undecided() {
    local n=${count["$1 models"]:-0}
    echo $((n - ${count["$1 true"]:-0} - ${count["$1 false"]:-0} - ${count["$1 no-model"]:-0}))
}

# line GROUP: of the table.
line() {
    local verdict n=${count["$1 models"]:-0}
    printf '%-15s %6d %6d' "$1" "${count["$1 files"]:-0}" "$n"
    for verdict in $verdicts; do
        printf ' %12d' "${count["$1 $verdict"]:-0}"
    done
    [ "$n" -eq 0 ] || awk -v n="$n" -v u="$(undecided "$1")" 'BEGIN { printf " %9.1f%%", 100 * u / n }'
    echo
}

echo "$seeds, ${solvers[*]}, $seconds s each; all but files are models"
printf '%-15s %6s %6s' logic files models
# shellcheck disable=SC2086 # words
printf ' %12s' $verdicts
printf ' %10s\n' undecided
for logic in $(cut -d' ' -f1 "$work/chosen" | uniq); do
    line "$logic"
done
for group in "${solvers[@]}" quantifier-free all; do
    line "$group"
done

n=${count["all models"]:-0}
passed=${count["all true"]:-0}
skipped=$(undecided all)
failed=$((n - passed - skipped))
if [ $(($(undecided quantifier-free) * 50)) -gt "${count["quantifier-free models"]:-0}" ]; then
    echo "FAILED: $(undecided quantifier-free) models of quantifier-free scripts are undecided"
    failed=$((failed + 1))
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
