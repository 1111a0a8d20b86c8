#!/bin/bash
# kill_campaign.sh [-c N] [-w N] [-n TESTS] [-g SIZE] [-r SEED]
#
# Kills campaigns by SIGKILL at random moments: the coordinator N times (-c, 5), workers N times
# (-w, 5). The solvers are two fakes that think by momus' own evaluator, one of which lies now and
# then; a campaign has so many tests (-n, 400), and its workers are replaced when they have grown by so
# much (-g, 64M; 0: after every trail). After each kill of a coordinator:
#   - no process of the campaign is there any more
#   - every finding that was told is in the run, with its script
#   - the database is whole, and its counters have not gone back
# Then the campaign is resumed. When it is through, it has made as many tests as it should: none is
# lost, none counts twice. Where it has other findings than a campaign that nobody disturbed, that
# is noted.
#
# MOMUS: the program (build/release/momus). Ends with "N passed, M failed".
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top" || exit 2
momus=${MOMUS:-$top/build/release/momus}
coordinators=5 workers=5 tests=400 growth=64M RANDOM=$$
while getopts c:w:n:g:r: option; do
    case $option in
    c) coordinators=$OPTARG ;;
    w) workers=$OPTARG ;;
    n) tests=$OPTARG ;;
    g) growth=$OPTARG ;;
    r) RANDOM=$OPTARG ;;
    *) exit 2 ;;
    esac
