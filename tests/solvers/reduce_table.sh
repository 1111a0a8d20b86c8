#!/bin/bash
# tests/solvers/reduce_table.sh [-c] [-l SECONDS] [FILE...]
#
# Reduces the buried triggers of ../shared/reduce (or FILE...) and prints a table: bytes of the
# result, candidates asked, solver calls, seconds; beside it what ddSMT 2.0.4 and cvise 2.7.0 made
# of the same files, as ../shared/reduce/INDEX.md has it. Bytes are counted with runs of white space
# as one, so layout does not matter. Each result must be a script and keep the verdict of momus
# solve: its class and who is at fault. Uses the release build.
#
# With -c, cvise (Debian has it) really reduces each file right after momus, for SECONDS at most (300),
# and its figures are those of this run. What it keeps is that every solver answers as it does to the
# whole file, within 5 s: the one at fault wrongly, the others rightly. Such a script is one run,
# whether one solver was asked or three.
set -u
cd "$(dirname "$0")/../.." || exit 2
momus=${MOMUS:-$PWD/build/release/momus}
measures='' limit=300
while getopts cl: option; do
    case $option in
    c) measures=1 ;;
    l) limit=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
if [ -n "$measures" ] && ! command -v cvise >/dev/null; then
    echo "there is no cvise: apt-get install cvise"
    exit 2
fi
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
index=../shared/reduce/INDEX.md
[ $# -gt 0 ] || set -- ../shared/reduce/*.smt2
[ -e "$1" ] || { echo "skipped: there is no ../shared/reduce"; exit 0; }

verdict() { # FILE: class and solver of all that is wrong
    "$momus" solve "$1" | grep -oE '^  [a-z-]+: [a-z0-9, ]+ \((proven|probable)' | sed 's/ (.*//' | sort
}
bytes() { tr -s ' \n\t' ' ' <"$1" | sed 's/ *$//' | wc -c; }
theirs() { # NAME COLUMN NUMBER
    grep -E "^\| $1 \|" "$index" 2>/dev/null | cut -d'|' -f"$2" | grep -oE '[0-9]+' | sed -n "${3}p"
}

# says SOLVER FILE: sat, unsat or something else; also what cvise's script asks, which is made of it.
says() {
    local out
    case $1 in
    z3) out=$(timeout 5 z3 "$2" 2>&1) ;;
    cvc5) out=$(timeout 5 cvc5 -q --strings-exp --fp-exp "$2" 2>&1) ;;
    *) out=$(timeout 5 cvc4 -q --lang=smt2.6 --strings-exp "$2" 2>&1) ;;
    esac
    grep -m 1 -xE 'sat|unsat' <<<"$out" || echo else
}

# measure_cvise NAME FILE: sets `theirs_now` to its bytes, runs and seconds, and `ended`
measure_cvise() {
    local folder=$tmp/cvise-$1 solver started=$SECONDS
    mkdir -p "$folder"
    cp "$2" "$folder/$1.smt2"
    {
        echo '#!/bin/bash'
        declare -f says
        echo "echo >>'$folder/runs'"
        # who is at fault first: that he errs is what most candidates lose
        for solver in "${1%%-*}" z3 cvc5 cvc4; do
            echo "[ \"\$(says $solver $1.smt2)\" = $(says "$solver" "$2") ] || exit 1"
        done | awk '!seen[$0]++'
    } >"$folder/test.sh"
    chmod +x "$folder/test.sh"
    if grep -q '" = else' "$folder/test.sh"; then
        theirs_now="- - -" ended=" somebody does not answer" bad=$((bad + 1))
        return
    fi
    (cd "$folder" && timeout -k 10 "$limit" cvise --not-c --n 2 --tidy "$folder/test.sh" "$1.smt2") >"$folder/log" 2>&1
    case $? in
    0) ended= ;;
    124 | 137) ended=" stopped" ;;
    *) ended=" failed: $(tail -1 "$folder/log")" && bad=$((bad + 1)) ;;
    esac
    theirs_now="$(bytes "$folder/$1.smt2") $(wc -l <"$folder/runs") $((SECONDS - started))"
    [ -z "${KEEP:-}" ] || cp "$folder/$1.smt2" "$KEEP/$1.cvise.smt2"
}

bad=0
kind='recorded'
[ -z "$measures" ] || kind="in this run, $limit s at most"
printf '%-20s %6s | %5s %5s %6s %6s | %s | %s\n' file bytes bytes runs calls s 'ddSMT: bytes runs s' "cvise ($kind): bytes runs s"
for file in "$@"; do
    name=$(basename "$file" .smt2)
    out=$tmp/$name.smt2
    if ! "$momus" reduce -o "$out" "$file" >"$tmp/log"; then
        bad=$((bad + 1))
        printf '%-20s not reduced\n' "$name"
        continue
    fi
    runs=$(grep -oE '[0-9]+ candidates' "$tmp/log" | cut -d' ' -f1)
    calls=$(grep -oE '[0-9]+ solver calls' "$tmp/log" | cut -d' ' -f1)
    seconds=$(grep -oE '[0-9.]+ s$' "$tmp/log" | cut -d' ' -f1)
    printf '%-20s %6s | %5s %5s %6s %6s |' "$name" "$(wc -c <"$file")" "$(bytes "$out")" "$runs" "$calls" "$seconds"
    printf ' %12s %4s %3s |' "$(theirs "$name" 4 1)" "$(theirs "$name" 4 2)" "$(theirs "$name" 4 3)"
    theirs_now="$(theirs "$name" 5 1) $(theirs "$name" 5 2) $(theirs "$name" 5 3)" ended=
    [ -z "$measures" ] || measure_cvise "$name" "$file"
    read -r their_bytes their_runs their_seconds <<<"$theirs_now"
    printf ' %12s %5s %3s%s\n' "$their_bytes" "$their_runs" "$their_seconds" "$ended"
    echo "$(bytes "$out") $runs $calls $seconds $(theirs "$name" 4 1) $(theirs "$name" 4 2) $(theirs "$name" 4 3) $theirs_now" >>"$tmp/rows"
    "$momus" fmt --check "$out" || bad=$((bad + 1))
    if [ "$(verdict "$file")" != "$(verdict "$out")" ]; then
        bad=$((bad + 1))
        echo "  the verdict has changed: $(verdict "$file" | tr '\n' ' ')-> $(verdict "$out" | tr '\n' ' ')"
    fi
    [ -z "${KEEP:-}" ] || cp "$out" "$KEEP/"
done
awk 'NF == 10 { runs += $2; s += $4; dr += $6; ds += $7; cr += $9; if ($1 <= $5) no_larger++; if ($1 < $8) smaller++; n++ }
     END { if (n) printf "no larger than ddSMT in %d of %d, smaller than cvise in %d of %d\nruns %d, ddSMT %d (%.2f), cvise %d (%.3f); seconds %.1f, ddSMT %d (%.2f)\n",
           no_larger, n, smaller, n, runs, dr, runs / dr, cr, runs / cr, s, ds, s / ds }' "$tmp/rows"
[ $bad -eq 0 ]
