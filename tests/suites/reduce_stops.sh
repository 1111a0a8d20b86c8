#!/bin/bash
# momus reduce, interrupted: it says so, by its status and in words; and started again where a finished
# result lies: nothing larger takes its place. The solvers are small programs of this suite, one of
# which lies, as slowly as $tmp/delay says.
cd "${TOP:?}" && . tests/suites/helpers.bash || exit 2

solver honest <<'END'
echo sat
END
solver liar <<END
[ ! -s "$tmp/delay" ] || sleep "\$(cat "$tmp/delay")"
if grep -q "(mod " "\$1"; then echo unsat; else echo sat; fi
END
solvers=(-s "$(named honest)" -s "$(named liar)")
delay() { echo "$1" >"$tmp/delay"; }
lengthy() { # NUMBER: a script
    for i in 1 2 3 4 5 6 7 8; do
        echo "(declare-const number$i Int)(assert (or (> (+ number$i $1 (* 7 number$i)) (- 98765 number$i)) (< number$i 3)))"
    done
    echo "(declare-const special Int)(assert (< (mod special $1) 400000))"
    echo '(check-sat)'
}
lengthy 123456 >"$tmp/a.smt2"
lengthy 654321 >"$tmp/b.smt2"
lengthy 777777 >"$tmp/c.smt2"

# begin WORD...: momus reduce in the background, until some steps are taken.
steps() { find "$tmp/steps" -name '*.smt2' 2>/dev/null | wc -l; }
steps_are() { [ "$(steps)" -ge "$1" ] || ! kill -0 "$pid" 2>/dev/null; }
begin() { # STEPS WORD...
    local n=$1
    shift
    rm -rf "$tmp/steps"
    # a shell without job control has what is in its background ignore Ctrl-C
    env --default-signal=INT "$MOMUS" reduce --steps "$tmp/steps" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null &
    pid=$!
    soon steps_are "$n"
}
# ends STATUS SIGNAL: what was begun, by this signal.
ends() {
    local status
    kill -"$2" "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
    status=$?
    [ $status -eq "$1" ] || { echo "status $status, not $1, after $2"; false; }
}
tells() { grep -q -- "$1" "$tmp/err"; }
marked() { head -n 1 "$1" | grep -q '^; momus reduce: the best so far; of '; }
bytes() { wc -c <"$1"; }

# -- interrupted --------------------------------------------------------------------------------------

delay 0.05
for signal in INT TERM; do
    rm -f "$tmp/a.reduced.smt2"
    begin 2 "${solvers[@]}" "$tmp/a.smt2"
    check "$signal is not the status of what is finished" ends 6 $signal
    check 'that is told' tells 'a.smt2: stopped before it was through; the best so far ([0-9]* -> [0-9]* bytes) is '
    check 'with the file' tells "bytes) is $tmp/a.reduced.smt2\$"
    check 'and how to go on' tells 'the same command goes on from there'
    check 'the best so far is there' marked "$tmp/a.reduced.smt2"
done
solver patient <<END
sleep "\$(cat "$tmp/delay")"
grep -q "(mod " "\$1"
END
# It ends at once if nothing is left to be confirmed.
for i in 1 2 3 4 5 6 7 8; do
    delay 0.05
    rm -f "$tmp/a.reduced.smt2"
    begin $((i + 1)) -t 60 --test "$tmp/patient" "$tmp/a.smt2"
    delay 50
    sleep 0.5
    kill -INT $pid
    sleep 0.5
    ! kill -0 $pid 2>/dev/null || break
done
SECONDS=0
check 'the second Ctrl-C' ends 130 INT
check 'stops at once' test $SECONDS -lt 30
rm -f "$tmp/a.reduced.smt2"
delay 0.05
begin 2 "${solvers[@]}" "$tmp/b.smt2" "$tmp/c.smt2" "$tmp/a.smt2"
check 'of several files, the first is interrupted' ends 6 INT
check 'and what is not begun is told' tells '2 more files were not begun'
check 'nothing is made of those' test ! -e "$tmp/c.reduced.smt2"
: >"$tmp/delay"
check 'the same command goes on, to the end' momus 0 reduce "${solvers[@]}" "$tmp/b.smt2" "$tmp/c.smt2" "$tmp/a.smt2"
check 'and is silent about stopping' lacks stopped "$tmp/err"
for name in a b c; do check "$name is done" is_not marked "$tmp/$name.reduced.smt2"; done

# -- where a finished result lies ----------------------------------------------------------------------

cp "$tmp/a.reduced.smt2" "$tmp/result"
check 'what is finished is where to begin' momus 0 reduce --steps "$tmp/none" "${solvers[@]}" "$tmp/a.smt2"
check 'so nothing is left to do' test -z "$(ls "$tmp/none")"
check 'and nothing changes' cmp "$tmp/a.reduced.smt2" "$tmp/result"

