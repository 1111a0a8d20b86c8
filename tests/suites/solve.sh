#!/bin/bash
# momus solve and momus solvers: with solvers that misbehave (tests/fake), with the real ones
# that are installed, and with releases of z3 from npm where Node and npm are there.
cd "${TOP:?}" && . tests/suites/helpers.bash || exit 2

# solve STATUS WORD...: what momus solve prints is in $tmp/out.
solve() {
    local wanted=$1 status
    shift
    timeout 120 "$MOMUS" solve "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    status=$?
    [ $status -eq "$wanted" ] || { echo "status $status, not $wanted: solve $*"; cat "$tmp/err"; false; }
}

# says NAME ANSWER: the line of that solver has this answer.
says() {
    grep -Eq "^  $1 +$2  " "$tmp/out" || { echo "$1: not '$2':"; cat "$tmp/out"; false; }
}

printf '(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 2))\n(check-sat)\n' >"$tmp/sat.smt2"
printf '(declare-const x Int)\n(assert (> x x))\n(check-sat)\n' >"$tmp/unsat.smt2"

# -- solvers that misbehave ---------------------------------------------------

# mode answer
while read -r mode answer; do
    case $mode/$answer in *crash*) status=10 ;; *) status=0 ;; esac # a finding
    case $mode in memory-hog) time=60 ;; *) time=4 ;; esac          # on a busy machine it takes its time
    solve $status -t $time --memory 200M -s "odd=build/fake/fake $mode {file}" "$tmp/sat.smt2" &&
        says odd "$answer"
    check "$mode is $answer" test $? -eq 0
done <<'LIST'
good sat
bad-status sat
no-answer unclear
sleeper timeout
spinner timeout
memory-hog memout
ignore-term sat
fork-bomb (timeout|memout)
escapee sat
pipe-holder sat
flood-out (unclear|timeout)
flood-err (unclear|timeout)
endless-line (unclear|timeout)
nul-bytes unclear
half-answer unclear
answer-then-crash sat
crash crash
abort crash
late sat
closes-input sat
large-file unclear
litter sat
error-then-answer error
LIST

solve 4 -s "gone=no-such-solver {file}" "$tmp/sat.smt2" && says gone "not started"
check 'a solver that is not there is told' test $? -eq 0
check 'with its reason' grep -q 'no-such-solver: No such file or directory' "$tmp/out"
check 'a list is several' solve 0 -s 'a=build/fake/fake good {file};b=build/fake/fake good {file}' "$tmp/sat.smt2"
check 'each with its name' test "$(grep -Ec '^  [ab] +sat' "$tmp/out")" -eq 2
check 'a missing file is told' solve 3 -s 'build/fake/fake good {file}' "$tmp/nothing.smt2"
check 'a time that is longer than a life is told' solve 2 -t 18446744074 -s 'build/fake/fake good {file}' "$tmp/sat.smt2"
check 'bad words are told' solve 2 -s 'a="x' "$tmp/sat.smt2"

# -- in a sandbox -----------------------------------------------------------------

mkdir -p "$tmp/empty"
PATH=$tmp/empty "$MOMUS" solve --sandbox -s "build/fake/fake good {file}" "$tmp/sat.smt2" >"$tmp/out" 2>"$tmp/err"
check 'without bwrap, --sandbox cannot be' test $? -eq 4
check 'and what to do is told' grep -q -- '--sandbox: bwrap: No such file or directory; install bubblewrap' "$tmp/err"
if ! bwrap --ro-bind / / --dev /dev --unshare-net true 2>"$tmp/err"; then
    skip "the sandbox: bwrap cannot run here: $(head -n 1 "$tmp/err")"
else
    # shellcheck disable=SC2016 # $1 is the script's
    printf '#!/bin/sh\ntouch "$1/outside" 2>/dev/null && echo unsat\ntouch inside && echo sat\n' >"$tmp/writer"
    chmod +x "$tmp/writer"
    solve 0 --sandbox -s "writer=$tmp/writer $tmp {file}" "$tmp/sat.smt2" && says writer sat
    check 'in a sandbox, only the own folder can be written' test $? -eq 0
    check 'and nothing is outside' test ! -e "$tmp/outside"
    # mode answer
    while read -r mode answer; do
        solve 0 --no-verdict --sandbox -t 4 --memory 200M -s "odd=build/fake/fake $mode {file}" "$tmp/sat.smt2" &&
            says odd "$answer"
        check "$mode is $answer in a sandbox" test $? -eq 0
    done <<'LIST'
