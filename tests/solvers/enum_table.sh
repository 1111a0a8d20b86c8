#!/bin/bash
# enum_table.sh [-n WORDS] [-t SECONDS] [-o DIR] [THEORY...]
#
# The table of the thesis (Figure 7.10), again: the first WORDS (51,000) formulas of each theory
# but fp, asked of z3, cvc5 and cvc4 in sessions, with every model judged. Prints a line per theory:
# formulas, time, formulas that showed something by class and solver (as the run counts them), and how
# many findings that are different. The runs stay in DIR (enum-table).
set -u
cd "$(dirname "$0")/../.." || exit 2
momus=${MOMUS_RELEASE:-build/release/momus}
words=51000 limit=1 out=enum-table
while getopts n:t:o: option; do
    case $option in
    n) words=$OPTARG ;;
    t) limit=$OPTARG ;;
    o) out=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
theories=("$@")
[ ${#theories[@]} -gt 0 ] || theories=(core ints reals realints bitvectors arrays strings)
solvers=()
for solver in z3 cvc5 cvc4; do
    ! command -v $solver >/dev/null || solvers+=(-s "$solver")
done
mkdir -p "$out"

total=0
for theory in "${theories[@]}"; do
    start=$(date +%s)
    "$momus" fuzz -q --strategy et --grammar "$theory" --way push-pop --self-checks 0 -n "$words" \
        -t "$limit" "${solvers[@]}" --run "$out/$theory" >"$out/$theory.log" 2>&1
    status=$?
    [ $status -eq 0 ] || [ $status -eq 10 ] || echo "$theory: momus fuzz ended with status $status"
    seconds=$(($(date +%s) - start))
    total=$((total + seconds))
    "$momus" findings --run "$out/$theory" --json >"$out/$theory.json"
    python3 - "$theory" "$seconds" "$out/$theory" "$out/$theory.json" <<'END'
import collections, json, sys
theory, seconds, run, findings = sys.argv[1], int(sys.argv[2]), sys.argv[3], json.load(open(sys.argv[4]))
tests = json.load(open(run + "/stats.json"))["tests"]
counts = collections.Counter()
for f in findings:
    counts[f["class"] + " " + "+".join(f["at_fault"])] += f["count"]
print(f"{theory:12} {tests:7} formulas {seconds:5} s {tests / max(seconds, 1):6.0f}/s  "
      f"{len(findings):3} findings  " + (", ".join(f"{n} {c}" for c, n in sorted(counts.items())) or "nothing"))
END
done
echo "all: $total s"
