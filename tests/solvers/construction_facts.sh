#!/bin/bash
# construction_facts.sh [-t SECONDS] [STRATEGY]...
#
# What the theories of momus claim, proven by z3 or cvc5: the equivalent formulas of the suite are
# unsatisfiable, and so is each equality denied under its conditions. Prints what neither of them
# can prove in the time, and fails if one of them refutes a claim.
set -u
cd "$(dirname "$0")/../.." || exit 2
momus=${MOMUS_RELEASE:-build/release/momus}
seconds=5
while getopts t: option; do
    case $option in
    t) seconds=$OPTARG ;;
    *) sed -n '2s/^# /usage: /p' "$0" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- strings ints reals bitvectors arrays floats
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# The equalities of a file as scripts: each denied, its conditions asserted.
deny() { # deny FILE FOLDER
    awk -v folder="$2" '
        # One entry of the file in `entry`, without comments.
        function parts(text,   i, c, depth, from, quoted) {
            n = 0; depth = 0; from = 0; quoted = 0
            for (i = 1; i <= length(text); i++) {
                c = substr(text, i, 1)
                if (c == "\"") quoted = !quoted
                if (quoted) { if (depth == 1 && !from) from = i; continue }
                if (c == "(") { if (depth == 1 && !from) from = i; depth++ }
                else if (c == ")") { depth--; if (depth == 1 && from) { part[++n] = substr(text, from, i - from + 1); from = 0 } }
                else if (depth == 1 && c !~ /[ \n]/ && !from) from = i
                if (depth == 1 && from && c ~ /[ \n]/) { part[++n] = substr(text, from, i - from); from = 0 }
            }
        }
        function emit(   file, i, declared, n_declared) {
            if (entry !~ /^\(equality /) return
            parts(entry)
            file = folder "/" part[2] ".smt2"
            declared = part[3]
            sub(/^\(/, "", declared); sub(/\)$/, "", declared)
            gsub(/\n/, " ", declared)
            print "(set-logic ALL)" >file
            n_declared = split_list(declared)
            for (i = 1; i <= n_declared; i++) print "(declare-const " item[i] ")" >file
            for (i = 5; i <= n; i++)
                if (part[i] ~ /^\(when[ \n]/) { sub(/^\(when/, "(assert", part[i]); print part[i] >file }
            print "(assert (not " part[4] "))\n(check-sat)" >file
            close(file)
        }
        # "(x A) (y B)" as x A, y B
        function split_list(text,   i, c, depth, from, k) {
            k = 0; depth = 0
            for (i = 1; i <= length(text); i++) {
                c = substr(text, i, 1)
                if (c == "(" && depth++ == 0) from = i + 1
                if (c == ")" && --depth == 0) item[++k] = substr(text, from, i - from)
            }
            return k
        }
        /^;/ { next }
        /^\(/ { emit(); entry = "" }
        { entry = entry (entry == "" ? "" : "\n") $0 }
        END { emit() }' "$1"
}

refuted=0 proven=0 open=0
for strategy; do
    mkdir -p "$tmp/$strategy"
    deny data/*/"$strategy".theory "$tmp/$strategy"
    "$momus" mutate -q --strategy "$strategy" | awk -v folder="$tmp/$strategy" '
        /^; momus id=/ { on = /category=equivalent-formula/; file = "" }
        on && /^; made by: / { file = folder "/" $4 ".equivalence.smt2" }
        file != "" && $0 != "(reset)" { print >file }'
    for file in "$tmp/$strategy"/*.smt2; do
        z3=$(timeout $((seconds + 5)) z3 -T:"$seconds" "$file" 2>&1 | head -n 1)
        cvc5=
        if [ "$z3" != unsat ]; then
            cvc5=$(timeout $((seconds + 5)) cvc5 -q --strings-exp --fp-exp --full-saturate-quant \
                --tlimit="${seconds}000" "$file" 2>&1 | head -n 1)
        fi
        name=$strategy/$(basename "$file" .smt2)
        case $z3/$cvc5 in
        unsat/ | */unsat) proven=$((proven + 1)) ;;
        sat/* | */sat)
            refuted=$((refuted + 1))
            echo "REFUTED $name: z3 $z3, cvc5 $cvc5" ;;
        *)
            open=$((open + 1))
            echo "open $name: z3 ${z3:-none}, cvc5 ${cvc5:-none}" ;;
        esac
    done
done
echo "$proven proven, $open open, $refuted refuted"
[ $refuted -eq 0 ]