good sat
crash crash
spinner timeout
memory-hog memout
escapee sat
litter sat
LIST
    if command -v cvc5 >/dev/null; then
        for way in spawn reset push-pop; do
            solve 0 --sandbox -t 20 --way $way -s cvc5 "$tmp/sat.smt2" "$tmp/unsat.smt2" && says cvc5 sat
            check "cvc5 answers in a sandbox, asked by $way" test $? -eq 0
            check "and really by $way" test "$(grep -c 'asked by' "$tmp/out")" -eq 0
        done
    fi
fi

# -- JSON -----------------------------------------------------------------------

solve 0 --json -s 'a=build/fake/fake good {file}' "$tmp/sat.smt2"
for part in '"file": ' '"answers": \[' '"solver": "a"' '"version": ' '"answer": "sat"' '"ms": ' \
    '"kb": ' '"kb_of": "query"' '"model": null' '"model_verdict": null' '"raw": "sat\\n"' '"findings": \[\]'; do
    check "JSON has $part" grep -q "$part" "$tmp/out"
done

# -- real solvers -----------------------------------------------------------------

# measure NAME SOLVER FILE: sets NAME to the most memory of a plain run, in KB.
measure() {
    printf -v "$1" %s "$(build/fake/fake measure "$2" "$3" | tail -n 1)"
}
kb() { sed -n 's/^ *"kb": \([0-9]*\),$/\1/p' "$tmp/out"; }

# The same with a long comment, which solvers are not told: momus is much larger than they are.
{
    printf ';' && head -c 50000000 /dev/zero | tr '\0' 'c' && echo
    cat "$tmp/sat.smt2"
} >"$tmp/large.smt2"

for solver in z3 cvc5 cvc4; do
    if ! command -v $solver >/dev/null; then
        skip "$solver is not there"
        continue
    fi
    solve 0 --models -t 20 -s $solver "$tmp/sat.smt2" "$tmp/unsat.smt2"
    check "$solver says sat" grep -Eq "^  $solver +sat .*model true" "$tmp/out"
    check "$solver says unsat" grep -Eq "^  $solver +unsat " "$tmp/out"
    timeout 120 "$MOMUS" solvers -s $solver >"$tmp/out" 2>&1
    check "$solver passes its preflight" test $? -eq 0
    check "$solver has a snapshot and sessions" grep -Eq "^$solver +right +true +[0-9]+ ms( +[0-9]+/s){3}" "$tmp/out"
    solve 0 --models -t 20 --way snapshot -s $solver "$tmp/sat.smt2" "$tmp/unsat.smt2" "$tmp/sat.smt2"
    check "forks of $solver say sat" test "$(grep -Ec "^  $solver +sat .*model true" "$tmp/out")" -eq 2
    check "forks of $solver say unsat" grep -Eq "^  $solver +unsat " "$tmp/out"
    check "nothing is told about $solver" test ! -s "$tmp/err"
    alone=0
    measure alone $solver "$tmp/sat.smt2"
    solve 0 --no-verdict --json -t 60 -s $solver "$tmp/large.smt2"
    check "the memory of $solver is its own, not that of momus" \
        awk -v n="$(kb)" -v alone="$alone" 'BEGIN { exit !(n > alone * 0.8 && n < alone * 1.4) }'
    for way in spawn snapshot reset push-pop; do
        solve 0 --no-verdict --json -t 60 --way $way -s $solver "$tmp/sat.smt2"
        check "the memory of $solver by $way is told" \
            awk -v n="$(kb)" -v alone="$alone" 'BEGIN { exit !(n > alone * 0.6 && n < alone * 2) }'
    done
    check 'and whose it is' grep -q '"kb_of": "session"' "$tmp/out"
