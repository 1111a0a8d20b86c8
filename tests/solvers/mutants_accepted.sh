#!/bin/bash
# mutants_accepted.sh [-n TESTS] [-s SEED] [-k DIR] [-e EACH] [STRATEGY...]
#
# Gives tests of the strategies (all of them) to z3 and cvc5, and looks for errors: a test that a
# solver refuses is a mistake of ours, unless the solver refuses a seed of it, too, or a feature
# that it has in no formula (listed below). Of the tests that are made, every EACH-th (20) is
# given, so that chains get long; TESTS (3000) of each strategy in all.
#
# It is about reading and sorts alone, so (check-sat) is left out, and a process gets many tests,
# with (reset) between. What looks like an error there counts if a process of its own says so, too.
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
[ $# -gt 0 ] || set -- fusion concat opfuzz typefuzz fuzzchick bank

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
#   SOLVER MESSAGE   an extended regular expression for its error; what stands behind # is the
#                    reason
refusals() {
    cat <<'EOR'
z3   unknown constant (bvnego|bv[us](add|sub|mul)o|bvsdivo) # overflow, of SMT-LIB 2.7
z3   unknown constant (ubv_to_int|sbv_to_int|int_to_bv|\*\*) # of SMT-LIB 2.7
z3   unknown constant divisible # of the theory Ints
z3   unknown constant seq\.replace_all # younger than this z3
z3   sort already (declared|defined) # Set is a sort of its own in ALL
cvc5 Symbol '(bvnego|ubv_to_int|sbv_to_int|\*\*)' not declared # of SMT-LIB 2.7
cvc5 Unknown indexed function `int_to_bv' # of SMT-LIB 2.7
cvc5 Illegal argument detected +\(set-logic [A-Z_]*EIA # the logic of **, of SMT-LIB 2.7
cvc5 significand bit vector in fp is an invalid size # no (fp ...) with a significand of two bits
cvc5 Invalid argument .* for 'val', expected a value # a negative number is none in (as const ...)
EOR
}

# texts FILE...: the files without their checks, each followed by a mark and (reset).
texts() {
    awk 'function mark() { printf "(echo \"@\")\n(reset)\n" }
        FNR == 1 && NR > 1 { mark() }
        !/^\((check-sat|exit)\)$/
        END { mark() }' "$@"
}

# read_by SOLVER: what it says to its standard input, in three seconds of processor time. It may
# crash.
read_by() {
    {
        ulimit -t 3
        case $1 in
        z3) z3 -smt2 -in -t:20 2>&1 ;;
        cvc5)
            cvc5 -q --lang=smt2.6 --strings-exp --fp-exp --incremental --tlimit-per=20 2>&1
            ;;
        esac
    } 2>/dev/null
}

no_end='(it ended here)'
# errors_by SOLVER FILE...: for each file a line, with what it says against it: errors, each of up
# to three lines, with \037 between. A file that it does not come to the end of is the last one.
errors_by() {
    local solver=$1
    shift
    texts "$@" | read_by "$solver" | awk '
        /^"?@"?$/ { print text; text = ""; n = 0; whole = 1; next }
        { whole = 0 }
        /^\(error/ { n = 3; if (text != "") text = text "\037" }
        n-- > 0 { text = text $0 " " }
        END { if (!whole) print text == "" ? "'"$no_end"'" : text }'
}

# is_known SOLVER ERRORS FILE: is each of them one of a refusal? What the file defines is missing
# afterwards where its definition was refused.
is_known() {
    local errors error solver expression after=no
    IFS=$'\037' read -ra errors <<<"$2"
    for error in "${errors[@]}"; do
        while read -r solver expression; do
            [[ $solver = "$1" && $error =~ ${expression%% \#*} ]] && after=yes && continue 2
        done <"$tmp/refusals"
        [[ $after = yes && $error =~ unknown\ constant\ ([^ \"]+) ]] &&
            grep -qF "(define-fun ${BASH_REMATCH[1]} " "$3" && continue
        return 1
    done
}

declare -A refused_seed=() # by solver and seed: yes or no
# seed_is_refused SOLVER SEED,...: does it refuse one of them?
seed_is_refused() {
    local seed key seeds
    IFS=, read -ra seeds <<<"$2"
    for seed in "${seeds[@]}"; do
        key="$1 $seed"
        if [ -z "${refused_seed[$key]:-}" ]; then
            refused_seed[$key]=no
            [ -z "$(errors_by "$1" "$seed")" ] || refused_seed[$key]=yes
        fi
        [ "${refused_seed[$key]}" = no ] || return 0
    done
    return 1
}

passed=0 failed=0 known=0 hopeless=0 ended=0
# look STRATEGY SOLVER FILE ERROR
look() {
    local error=$4 from
    [ -z "$error" ] || is_known "$2" "$error" "$3" || error=$(errors_by "$2" "$3")
    if [ -z "$error" ]; then
        passed=$((passed + 1))
        return
    elif is_known "$2" "$error" "$3"; then
        known=$((known + 1))
        return
    elif [ "$error" = "$no_end" ]; then
        ended=$((ended + 1))
        return
    fi
    from=$(sed -n '1s/.* from=//p' "$3")
    if seed_is_refused "$2" "$from"; then
        hopeless=$((hopeless + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1: $2: ${error:0:300}"
        sed -n 1p "$3"
        [ -z "$keep" ] || { mkdir -p "$keep" && cp "$3" "$keep/"; }
    fi
}

# look_all STRATEGY SOLVER FILE...
look_all() {
    local strategy=$1 solver=$2 some errors i
    shift 2
    while [ $# -gt 0 ]; do
        some=("${@:1:100}")
        mapfile -t errors < <(errors_by "$solver" "${some[@]}")
        for i in "${!errors[@]}"; do
            look "$strategy" "$solver" "${some[i]}" "${errors[i]}"
        done
        shift ${#errors[@]}
    done
}

refusals >"$tmp/refusals"
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
    for solver in "${solvers[@]}"; do
        look_all "$strategy" "$solver" "$tmp"/*.smt2
    done
done
echo "$known refused for a feature that the solver does not have, $hopeless with their seeds"
echo "$ended where the solver crashed, or took too long to read it"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
