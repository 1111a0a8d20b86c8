#!/usr/bin/env bash
# Asks real solvers about scripts as they are and as `momus fmt` prints them: the answers must
# be the same.
#
#   keep_answers.sh [-n N] [-t SECONDS] [-o OPTION] [DIR]
#
#   -n N         at most N files of each logic, sat and unsat in turn, smallest first (default 14)
#   -t SECONDS   for one query (default 2)
#   -o OPTION    for momus fmt: --canonical, --logic
#   DIR          the folder of scripts (default: ../shared/seeds, or seeds/ of this repository)
#
# For each file and solver, one of
#
#   same         it decides every check-sat of both, with the same answers
#   undecided    unknown, a timeout or an error on the original, a timeout on either
#   contrary     sat on one, unsat on the other
#   error        an error only on what momus printed
#
# A file passes if a solver says the same on both and none is contrary or gives an error, and
# is skipped if all are undecided. It fails, too, if momus refuses it.
#
# momus is $MOMUS_RELEASE, or that of build/release. Status: 0 if nothing failed, 1 otherwise,
# 2 on wrong usage.

set -eu

usage() {
    echo "usage: ${0##*/} [-n N] [-t SECONDS] [-o OPTION] [DIR]" >&2
    exit 2
}

per_logic=14
seconds=2
options=()
while getopts n:t:o: option; do
    case $option in
    n) per_logic=$OPTARG ;;
    t) seconds=$OPTARG ;;
    o) options+=("$OPTARG") ;;
    *) usage ;;
    esac
done
shift $((OPTIND - 1))
[[ $per_logic =~ ^[1-9][0-9]*$ && $seconds =~ ^[1-9][0-9]*$ && $# -le 1 ]] || usage

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

solvers=()
for solver in z3 cvc5; do
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

# "LOGIC PATH" of the files to ask about: by what each says of itself, the first of every
# logic and status, then the second of each, and so on.
choose() {
    # shellcheck disable=SC2016 # those are awk's dollars
    find "$seeds" -name '*.smt2' -type f -printf '%s\t%p\n' | LC_ALL=C sort -k1,1n -k2 | cut -f2- |
        xargs -d '\n' awk '
            function finish() {
                if (path != "")
                    print logic, ++rank[logic, status], path
            }
            FNR == 1 { finish(); path = FILENAME; logic = "none"; status = "-" }
            logic == "none" && match($0, /\(set-logic +[A-Z_]+/) {
                logic = substr($0, RSTART + 11, RLENGTH - 11)
            }
            status == "-" && match($0, /:status +(un)?sat/) {
                status = substr($0, RSTART + 8, RLENGTH - 8)
            }
            END { finish() }' |
        LC_ALL=C sort -s -k1,1 -k2,2n |
        awk -v n="$per_logic" '++count[$1] <= n { print $1, $3 }'
}

# ask SOLVER QUERY ANSWER: what it prints, into a file.
ask() {
    local solver=$1 query=$2 answer=$3
    local -a command
    case $solver in
    z3) command=(z3 "-T:$seconds") ;;
    cvc5)
        command=(cvc5 "--tlimit=$((seconds * 1000))" --strings-exp --fp-exp)
        if grep -qE '\((push|check-sat-assuming)' "$query"; then
            command+=(--incremental)
        fi
        ;;
    esac
    # The braces keep what the shell says of a solver that crashes out of sight.
    { timeout $((seconds + 3)) "${command[@]}" "$query" >"$answer" 2>&1 || true; } 2>/dev/null
}

# compare ORIGINAL OURS: same, undecided, contrary or error, from two files of answers.
compare() {
    if grep -qF '(error' "$2" && ! grep -qF '(error' "$1"; then
        echo error
        return
    fi
    paste -d' ' <(grep -xE 'sat|unsat|unknown' "$1") <(grep -xE 'sat|unsat|unknown' "$2") | awk '
        $1 != $2 && $1 ~ /sat/ && $2 ~ /sat/ { contrary = 1 }
        $1 !~ /sat/ || $2 !~ /sat/ { undecided = 1 }
        END { print contrary ? "contrary" : undecided || NR == 0 ? "undecided" : "same" }'
}

# ask_about LOGIC PATH: counts its verdicts in count["LOGIC verdict"].
declare -A count=()
passed=0 failed=0 skipped=0
ask_about() {
    local logic=$1 path=$2 shown=${2#"$seeds"/} original=$work/original.smt2 ours=$work/ours.smt2
    local solver verdict same=no bad=no
    count["$logic files"]=$((${count["$logic files"]:-0} + 1))
    # Solvers complain when their answer is not the :status that they read.
    sed -E 's/\(set-info[ \t]+:status[ \t]+[a-z]+[ \t]*\)//' "$path" >"$original"
    if ! "$momus" fmt "${options[@]}" "$original" >"$ours" 2>"$work/error"; then
        echo "FAILED: $shown: momus refuses it: $(head -n 1 "$work/error")"
        failed=$((failed + 1))
        return
    fi
    for solver in "${solvers[@]}"; do
        ask "$solver" "$original" "$work/original.txt"
        ask "$solver" "$ours" "$work/ours.txt"
        verdict=$(compare "$work/original.txt" "$work/ours.txt")
        count["$logic $verdict"]=$((${count["$logic $verdict"]:-0} + 1))
        case $verdict in
        same) same=yes ;;
        contrary | error)
            bad=yes
            echo "FAILED: $shown: $solver: $verdict: '$(paste -sd' ' "$work/original.txt")'" \
                "became '$(paste -sd' ' "$work/ours.txt")'"
            ;;
        esac
    done
    case $bad$same in
    yes*) failed=$((failed + 1)) ;;
    noyes) passed=$((passed + 1)) ;;
    nono) skipped=$((skipped + 1)) ;;
    esac
}

choose >"$work/chosen"
while read -r logic path; do
    ask_about "$logic" "$path"
done <"$work/chosen"

# line LOGIC: of the table.
line() {
    local verdict
    printf '%-12s' "$1"
    for verdict in files same undecided contrary error; do
        printf ' %9d' "${count["$1 $verdict"]:-0}"
        count["all $verdict"]=$((${count["all $verdict"]:-0} + ${count["$1 $verdict"]:-0}))
    done
    echo
}

echo "momus fmt ${options[*]} $seeds, ${solvers[*]}, $seconds s each; all but files are queries"
printf '%-12s %9s %9s %9s %9s %9s\n' logic files same undecided contrary error
for logic in $(cut -d' ' -f1 "$work/chosen" | uniq); do
    line "$logic"
done
line all
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ $((passed + skipped)) -gt 0 ]