done
solve 0 --way snapshot -s 'a=build/fake/fake good {file}' "$tmp/sat.smt2" && says a sat
check 'who has no snapshot is asked by spawn' test $? -eq 0
check 'and that is told' grep -q 'note: a was asked by spawn, not by snapshot: ' "$tmp/err"
timeout 120 "$MOMUS" solvers -s 'a=build/fake/fake good {file}' >"$tmp/out" 2>&1
check 'who answers sat to everything fails the preflight' test $? -eq 4
check 'and is called wrong' grep -q '^a .*WRONG' "$tmp/out"

# What a profile says that a solver lacks is not asked.
printf '(declare-const x Float32)\n(check-sat)\n' >"$tmp/float.smt2"
solve 0 -s 'cvc4' "$tmp/float.smt2" && says cvc4 refused
check 'a solver without floats refuses them' test $? -eq 0
check 'without being asked' grep -q 'not asked: by its profile, cvc4 lacks floats' "$tmp/out"

# Of any bytes: JSON is UTF-8 all the same.
printf '(declare-const x Int)\n(assert (> x 2))\n(check-sat)\n' >"$tmp/$(printf 'odd-\xff').smt2"
solve 0 --json -s "$(printf 'n\xfe')=build/fake/fake say sat $(printf '\xff') {file}" "$tmp/$(printf 'odd-\xff').smt2"
check 'JSON of bytes that are no UTF-8 is UTF-8' iconv -f UTF-8 -t UTF-8 -o /dev/null "$tmp/out"
check 'and whole' test "$(tail -n 1 "$tmp/out")" = ']' -a "$(grep -c '"raw": "sat' "$tmp/out")" -eq 1
solve 4 --json -s 'gone=no-such-solver {file}' "$tmp/sat.smt2"
check 'in JSON, who does not start is unclear' grep -q '"answer": "unclear"' "$tmp/out"

# What momus cannot read is given to solvers as it is, and that is told.
printf '(declare-const x Int)\n(assert (> x 2))\n(check-sat' >"$tmp/cut.smt2"
solve 0 -s 'a=build/fake/fake good {file}' "$tmp/cut.smt2" && says a sat
check 'a script that is cut off is asked' test $? -eq 0
check 'and the place is told' grep -q 'cut.smt2:3:1: this ( has no )' "$tmp/out"

# What it says on standard error is shown where it says nothing else, also by what the hint says.
timeout 60 "$MOMUS" solvers -s "sh -c 'echo no library >&2; exit 127' {file}" >"$tmp/out" 2>&1
hint=$(sed -n 's/^ *see what it says: momus solve \(.*\) FILE$/\1/p' "$tmp/out")
echo "timeout 60 $MOMUS solve $hint $tmp/sat.smt2" >"$tmp/hint"
sh "$tmp/hint" >"$tmp/out" 2>&1
check 'the hint shows what a solver says' grep -q '"note": "said: no library"' "$tmp/out"
timeout 60 "$MOMUS" solve -s z3:odd "$tmp/sat.smt2" >"$tmp/out" 2>&1
check 'an error is one line' test "$(wc -l <"$tmp/out")" -eq 1

# Nobody reads any more: it stops. (Ten scripts of which each takes more than a second.)
mkdir -p "$tmp/ten"
for i in 1 2 3 4 5 6 7 8 9 10; do cp "$tmp/sat.smt2" "$tmp/ten/$i.smt2"; done
for jobs in 1 4; do # of four, three are still being asked then
    rm -f "$tmp/asked"
    { timeout 120 "$MOMUS" solve --no-verdict -j $jobs -s "late=sh -c 'echo >>$tmp/asked; sleep 1; echo sat' {file}" "$tmp/ten" 2>"$tmp/err" </dev/null; echo $? >"$tmp/status"; } | head -n 1 >/dev/null
    check "without a reader it stops, asking $jobs at once" test "$(wc -l <"$tmp/asked")" -lt 10
    check 'without a word' test ! -s "$tmp/err"
    check 'by its status' test "$(cat "$tmp/status")" -eq 5
done
for way in snapshot push-pop; do
    command -v z3 >/dev/null || continue
    timeout 120 "$MOMUS" solve -s z3 --way $way "$tmp/sat.smt2" >/dev/full 2>"$tmp/err"
    check "a full disk ends it, asking by $way" test $? -eq 5
    check 'and is told' grep -q 'cannot write standard output' "$tmp/err"
done

