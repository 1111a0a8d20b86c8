#!/bin/bash
# ways_agree.sh [-t SECONDS] [-s SOLVERS] FOLDER...
#
# Asks solvers about every script below the folders in each way (a process for each script,
# sessions cleared by reset and by push and pop), and compares the answers. sat against unsat is
# a failure; so is an answer that only one way has, unless it is one of time. What differs is
# listed.
set -u
momus=${MOMUS:-build/release/momus}
seconds=5 solvers='z3;cvc5;cvc4'
while getopts t:s: option; do
    case $option in
    t) seconds=$OPTARG ;;
    s) solvers=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

for way in spawn reset push-pop; do
    "$momus" solve --way $way -t "$seconds" -s "$solvers" "$@" 2>"$tmp/err" |
        awk '/^[^ ]/ { file = $0; next } { solver = $1; $1 = ""; sub(/ +[0-9.]+ s .*/, ""); sub(/^ /, ""); print file "\t" solver "\t" $0 }' >"$tmp/$way"
done

paste "$tmp/spawn" "$tmp/reset" "$tmp/push-pop" | awk -F'\t' '
function decided(a) { return a ~ /sat/ }
$1 != $4 || $1 != $7 { print "the lists of files differ"; bad = 1; exit }
{
    n++
    if ($3 == $6 && $3 == $9) { same++; next }
    a[1] = $3; a[2] = $6; a[3] = $9
    timed = 0
    for (i = 1; i <= 3; i++)
        if (a[i] ~ /timeout|unknown|memout/) timed = 1
    print (timed ? "undecided" : "DIFFERS") ": " $1 ": " $2 ": spawn " $3 ", reset " $6 ", push-pop " $9
    if (timed) slow++; else differ++
}
END {
    printf "%d answers, %d the same in all ways, %d undecided in some, %d differ\n", n, same, slow, differ
    printf "%d passed, %d failed\n", same + slow, differ
    exit differ > 0 || bad
}'