done
passed=0 failed=0
tmp=$(mktemp -d)
pid=
finish() {
    [ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null
    rm -rf "$tmp"
}
trap finish EXIT

good() { passed=$((passed + 1)); }
bad() {
    failed=$((failed + 1))
    echo "FAIL $1"
    rm -rf "${KEEP:-$tmp/kept}" && cp -r "$tmp" "${KEEP:-/nonexistent}" 2>/dev/null
}
check() { # NAME COMMAND...
    local name=$1
    shift
    if "$@"; then good; else bad "$name"; fi
}

export XDG_CONFIG_HOME=$tmp/config
mkdir -p "$XDG_CONFIG_HOME/momus/solvers" "$tmp/bin"
cp "${FAKE:-build/fake/truthful}" "$tmp/bin/truthful"
profile() { # NAME WORD...
    local name=$1
    shift
    cat >"$XDG_CONFIG_HOME/momus/solvers/$name.solver" <<PROFILE
(solver $name
  (spawn   "$tmp/bin/truthful" $* "{file}")
  (session "$tmp/bin/truthful" $*)
  (version "$tmp/bin/truthful" "--version")
  (clear   reset push-pop))
PROFILE
}
profile truthful '"5000"'
profile fibber '"5000"' '"lie:25"'

seed=0 n_found=0
fuzz() { # RUN: the campaign of this round, to its end
    exec "$momus" fuzz --reduce 0 -n $tests --chain 20 --schedule fair -j 2 -t 20 --seed $seed --run "$1" \
        --worker-growth "$growth" --strategy opfuzz,fusion,concat -s truthful -s fibber seeds/QF_BV seeds/QF_LIA seeds/QF_UF
}
query() { sqlite3 -readonly "$1/momus.db" "$2"; }
count_tests() { query "$1" "select coalesce(sum(value),0) from counters where name='tests'"; }
findings() { query "$1" "select fingerprint, count from findings where class <> 'momus' order by 1"; }

# Does any process have it in its command line?
mentioned() {
    local line words
    for line in /proc/[0-9]*/cmdline; do
        mapfile -d '' -t words 2>/dev/null <"$line"
        [[ "${words[*]}" != *"$1"* ]] || return 0
    done 2>/dev/null
    return 1
}
gone() { # within 10 seconds
    local i
    for ((i = 0; i < 100; i++)); do
        mentioned "$1" || return 0
        sleep 0.1
    done
    return 1
}
told_is_there() { # LOG RUN
    local number file
    while read -r number file; do
        [ -s "$2/$file" ] && [ "$(query "$2" "select count(*) from findings where number=$number")" = 1 ] ||
            { echo "finding $number is not there: $file"; return 1; }
    done < <(sed -n 's/^finding \([0-9]*\): .* \(findings\/.*\)$/\1 \2/p' "$1")
}
# Of a copy that may be written: what was killed while its database was being made leaves a journal.
is_whole() {
    rm -rf "$tmp/copy" && mkdir "$tmp/copy" && cp "$1"/momus.db* "$tmp/copy" &&
        [ "$(sqlite3 "$tmp/copy/momus.db" 'pragma integrity_check')" = ok ]
}

# A moment between the start and the end of a short campaign.
# Up to as long as the campaign takes when nobody disturbs it.
calm_ms=1000
doze() {
    local ms=$((RANDOM * RANDOM % calm_ms))
    sleep "$((ms / 1000)).$(printf %03d $((ms % 1000)))"
}

look() { # RUN LOG: after a kill
    check 'no process stays behind' gone "$tmp/bin"
    check 'nor a worker' gone "$1"
    [ -e "$1/momus.db" ] || return 0
    check 'what was told is there' told_is_there "$2" "$1"
    check 'the database is whole' is_whole "$1"
    local now
    now=$(count_tests "$1" 2>/dev/null || echo 0)
    check "counters do not go back: ${now:-0} after $before" test "${now:-0}" -ge "$before"
    before=${now:-0}
}

# One of the workers of a coordinator; what lives in a PID namespace of its own is none.
a_worker_of() {
    local child
    pgrep -P "$1" | shuf | while read -r child; do
        [ "$(readlink "/proc/$child/ns/pid")" != "$(readlink /proc/self/ns/pid)" ] || echo "$child"
    done | head -n 1
}

# Waits until the campaign has made so many more tests: workers that are killed again and again
# at one place give it up. False if it is through before.
goes_on_by() { # N RUN
    local wanted=$(($(count_tests "$2" 2>/dev/null || echo 0) + $1))
    while kill -0 $pid 2>/dev/null; do
        [ "$(count_tests "$2" 2>/dev/null || echo 0)" -lt $wanted ] || return 0
        sleep 0.1
    done
    return 1
}

# Runs the campaign to its end, killing by the way as often as that is still wanted.
disturb() { # RUN VICTIM
    local run=$1 victim=$2 status target
    before=0
    while :; do
        status=
        (fuzz "$run") >"$tmp/log" 2>&1 </dev/null &
        pid=$!
        doze
        if [ "$victim" = coordinator ] && [ "$n_left" -gt 0 ]; then
            kill -KILL $pid 2>/dev/null
            { wait $pid; } 2>/dev/null
            status=$?
            if [ $status -eq 137 ]; then # it was not through yet
                n_left=$((n_left - 1))
                look "$run" "$tmp/log"
                continue
            fi
        fi
        while [ "$victim" = worker ] && [ "$n_left" -gt 0 ] && goes_on_by 40 "$run"; do
            target=$(a_worker_of $pid)
            if [ -n "$target" ] && kill -KILL "$target" 2>/dev/null; then n_left=$((n_left - 1)); fi
            doze
        done
        [ -n "$status" ] || { wait $pid; status=$?; }
        [ $status -eq 0 ] || [ $status -eq 10 ] || { bad "status $status" && tail -n 3 "$tmp/log"; return; }
        pid=
        check 'at the end, no process stays behind' gone "$tmp/bin"
        return
    done
}

round() { # VICTIM
    seed=$((seed + 1))
    calm_ms=$(date +%s%3N)
    (fuzz "$tmp/calm") >"$tmp/calm.log" 2>&1 </dev/null
    calm_ms=$(($(date +%s%3N) - calm_ms + 1))
    disturb "$tmp/run" "$1"
    check "all tests were made: $(count_tests "$tmp/run")" test "$(count_tests "$tmp/run")" -eq $tests
    check 'the database is whole at the end' is_whole "$tmp/run"
    # A question that runs out of time on a busy machine makes a difference, too: to be looked at.
    if [ "$(findings "$tmp/run")" != "$(findings "$tmp/calm")" ]; then
        echo "note: other findings than undisturbed ($1, seed $seed)"
        diff <(findings "$tmp/calm") <(findings "$tmp/run")
    fi
    n_found=$((n_found + $(findings "$tmp/calm" | wc -l)))
    rm -rf "$tmp/run" "$tmp/calm"
}

n_left=$coordinators
# A campaign that always fails would be tried for ever.
while [ "$n_left" -gt 0 ] && [ $failed -lt 20 ]; do round coordinator; done
n_left=$workers
while [ "$n_left" -gt 0 ] && [ $failed -lt 20 ]; do round worker; done
check 'something was found at all' test $n_found -gt 0
echo "killed: coordinators $coordinators, workers $workers; in $seed campaigns"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
