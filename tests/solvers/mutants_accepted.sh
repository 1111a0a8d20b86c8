#!/bin/bash
# mutants_accepted.sh [-n TESTS] [-s SEED] [-k DIR] [-e EACH] [STRATEGY...]
#
# Gives tests of the strategies (opfuzz typefuzz fuzzchick bank) to z3 and cvc5, and looks for
# errors: a test that a solver refuses is a mistake of ours, unless the solver refuses the seed,
# too, or a feature that it does not have in any formula (listed below). Of the tests that are
# made, every EACH-th (20) is given, so that chains get long; TESTS (3000) of each strategy in all.
#
#   -k DIR   keep the tests that were refused
#
# Seeds are those of the tree and, if it is there, of ../shared/seeds.
set -u
n=3000 seed=1 keep='' each=20
usage() {
    echo "usage: ${0##*/} [-n TESTS] [-s SEED] [-k DIR] [-e EACH] [STRATEGY...]" >&2
    exit 2
}
while getopts n:s:k:e: option; do
    case $option in
    n) n=$OPTARG ;;
    s) seed=$OPTARG ;;
    k) keep=$OPTARG ;;
    e) each=$OPTARG ;;
    *) usage ;;
    esac
done
shift $((OPTIND - 1))
[[ $n =~ ^[1-9][0-9]*$ && $seed =~ ^[0-9]+$ && $each =~ ^[1-9][0-9]*$ ]] || usage
[ $# -gt 0 ] || set -- opfuzz typefuzz fuzzchick bank

cd "$(dirname "$0")/../.." || exit 2
momus=${MOMUS_RELEASE:-build/release/momus}
[ -x "$momus" ] || { echo "${0##*/}: no program $momus" >&2; exit 2; }
folders=(seeds)
[ ! -d "${SHARED:-../shared}/seeds" ] || folders+=("${SHARED:-../shared}/seeds")
solvers=()
for solver in z3 cvc5; do
    command -v "$solver" >/dev/null && solvers+=("$solver")
done
if [ ${#solvers[@]} -eq 0 ]; then
    echo "skip: neither z3 nor cvc5 is there"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

# What solvers have in no formula: of the versions in Debian 12 (z3 4.8.12, cvc5 1.0.3).
#
#   SOLVER TEXT   an extended regular expression for a line of the test; what stands behind # is
#                 the reason
refusals() {
    cat <<'EOR'
z3   \((bvnego|bv[us](add|sub|mul)o|bvsdivo) # overflow, of SMT-LIB 2.7
z3   \((ubv_to_int|sbv_to_int|\*\*)( |$)|\(_ int_to_bv # of SMT-LIB 2.7
z3   \(_ divisible # of the theory Ints
z3   \(seq\.replace_all # younger than this z3
z3   \((declare|define)-sort Set # in logic ALL, a sort of its own
cvc5 \((bvnego|ubv_to_int|sbv_to_int|\*\*)( |$)|\(_ int_to_bv # of SMT-LIB 2.7
cvc5 \(eqrange # only with --arrays-exp
cvc5 \(\(as const # no chains of stores between constant arrays
cvc5 \(_ [^ ()]+ [0-9]+ 2\) # no (fp ...) with a significand of two bits
EOR
}

# error_of SOLVER FILE: the first error that it prints; nothing if there is none.
error_of() {
    case $1 in
    z3) timeout 5 z3 -t:100 "$2" 2>&1 ;;
    cvc5)
        timeout 5 cvc5 -q --lang=smt2.6 --strings-exp --fp-exp --incremental --tlimit-per=100 \
            "$2" 2>&1
        ;;
    esac | grep -a -A1 '(error' | head -2 | tr '\n' ' '
}

# is_known SOLVER FILE: has it such a thing in it?
is_known() {
    local solver expression
    while read -r solver expression; do
        [ "$solver" = "$1" ] && grep -qE -e "${expression%% \#*}" "$2" && return 0
    done < <(refusals)
    return 1
}

declare -A refused_seed=() # by solver and seed: yes or no
seed_is_refused() {
    local key="$1 $2"
    if [ -z "${refused_seed[$key]:-}" ]; then
        refused_seed[$key]=no
        [ -z "$(error_of "$1" "$2")" ] || refused_seed[$key]=yes
    fi
    [ "${refused_seed[$key]}" = yes ]
}

passed=0 failed=0 known=0 hopeless=0
# look STRATEGY FILE
look() {
    local solver error from
    from=$(sed -n '1s/.* from=//p' "$2")
    for solver in "${solvers[@]}"; do
        error=$(error_of "$solver" "$2")
        if [ -z "$error" ]; then
            passed=$((passed + 1))
        elif is_known "$solver" "$2"; then
            known=$((known + 1))
        elif seed_is_refused "$solver" "$from"; then
            hopeless=$((hopeless + 1))
        else
            failed=$((failed + 1))
            echo "FAILED: $1: $solver: ${error:0:300}"
            sed -n 1p "$2"
            [ -z "$keep" ] || { mkdir -p "$keep" && cp "$2" "$keep/"; }
        fi
    done
}

for strategy; do
    rm -f "$tmp"/*.smt2
    "$momus" mutate --quiet --strategy "$strategy" --seed "$seed" -n $((n * each)) "${folders[@]}" \
        2>/dev/null |
        awk -v dir="$tmp" -v each="$each" -v name="$strategy" '
            /^; momus id=/ {
                if (file != "")
                    close(file)
                file = ++n % each == 0 ? sprintf("%s/%s-%06d.smt2", dir, name, n) : ""
                held = 0
            }
            held { if (file != "") print "(reset)" >file; held = 0 } # of the seed
            $0 == "(reset)" { held = 1; next }
            file != "" { print >file }'
    for file in "$tmp"/*.smt2; do
        look "$strategy" "$file"
    done
done
echo "$known refused for a feature that the solver does not have, $hopeless with their seeds"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