# -- without privileges -------------------------------------------------------------

# There are no cgroups then: address space is limited in place of memory.
as_nobody=()
[ "$(id -u)" -ne 0 ] || as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
mkdir -m 777 "$tmp/open"
chmod 711 "$tmp"
cp "$MOMUS" build/fake/fake "$tmp/sat.smt2" "$tmp/open" && chmod 755 "$tmp"/open/*
unprivileged() { (cd "$tmp/open" && HOME=$tmp/open TMPDIR=$tmp/open timeout 120 "${as_nobody[@]}" "$@"); }
if ! unprivileged "$tmp/open/fake" good sat.smt2 >"$tmp/out" 2>"$tmp/err"; then
    skip "unprivileged: another user cannot run a program here: $(head -n 1 "$tmp/err")"
elif ! unprivileged ./momus solvers -s 'a=./fake good {file}' | grep -q 'address space limit'; then
    skip 'unprivileged: there are cgroups all the same'
else
    unprivileged ./momus solve -t 60 --memory 200M -s 'odd=./fake memory-hog {file}' sat.smt2 >"$tmp/out" 2>"$tmp/err"
    check 'unprivileged, who fails for memory is memout' says odd memout
    check 'and what that rests on is told' grep -Eq 'failed with 2?[0-9]+ of the 210 MB that it may address' "$tmp/out"
    unprivileged ./momus solve --no-verdict --memory 200M -s 'odd=./fake crash {file}' sat.smt2 >"$tmp/out" 2>"$tmp/err"
    check 'unprivileged, a crash is a crash' says odd crash
    unprivileged ./momus solve -t 60 --memory 200M -s 'odd=./fake much-memory {file}' sat.smt2 >"$tmp/out" 2>"$tmp/err"
    check 'unprivileged, who has enough answers' says odd sat
    mkdir -m 700 "$tmp/open/closed"
    unprivileged env HOME="$tmp/open/closed" ./momus solve -s 'odd=./fake good {file}' sat.smt2 >"$tmp/out" 2>"$tmp/err"
    check 'a home that is closed is none' says odd sat
    check 'without a word' test ! -s "$tmp/err"
    unprivileged env MOMUS_CONF="$tmp/open/closed/x" ./momus solve -s 'odd=./fake good {file}' sat.smt2 >"$tmp/out" 2>"$tmp/err"
    check 'a file that is named is not' test $? -eq 3
fi
rm -rf "$tmp/open"

# -- odd surroundings ---------------------------------------------------------------

mkdir "$tmp/nothing"
solve 0 -s 'odd=build/fake/fake good {file}' "$tmp/nothing"
check 'an empty folder is told' grep -q 'nothing: no .smt2 files in it' "$tmp/err"

mkdir "$tmp/many"
for i in $(seq 20); do cp "$tmp/sat.smt2" "$tmp/many/$i.smt2"; done
(ulimit -n 64 && solve 0 -j 20 -s 'odd=build/fake/fake good {file}' "$tmp/many")
check 'few files may be open: fewer are asked at once' \
    test "$(grep -c '^  odd  sat' "$tmp/out")" -eq 20

(ulimit -n 30 && solve 0 --way push-pop -s 'a=build/fake/fake good {file};b=build/fake/fake good {file}' "$tmp/sat.smt2")
check 'too few for sessions: asked by spawn' test "$(grep -c '^  [ab]  sat' "$tmp/out")" -eq 2
check 'and how many it takes is told' grep -q 'too few files may be open for --way push-pop: .* ulimit -n [0-9]' "$tmp/err"
for n in 24 26 28 30 60; do # of these, some are too few for two processes at once
    (ulimit -n $n && timeout 60 "$MOMUS" solvers -s z3 >"$tmp/out.$n" 2>&1)
done
if command -v z3 >/dev/null; then
    check 'few files are enough for a snapshot' \
        test "$(grep -Ec '^z3 +right +true +[0-9]+ ms +[0-9]+/s' "$tmp/out.60")" -eq 1
    check 'who fails for want of files is told so' \
        test -z "$(grep -L -e '^z3 .*/s' -e 'ulimit -n' "$tmp"/out.*)"
