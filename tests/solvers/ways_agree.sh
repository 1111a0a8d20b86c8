#!/bin/bash
# ways_agree.sh [-n NUMBER] [-t SECONDS] [-s SOLVERS] [-k FOLDER] FOLDER...
#
# Asks solvers about every script below the folders in each way of asking (a process for each
# script, sessions cleared by reset and by push and pop, forks of a snapshot), and compares the
# answers, check by check.
#
#   -n NUMBER    only the smallest scripts of each folder, so many
#   -t SECONDS   for each script (5)
#   -s SOLVERS   z3;cvc5;cvc4
#   -k FOLDER    keep the answers there
#
#   same         all ways say the same
#   undecided    some say timeout, memout or unknown: incremental mode has fewer tricks, and a
#                busy machine less time. The others still must not contradict each other
#   known        a difference that is the solver's own; they are listed below
#   DIFFERS      anything else: a failure
#
# Status: 0 if nothing differs, 1 otherwise, 2 on wrong usage.
set -u
momus=${MOMUS_RELEASE:-build/release/momus}
seconds=5 solvers='z3;cvc5;cvc4' number='' keep=
usage() {
    sed -n '2s/^# /usage: /p' "$0" >&2
    exit 2
}
while getopts n:t:s:k: option; do
    case $option in
    n) number=$OPTARG ;;
    t) seconds=$OPTARG ;;
    s) solvers=$OPTARG ;;
    k) keep=$OPTARG ;;
    *) usage ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || usage
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

# Differences that are the solver's, each with its reason. A script that has the word may get
# this answer in this way, whatever the others say.
#   solver way answer word
known() {
    cat <<'LIST'
z3 reset crash (match
z3 push-pop crash (declare-datatype
LIST
# z3 4.8.12: a second script with match behind (reset) is a segmentation fault:
#   (declare-datatypes ((L 0)) (((nil) (cons (h Int))))) (declare-const l L)
#   (assert (match l ((nil true) ((cons x) (> x 0))))) (check-sat) (reset), and once more
# z3 4.8.12: a datatype that has the name of one behind (pop) sometimes has the constructors of that
# ("unknown constant"), and then z3 ends at datatype_decl_plugin.cpp:1241. Three scripts in one session:
#   (push 1) (declare-datatypes ((T 0)) (((leaf) (node (left T) (right T))))) ... (check-sat) (pop 1)
#   the same with ((T 0) (P 0)) (((leaf) (node (kids P))) ((pair (fst T) (snd T))))
#   the same with ((T 0) (C 0)) (((tip) (bin (lt T) (rt T))) ((top) (inl (up C) (sib T)))), and (lt t)
}

for folder; do
    find "$folder" -name '*.smt2' -printf '%s %p\n' | sort -n | head -n "${number:-999999}"
done | cut -d' ' -f2- >"$tmp/files"
[ -s "$tmp/files" ] || { echo "ways_agree: no scripts below $*" >&2; exit 2; }

# ask WAY: lines of file, solver, answers, way, with tabs between.
ask() {
    xargs -d '\n' -a "$tmp/files" "$momus" solve --no-verdict --no-models -j 1 --way "$1" \
        -t "$seconds" -s "$solvers" 2>"$tmp/err" | awk -v way="$1" '
        /^[^ ]/ { file = $0; next }
        /^  / {
            solver = $1
            by = way
            if (match($0, /asked by [a-z-]+/))
                by = substr($0, RSTART + 9, RLENGTH - 9)
            $1 = ""
            sub(/ +[0-9.]+ s .*/, "")
            sub(/^ /, "")
            print file "\t" solver "\t" $0 "\t" by
        }'
}

ways=$("$momus" solve --help | grep -o 'spawn|[a-z|-]*' | head -n 1 | tr '|' ' ')
first=yes
for way in $ways; do
    ask "$way" >"$tmp/$way"
    cut -f1,2 "$tmp/$way" >"$tmp/list"
    if [ $first = yes ]; then
        mv "$tmp/list" "$tmp/all"
    elif ! cmp -s "$tmp/list" "$tmp/all"; then
        echo "$way: the list of files is not that of the first way"
        exit 1
    fi
    first=no
    printf '%-9s %d answers, %d of them in this way\n' "$way" "$(wc -l <"$tmp/$way")" \
        "$(awk -F'\t' -v way="$way" '$4 == way' "$tmp/$way" | wc -l)"
done
if [ -n "$keep" ]; then
    mkdir -p "$keep"
    for way in $ways; do cp "$tmp/$way" "$keep/"; done
fi

# What is not the same: kind, file, solver, and an answer for each way.
# shellcheck disable=SC2086 # several words
(cd "$tmp" && paste $ways) | awk -F'\t' -v ways="$ways" '
function open_(a) { return a == "timeout" || a == "unknown" || a == "memout" }
BEGIN { n = split(ways, name, " ") }
{
    total++
    all = $1 "\t" $2
    kind = "same"
    checks = split($3, first, " ")
    for (i = 1; i <= n; i++) {
        all = all "\t" name[i] "=" $(4 * i - 1)
        if ($(4 * i - 1) != $3 && kind == "same")
            kind = "undecided"
        if (split($(4 * i - 1), a, " ") != checks)
            kind = "DIFFERS"
        for (k = 1; k <= checks; k++) {
            if (open_(first[k]))
                first[k] = a[k]
            else if (!open_(a[k]) && a[k] != first[k])
                kind = "DIFFERS"
        }
    }
    print kind "\t" all
}' >"$tmp/compared"

same=$(grep -c '^same' "$tmp/compared")
undecided=$(grep -c '^undecided' "$tmp/compared")
excused=0 differ=0
# is_known FILE SOLVER WAY=ANSWER...: is every difference from spawn one of the list?
is_known() {
    local file=$1 solver=$2 spawn=${3#*=} pair way answer word excuse
    shift 3
    for pair; do
        [ "${pair#*=}" != "$spawn" ] || continue
        excuse=no
        while read -r of way answer word; do
            if [ "$of $way=$answer" = "$solver $pair" ] && grep -qF "$word" "$file"; then
                excuse=yes
            fi
        done < <(known)
        [ $excuse = yes ] || return 1
    done
}
while IFS=$'\t' read -r _ file solver answers; do
    IFS=$'\t' read -ra each <<<"$answers"
    if is_known "$file" "$solver" "${each[@]}"; then
        excused=$((excused + 1))
        echo "known: $file: $solver: ${answers//$'\t'/, }"
    else
        differ=$((differ + 1))
        echo "DIFFERS: $file: $solver: ${answers//$'\t'/, }"
    fi
done < <(grep '^DIFFERS' "$tmp/compared")
awk -F'\t' '$1 == "undecided" { n[$3]++ } END { for (s in n) print "undecided: " s ": " n[s] }' "$tmp/compared"
echo "$(wc -l <"$tmp/files") scripts, $(wc -l <"$tmp/compared") answers in each way: $same the same," \
    "$undecided undecided in some, $excused differ as is known, $differ differ"
echo "$((same + undecided + excused)) passed, $differ failed"
[ "$differ" -eq 0 ]
