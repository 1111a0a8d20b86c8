#!/usr/bin/env bash
# Lets momus solve judge z3, cvc5 and cvc4 on formulas on which they are known to be wrong: the
# class and who is at fault must be right, and nobody may be blamed for a trap. The versions are
# those of Debian 12: z3 4.8.12, cvc5 1.0.3, cvc4 1.8.
#
#   known_bug_verdicts.sh DIR
#
#   DIR    the folder with the formulas, NAME.smt2 each; they come from issue
#          trackers and are no part of this tree
#
# MOMUS is the program (default: build/release/momus of this repository). A missing folder, file
# or solver is skipped, and so are other versions. The last line is the sum.
#
# Status: 0 if nothing failed, 1 otherwise, 2 on wrong usage.

set -eu

if [ $# -ne 1 ]; then
    echo "usage: ${0##*/} DIR" >&2
    exit 2
fi
dir=$1
here=$(cd "$(dirname "$0")" && pwd)
momus=${MOMUS:-$here/../../build/release/momus}
passed=0 failed=0 skipped=0

skip_all() {
    echo "skip: $1"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
}
[ -d "$dir" ] || skip_all "no folder $dir"
z3 --version 2>/dev/null | grep -q '4\.8\.12' || skip_all 'z3 4.8.12 is not there'
cvc5 --version 2>/dev/null | grep -q 'version 1\.0\.3' || skip_all 'cvc5 1.0.3 is not there'
cvc4 --version 2>/dev/null | grep -q 'version 1\.8' || skip_all 'cvc4 1.8 is not there'

# verdict NAME FINDINGS [SOLVER]...: the first lines of all findings, without what is in
# parentheses, joined by '; ', are FINDINGS. The solvers are z3, cvc5, cvc4 if none is given.
verdict() {
    local name=$1 expected=$2 found status=0
    local -a solvers=(-s z3 -s cvc5 -s cvc4)
    shift 2
    [ $# -eq 0 ] || solvers=()
    while [ $# -gt 0 ]; do
        solvers+=(-s "$1")
        shift
    done
    if [ ! -f "$dir/$name.smt2" ]; then
        echo "skip: no $name.smt2"
        skipped=$((skipped + 1))
        return
    fi
    found=$("$momus" solve -t 20 "${solvers[@]}" "$dir/$name.smt2") || status=$?
    found=$(sed -nE 's/^  ([a-z-]+: [^(]*) \((proven|probable), by .*/\1/p' <<<"$found" |
        paste -sd ';' | sed 's/;/; /g')
    if [ "$found" = "$expected" ] && [ "$status" -eq $((${#expected} > 0 ? 10 : 0)) ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name: '$found' (status $status), not '$expected'"
    fi
}

# -- the formula is satisfiable, and a model that is true says so ---------------------------------

verdict cvc4-5510 'refutation-soundness: cvc4'
verdict cvc4-5940a 'refutation-soundness: cvc4'
verdict cvc4-6142 'refutation-soundness: cvc4'
verdict cvc4-6834 'refutation-soundness: cvc4'
verdict cvc5-re-inc-range 'refutation-soundness: cvc5'
verdict z3-5467a 'refutation-soundness: z3'
verdict z3-fpa-boundary 'refutation-soundness: z3'
verdict cvc5-12354 'refutation-soundness: cvc5' # nobody gives a model: momus finds one

# -- it is not: the evaluator tries everything, or all models are false ---------------------------

verdict cvc4-5428 'solution-soundness: cvc4'
verdict cvc4-6603 'solution-soundness: cvc4'
verdict z3-6855 'solution-soundness: z3' # the others refuse it
verdict cvc4-5915 'solution-soundness: cvc4'
verdict cvc4-6075 'solution-soundness: cvc4'
verdict cvc5-yoni-cyclic 'solution-soundness: cvc5'
verdict cvc5-11889 'solution-soundness: central' \
    z3 cvc5 cvc4 'central=cvc5 -q --ee-mode=central {file}'
verdict z3-5429a 'solution-soundness: euf' \
    z3 cvc5 'euf=z3 tactic.default_tactic=smt sat.euf=true {file}'
verdict cvc5-11889 ''
verdict z3-5429a ''

# -- the answer is right, the model is not --------------------------------------------------------

verdict cvc5-12805-to-real-index 'invalid-model: cvc5'
verdict cvc5-8950-model13 'invalid-model: cvc5'
verdict z3-9864fp 'invalid-model: z3; invalid-model: cvc5'

# -- what solvers find out themselves -------------------------------------------------------------

verdict cvc5-9078-1 'crash: cvc5'
verdict cvc5-12805-to-real-index 'self-check: checked' 'checked=cvc5 -q --check-models {file}'
verdict cvc4-5915 'self-check: checked' \
    'checked=cvc4 -q --lang=smt2.6 --strings-exp --check-models {file}'

# -- traps: nobody is wrong -----------------------------------------------------------------------

verdict trap-escape ''
verdict z3-2733 ''
verdict z3-5698 ''
verdict z3-6165b ''

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
