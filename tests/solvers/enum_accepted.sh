#!/bin/bash
# enum_accepted.sh [WORDS] [NAME...]
#
# The first WORDS (20,000) words of each grammar NAME (all that momus has): momus accepts every
# one, and z3 or cvc5 does. A word that both refuse is a mistake in the grammar, unless it is
# explained below. Prints a line per grammar: words, refused by momus, by z3, by cvc5, by both.
#
# Each word stands between push and pop, all in one script per solver, without its checks: solvers
# check sorts at once. A solver that does not get to the last word has failed.
set -u
cd "$(dirname "$0")/../.." || exit 2
momus=${MOMUS_RELEASE:-build/release/momus}
words=${1:-20000}
shift $(($# > 0 ? 1 : 0))
names=("$@")
[ ${#names[@]} -gt 0 ] || mapfile -t names < <("$momus" enum --list | cut -d' ' -f1)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
status=0

# What a solver refuses for a reason that is not ours.
explained() {
    case $1:$2 in
    sets:z3) return 0 ;; # it has no sets of this kind
    *) return 1 ;;
    esac
}

# refused SOLVER...: reads scripts, one in a line, and prints the numbers of those with an error.
refused() {
    awk '{ gsub(/\(check-sat\)/, ""); print "(echo \"word " NR "\")\n(push 1)\n" $0 "\n(pop 1)" }
        END { print "(echo \"word end\")" }' |
        timeout 900 "$@" 2>&1 | awk '
            /^"?word end"?$/ { complete = 1 }
            /^"?word [0-9]+"?$/ { gsub(/[^0-9]/, ""); n = $0; next }
            /error/ && n != last { print n; last = n }
            END { if (!complete) print n }'
}

for name in "${names[@]}"; do
    "$momus" enum "$name" --count "$words" >"$tmp/words"
    ours=$("$momus" mutate --strategy et --grammar "$name" -n "$words" 2>&1 >/dev/null |
        sed -n 's/^momus: \([0-9]*\) tests\? dropped.*/\1/p')
    refused z3 -in <"$tmp/words" | sort >"$tmp/z3"
    refused cvc5 -q --incremental --fp-exp --strings-exp --lang=smt2.6 - <"$tmp/words" | sort >"$tmp/cvc5"
    both=$(comm -12 "$tmp/z3" "$tmp/cvc5" | wc -l)
    printf '%-16s %6d words, refused by momus %d, z3 %d, cvc5 %d, both %d\n' "$name" \
        "$(wc -l <"$tmp/words")" "${ours:-0}" "$(wc -l <"$tmp/z3")" "$(wc -l <"$tmp/cvc5")" "$both"
    for solver in z3 cvc5; do
        if [ -s "$tmp/$solver" ] && ! explained "$name" $solver; then
            first=$(sort -n "$tmp/$solver" | head -n 1)
            echo "  $solver refuses word $first: $(sed -n "${first}p" "$tmp/words")"
        fi
    done
    [ "${ours:-0}" -eq 0 ] && [ "$both" -eq 0 ] || status=1
done
exit $status