delay 0.05
sleep 0.1
echo '; a comment that is new' >>"$tmp/a.smt2"
begin 3 "${solvers[@]}" "$tmp/a.smt2"
check 'an input that has changed begins anew' test "$(steps)" -ge 3
check 'and is killed' ends 137 KILL
check 'but what was finished stays whole' cmp "$tmp/a.reduced.smt2" "$tmp/result"
begin 3 "${solvers[@]}" "$tmp/a.smt2"
check 'the same, interrupted' ends 6 INT
check 'tells where the best so far is' tells "bytes) is $tmp/a.reducing.smt2\$"
check 'which is there' marked "$tmp/a.reducing.smt2"
check 'beside what was finished' cmp "$tmp/a.reduced.smt2" "$tmp/result"
best=$(bytes "$tmp/a.reducing.smt2")
begin 1 "${solvers[@]}" "$tmp/a.smt2"
check 'gone on with from there' test "$(bytes "$tmp/steps/0001-"*)" -lt "$best"
: >"$tmp/delay"
check 'to the end' wait $pid
check 'it has the same result' cmp "$tmp/a.reduced.smt2" "$tmp/result"
check 'and nothing else is left' test ! -e "$tmp/a.reducing.smt2"

check 'into a file of any name' momus 0 reduce -o "$tmp/any.smt2" "${solvers[@]}" "$tmp/a.smt2"
delay 0.05
begin 3 -o "$tmp/any.smt2" "${solvers[@]}" "$tmp/b.smt2"
check 'another input begins anew there, and is killed' ends 137 KILL
check 'what was finished stays whole there, too' cmp "$tmp/any.smt2" "$tmp/result"
: >"$tmp/delay"
check 'until that is finished' momus 0 reduce -o "$tmp/any.smt2" "${solvers[@]}" "$tmp/b.smt2"
check 'which has its own result' cmp "$tmp/any.smt2" "$tmp/b.reduced.smt2"

cp "$tmp/b.smt2" "$tmp/any.reducing.smt2"
check 'a file of yours in the place of the best so far' momus 2 reduce -o "$tmp/any.smt2" "${solvers[@]}" "$tmp/a.smt2"
check 'is named' tells "any.reducing.smt2 is in the way"
check 'and stays' cmp "$tmp/b.smt2" "$tmp/any.reducing.smt2"
: >"$tmp/empty.smt2"
delay 0.05
begin 3 -o "$tmp/empty.smt2" "${solvers[@]}" "$tmp/a.smt2"
check 'an empty file is no result' ends 6 TERM
check 'and takes the best so far' marked "$tmp/empty.smt2"

# -- how far it is, on a narrow terminal ------------------------------------------------------------------

if command -v script >/dev/null; then
    mkdir "$tmp/a-folder-with-a-name-that-is-longer-than-the-terminal-is-wide"
    cp "$tmp/b.smt2" "$tmp/a-folder-with-a-name-that-is-longer-than-the-terminal-is-wide/"
    printf -v command '%q ' "$MOMUS" reduce "${solvers[@]}" "$tmp/a-folder-with-a-name-that-is-longer-than-the-terminal-is-wide/b.smt2"
    TERM=xterm script -qec "stty cols 60; $command >/dev/null" /dev/null </dev/null >"$tmp/frames" 2>&1
    tr '\r' '\n' <"$tmp/frames" | sed 's/\x1b\[K//' | grep -a 'bytes (' >"$tmp/out"
    check 'it is told how far it is' test -s "$tmp/out"
    check 'of which file' grep -q '^b.smt2: ' "$tmp/out"
    check 'in less than a line' test "$(awk '{ if (length > n) n = length } END { print n + 0 }' "$tmp/out")" -lt 60
else
    skip 'a narrow terminal: script is not there'
fi

# -- findings of a run ----------------------------------------------------------------------------------

: >"$tmp/delay"
mkdir "$tmp/seeds"
decls='(declare-const x Int)(declare-const y Int)'
echo "$decls (assert (= (div x 3) 1)) (assert (or (> x y) (= y 2))) (check-sat)" >"$tmp/seeds/a.smt2"
echo "$decls (assert (< (* x 3) (div (+ x y) 4))) (assert (=> (> x y) (distinct y 2))) (check-sat)" >"$tmp/seeds/b.smt2"
momus 10 fuzz --reduce 0 "${solvers[@]}" -n 80 --strategy opfuzz,typefuzz --way spawn --run "$tmp/run" "$tmp/seeds"
delay 0.2
begin 1 --run "$tmp/run"
check 'a finding of a run, interrupted' ends 6 INT
check 'is told' tells 'bug.smt2: stopped before it was through'
check 'with the place of the best so far' test -f "$(sed -n 's/.* bytes) is \(.*\)/\1/p' "$tmp/err")"
check 'and how many are left' tells 'more findings* w[aser]* not begun'
: >"$tmp/delay"
check 'the rest is done by the same command' momus 0 reduce --run "$tmp/run"

sum