fi
(ulimit -n 14 && solve 4 -s 'odd=build/fake/fake good {file}' "$tmp/sat.smt2")
check 'too few for anything: what to do is told' grep -q 'ulimit -n' "$tmp/out"

mkdir -p "$tmp/home/.config/momus/solvers"
echo '(solver odd (spawn "cat"' >"$tmp/home/.config/momus/solvers/odd.solver"
for command in "solve $tmp/sat.smt2" solvers; do
    env -u XDG_CONFIG_HOME HOME="$tmp/home" timeout 60 "$MOMUS" $command -s odd >"$tmp/out" 2>"$tmp/err"
    check "a bad profile is bad input: ${command%% *}" test $? -eq 3
    check 'with its place' grep -q 'odd.solver:1:[0-9]*: error: ' "$tmp/err"
done
TMPDIR=$tmp/no/such timeout 60 "$MOMUS" solvers -s 'odd=build/fake/fake good {file}' >"$tmp/out" 2>"$tmp/err"
check 'a temporary folder that is not there is told' grep -q 'set TMPDIR' "$tmp/out"
check 'and nothing is to be installed' test "$(grep -c install "$tmp/out")" -eq 0
COLUMNS=60 timeout 60 "$MOMUS" solvers -s 'odd=build/fake/fake good {file}' -s 'gone {file}' >"$tmp/out" 2>"$tmp/err"
check 'solvers are shown within 60 columns' test "$(wc -L <"$tmp/out")" -le 60
COLUMNS=60 timeout 60 "$MOMUS" solve --no-verdict -s 'gone {file}' "$tmp/sat.smt2" >"$tmp/out" 2>"$tmp/err"
check 'and answers' test "$(grep -v smt2 "$tmp/out" | wc -L)" -le 60
timeout 60 "$MOMUS" solvers --json -s 'odd=build/fake/fake good {file}' >"$tmp/out" 2>"$tmp/err"
check 'who has no profile has none that was tried' grep -q '"profile_tried": null' "$tmp/out"

# Ended while solvers run: by the signal, and with nothing left.
"$MOMUS" solve -t 600 -s 'odd=build/fake/fake sleeper {file}' "$tmp/sat.smt2" >"$tmp/out" 2>&1 &
pid=$!
while kill -0 $pid && [ -z "$(find "$tmp" -maxdepth 1 -name 'momus-*')" ]; do sleep 0.1; done
kill -TERM $pid
wait $pid
check 'SIGTERM ends it' test $? -eq 143
check 'and leaves no directory' test -z "$(find "$tmp" -maxdepth 1 -name 'momus-*')"
check 'and no cgroup' test -z "$(find /sys/fs/cgroup -maxdepth 2 -name "momus-*-$pid-*" 2>/dev/null)"

# -- releases of z3 ---------------------------------------------------------------

export XDG_DATA_HOME=$tmp/data
timeout 60 "$MOMUS" solve -s z3@1.2.3 "$tmp/sat.smt2" >"$tmp/out" 2>&1
check 'a release that is not installed is told' test $? -eq 4
check 'and how to get it' grep -q 'momus solvers install z3@1.2.3' "$tmp/out"
timeout 60 "$MOMUS" solvers install z4 >"$tmp/out" 2>&1
check 'only releases of z3 are installed' test $? -eq 4
PATH=$tmp/empty "$MOMUS" solvers install z3@4.8.17 >"$tmp/out" 2>&1
check 'without npm, what to do is told' grep -q 'install Node and npm' "$tmp/out"
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    skip 'releases of z3: Node or npm is not there'
else
    for release in z3@4.8.17 z3@4.12.2 z3@5.2.0; do
        if ! timeout 150 "$MOMUS" solvers -q install $release >"$tmp/out" 2>&1; then
            skip "$release: npm could not install it: $(head -n 1 "$tmp/out")"
            continue
        fi
        solve 0 --models -t 60 -s $release "$tmp/sat.smt2" "$tmp/unsat.smt2"
        check "$release says sat" grep -Eq "^  $release +sat .*model true" "$tmp/out"
        check "$release says unsat" grep -Eq "^  $release +unsat " "$tmp/out"
    done
fi

check 'nothing is left in the temporary folder' test -z "$(find "$tmp" -maxdepth 1 -name 'momus-*')"
sum
