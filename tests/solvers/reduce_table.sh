#!/bin/bash
# tests/solvers/reduce_table.sh [FILE...]
#
# Reduces the buried triggers of ../shared/reduce (or FILE...) and prints a table: bytes of the
# result, candidates asked, solver calls, seconds; beside it what ddSMT 2.0.4 and cvise 2.7.0 made
# of the same files, as ../shared/reduce/INDEX.md has it. Bytes are counted with runs of white space
# as one, so layout does not matter. Each result must be a script and keep the verdict of momus
# solve: its class and who is at fault. Uses the release build.
set -u
cd "$(dirname "$0")/../.." || exit 2
momus=$PWD/build/release/momus
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

bad=0
printf '%-20s %6s | %5s %5s %6s %6s | %s | %s\n' file bytes bytes runs calls s 'ddSMT: bytes runs s' 'cvise: bytes runs s'
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
    printf ' %12s %4s %3s\n' "$(theirs "$name" 5 1)" "$(theirs "$name" 5 2)" "$(theirs "$name" 5 3)"
    echo "$(bytes "$out") $runs $calls $seconds $(theirs "$name" 4 1) $(theirs "$name" 4 2) $(theirs "$name" 4 3) $(theirs "$name" 5 1) $(theirs "$name" 5 2) $(theirs "$name" 5 3)" >>"$tmp/rows"
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
