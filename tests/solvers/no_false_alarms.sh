#!/bin/bash
# no_false_alarms.sh [-m MODE] [-n TESTS] [-j N] [-r SEED] [-l K] [-d RUN] [SEEDS...]
#
# Campaigns of all strategies in which somebody is known to be right:
#
#   truth   a fake solver that thinks by momus' own evaluator, asked twice, never errs: any finding
#           is a false alarm
#   twice   z3 is asked twice, under two names: sat against unsat between the two is a false
#           alarm; what else is found is listed, to be looked into
#   lies    the same fake beside one that lies once in K answers (-l, 1000): every lie is found,
#           nobody else is blamed
#
# Without -m, all three, of -n tests each (1000). -d keeps the run, as RUN-MODE. SEEDS: our own.
# MOMUS, FAKE: the programs. Ends with "N passed, M failed".
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top" || exit 2
momus=${MOMUS:-$top/build/release/momus}
fake=${FAKE:-$top/build/fake/truthful}
modes='truth twice lies' tests=1000 jobs=2 seed=1 one_in=1000 keep=
while getopts m:n:j:r:l:d: option; do
    case $option in
    m) modes=$OPTARG ;;
    n) tests=$OPTARG ;;
    j) jobs=$OPTARG ;;
    r) seed=$OPTARG ;;
    l) one_in=$OPTARG ;;
    d) keep=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- seeds
seeds=("$@")
passed=0 failed=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

check() { # NAME COMMAND...
    local name=$1
    shift
    if "$@"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAIL $name"
    fi
}
export XDG_CONFIG_HOME=$tmp/config
mkdir -p "$XDG_CONFIG_HOME/momus/solvers"
profile() { # NAME WORD...
    local name=$1
    shift
    cat >"$XDG_CONFIG_HOME/momus/solvers/$name.solver" <<PROFILE
(solver $name
  (spawn   "$fake" $* "{file}")
  (session "$fake" $*)
  (version "$fake" "--version")
  (clear   reset push-pop))
PROFILE
}
profile truthful '"2000"'
profile fibber '"2000"' "\"lie:$one_in:$tmp/lies\""

fuzz() { # WORD...: the campaign; its run is $run
    run=${keep:-$tmp/run}-$mode
    "$momus" fuzz --reduce 0 -n "$tests" -j "$jobs" -t 5 --seed "$seed" --run "$run" "$@" "${seeds[@]}" >"$tmp/out" 2>&1 </dev/null
    status=$?
    grep -E '^(done|stopped|the seeds|[0-9,]+ unknown)' "$tmp/out"
    check "$mode: the campaign ends well ($status)" test $status -eq 0 -o $status -eq 10
}
query() { sqlite3 "$run/momus.db" "$1"; }
list() { # CONDITION: findings, one in a line
    query "select number, class, (select group_concat(name) from names where finding = number and kind = 'at_fault'), fingerprint from findings where $1"
}
none() { # CONDITION
    [ -z "$(list "$1")" ] || { list "$1" | head -n 20; return 1; }
}

truth() {
    fuzz -s truthful -s again=truthful
    check 'truth: nothing is found' none 1
}

twice() {
    command -v z3 >/dev/null || { echo 'skipped: z3 is not there' && return; }
    fuzz -s z3 -s again=z3 --way push-pop
    check 'twice: z3 does not disagree with itself' none "class in ('disagreement', 'flaky') or basis = 'vote'"
    list 1 | sed 's/^/to be looked into: /'
}

lies() {
    : >"$tmp/lies"
    fuzz -s truthful -s fibber
    check 'lies: nobody else is blamed' none \
        "exists (select * from names where finding = number and kind = 'at_fault' and name <> 'fibber')"
    local told seen refused dropped
    told=$(sort -u "$tmp/lies" | wc -l)
    seen=$(query 'select coalesce(sum(count), 0) from findings')
    refused=$(query 'select count(*) from seeds where usable = 0')
    dropped=$(query "select coalesce(sum(value), 0) from counters where name = 'unconfirmed'")
    echo "lies: $told told; $seen seen in findings, $refused seeds set aside, $dropped not confirmed"
    check 'lies: each of them is seen' test $((seen + refused)) -ge "$told"
    check 'lies: what is seen shows again' test "$dropped" -eq 0
}

for mode in $modes; do "$mode"; done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
