#!/usr/bin/env bash
# Asks real solvers about every formula in seeds/ and compares their answers
# with the :status that the formula carries.
#
#   check_seeds.sh [-n N] [DIR]
#
#   -n N   take only every N-th file, for a quick look
#   DIR    the folder of seeds (default: seeds/ of this repository)
#
# A solver confirms a file when it answers every check-sat as announced, and
# contradicts it when one definite answer differs. An answer below an "(error"
# is no answer. z3 and cvc5 are always asked; cvc4 only where one of them does
# not confirm, and never about floating point, which Debian builds it without.
#
#   passed    two solvers confirm, none contradicts
#   skipped   only one solver confirms
#   failed    a solver contradicts, none confirms, or the file breaks a rule
#
# Status: 0 if nothing failed, 1 otherwise, 2 on wrong usage.

set -eu

seconds=2
hard_limit=5        # cvc4 may overrun its own limit
max_bytes=4096

usage() {
    echo "usage: ${0##*/} [-n N] [DIR]" >&2
    exit 2
}

every=1
while getopts n: option; do
    case $option in
    n) every=$OPTARG ;;
    *) usage ;;
    esac
done
shift $((OPTIND - 1))
[[ $every =~ ^[1-9][0-9]*$ ]] || usage
[ $# -le 1 ] || usage

here=$(cd "$(dirname "$0")" && pwd)
seeds=${1:-$here/../../seeds}
if [ ! -d "$seeds" ]; then
    echo "${0##*/}: no folder $seeds" >&2
    exit 2
fi
seeds=$(cd "$seeds" && pwd)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

declare -A installed
for solver in z3 cvc5 cvc4; do
    if command -v "$solver" >"$work/where"; then
        installed[$solver]=yes
    else
        installed[$solver]=no
        echo "$solver is missing; going on without it"
    fi
done

# The words that :status announces, in order, on one line.
announced() {
    sed '/^;/d' "$1" | { grep -oE ':status (sat|unsat)' || true; } | cut -d' ' -f2 | paste -sd' ' -
}

# A rule of seeds/README.md that the file breaks, or nothing.
broken_rule() {
    local file=$1 logic checks
    logic=$(basename "$(dirname "$file")")
    checks=$(sed '/^;/d' "$file" | { grep -oE '\(check-sat(-assuming)?[ )]' || true; } | wc -l)
    if [[ $(sed -n 1p "$file") != "; "* ]]; then
        echo "does not start with a comment"
    elif [ "$(sed -n 2p "$file")" != "(set-logic $logic)" ]; then
        echo "its logic is not the name of its folder"
    elif [ "$checks" -eq 0 ] || [ "$checks" -ne "$(announced "$file" | wc -w)" ]; then
        echo "needs exactly one :status for each check-sat"
    elif [ "$(wc -c <"$file")" -gt "$max_bytes" ]; then
        echo "is larger than $max_bytes bytes"
    fi
}

# ask SOLVER QUERY: its answers on one line; empty if it reports an error.
ask() {
    local solver=$1 query=$2 limit_ms=$((seconds * 1000))
    local -a command
    case $solver in
    z3) command=(z3 "-T:$seconds") ;;
    cvc5) command=(cvc5 "--tlimit=$limit_ms" --strings-exp --fp-exp) ;;
    cvc4) command=(cvc4 "--tlimit=$limit_ms" --strings-exp) ;;
    esac
    if [ "$solver" != z3 ] && grep -qE '\((push|check-sat-assuming)' "$query"; then
        command+=(--incremental)
    fi
    timeout "$hard_limit" "${command[@]}" "$query" >"$work/answer" 2>&1 || true
    if ! grep -qF '(error' "$work/answer"; then
        { grep -xE 'sat|unsat|unknown' "$work/answer" || true; } | paste -sd' ' -
    fi
}

# verdict ANNOUNCED ANSWERED: confirms, contradicts or silent.
verdict() {
    local -a want got
    local i
    read -ra want <<<"$1"
    read -ra got <<<"$2"
    for i in "${!got[@]}"; do
        if [ "$i" -lt "${#want[@]}" ] && [ "${got[i]}" != unknown ] && [ "${got[i]}" != "${want[i]}" ]; then
            echo contradicts
            return
        fi
    done
    if [ "$1" = "$2" ]; then
        echo confirms
    else
        echo silent
    fi
}

passed=0
failed=0
skipped=0

problem() {
    echo "$1: ${2#"$seeds"/}: $3"
}

check() {
    local file=$1 query=$work/query.smt2 want rule solver answers
    local confirming='' contradicting=''
    local -i asked=0 confirmed=0

    rule=$(broken_rule "$file")
    if [ -n "$rule" ]; then
        problem FAILED "$file" "$rule"
        failed=$((failed + 1))
        return
    fi

    # Solvers stop with an error when their answer differs from the :status
    # that they read, so they do not get to see it.
    want=$(announced "$file")
    sed -E 's/\(set-info :status [a-z]+\)//' "$file" >"$query"

    for solver in z3 cvc5 cvc4; do
        [ "${installed[$solver]}" = yes ] || continue
        if [ "$solver" = cvc4 ]; then
            [ "$confirmed" -lt 2 ] || continue
            ! grep -qE 'FloatingPoint|Float[0-9]|RoundingMode|to_fp' "$query" || continue
        fi
        asked+=1
        answers=$(ask "$solver" "$query")
        case $(verdict "$want" "$answers") in
        confirms)
            confirmed+=1
            confirming=$solver
            ;;
        contradicts) contradicting+=" $solver says ${answers}," ;;
        esac
    done

    if [ -n "$contradicting" ]; then
        problem FAILED "$file" "announced ${want}, but${contradicting%,}"
        failed=$((failed + 1))
    elif [ "$confirmed" -eq 0 ]; then
        problem FAILED "$file" "announced ${want}, confirmed by none of $asked"
        failed=$((failed + 1))
    elif [ "$confirmed" -eq 1 ]; then
        problem skipped "$file" "only $confirming confirms $want"
        skipped=$((skipped + 1))
    else
        passed=$((passed + 1))
    fi
}

count=0
while IFS= read -r file; do
    if [ $((count % every)) -eq 0 ]; then
        check "$file"
    fi
    count=$((count + 1))
done < <(find "$seeds" -name '*.smt2' -type f | LC_ALL=C sort)

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ $((passed + skipped)) -gt 0 ]
