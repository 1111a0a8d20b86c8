#!/bin/bash
# Findings are reduced while a campaign goes on: what is kept, what is merged, and that it may be
# killed at any moment. The solvers are small programs of this suite, one of which lies.
cd "${TOP:?}" && . tests/suites/helpers.bash || exit 2

cat >"$tmp/honest" <<END
#!/bin/sh
md5sum <"\$1" >>"$tmp/asked"
echo sat
END
cat >"$tmp/liar" <<'END'
#!/bin/sh
if grep -q distinct "$1"; then echo unsat; else echo sat; fi
END
chmod +x "$tmp/honest" "$tmp/liar"
solvers=(-s "honest=$tmp/honest {file}" -s "liar=$tmp/liar {file}")

# Whatever operators take each other's place here, there is a solution.
mkdir "$tmp/seeds"
cat >"$tmp/seeds/a.smt2" <<'END'
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(declare-const w Int)
(assert (or (= x 3) (> y 4)))
(assert (or (<= z (* 2 17)) (>= (- w) 9)))
(check-sat)
END
# begin RUN WORD...: a campaign in the background; its process is $pid.
begin() {
    local folder=$1
    shift
    "$MOMUS" fuzz -j 1 --strategy opfuzz --way spawn --run "$folder" "${solvers[@]}" "$@" \
        "$tmp/seeds" >"$tmp/log" 2>&1 </dev/null &
    pid=$!
}
found() { compgen -G "$1/findings/0*" >/dev/null; }

# -- while it runs --------------------------------------------------------------------------------

run=$tmp/run
begin "$run" -T 100 --reduce 100
check 'a finding is reduced meanwhile' soon grep -q '^finding 1 is reduced: findings/0001-.*/reduced.smt2' "$tmp/log"
check 'and others are the same' soon grep -q 'is reduced: .*; it is the same as finding ' "$tmp/log"
kill -INT $pid
started=$SECONDS
wait $pid
check 'Ctrl-C ends it well' test $? -eq 10
check 'and soon' test $((SECONDS - started)) -le 20
check 'tests went on' grep -q '^stopped: [0-9]' "$tmp/log"
folder=$(ls -d "$run"/findings/0001-*)
check 'the script is small' test "$(wc -c <"$folder/reduced.smt2")" -lt 90
check 'and has what the lie is about' grep -q distinct "$folder/reduced.smt2"
check 'the liar was given that' grep -q distinct "$folder/reduced.liar.smt2"
check 'the report shows it' grep -q '^## Formula (reduced)' "$folder/report.md"
check 'nothing is left half done' test ! -e "$folder/reducing.smt2"
check 'the original is there' grep -q '17' "$folder/bug.smt2"
momus 0 findings --run "$run" --json --all
check 'the fingerprint is that of the reduced script' \
    grep -q '"fingerprint": "refutation-soundness:liar:core:[a-z,]*distinct"' "$tmp/out"
momus 0 show 1 --run "$run"
check 'and so is the evidence' grep -q 'the formula is satisfiable' "$tmp/out"

# -- what is merged counts once ----------------------------------------------------------------------

open_findings() { "$MOMUS" findings --run "$1" --json | grep -c '"class"'; }
count_in_stats() { # RUN: in all, and of the strategies together
    awk -F: '/^  "findings"/ { all = $2 + 0 } /^      "findings"/ { sum += $2 } END { print all, sum + 0 }' "$1/stats.json"
}
n=$(open_findings "$run")
check 'the summary counts what is open' grep -q "^$n new findings*; everything is in" "$tmp/log"
check 'and so does stats.json' test "$(count_in_stats "$run")" = "$n $n"
check 'and the page' grep -q "<title>momus: $n finding" "$run/report.html"
check 'the rest is reduced' momus 0 reduce --run "$run"
n=$(open_findings "$run")
check 'after which stats.json agrees' test "$(count_in_stats "$run")" = "$n $n"
check 'and the page, too' grep -q "<title>momus: $n finding" "$run/report.html"

if command -v script >/dev/null && command -v sqlite3 >/dev/null; then
    live=$tmp/live
    merged() { [ "$(sqlite3 -readonly "$live/momus.db" 'select count(*) from findings where duplicate_of is not null' 2>/dev/null || echo 0)" -gt 0 ]; }
    printf -v command '%q ' "$MOMUS" fuzz -j 1 --strategy opfuzz --way spawn --run "$live" "${solvers[@]}" -T 100 --reduce 100 "$tmp/seeds"
    TERM=xterm NO_COLOR=1 script -qefc "stty cols 100 rows 50; exec $command" /dev/null >"$tmp/frames" </dev/null &
    pid=$!
    check 'on a terminal, too, some are the same' soon merged
    sleep 1
    pkill -INT -P $pid
    wait $pid
    sed 's/\x1b\[[0-9;?]*[A-Za-z]//g' "$tmp/frames" | tr -d '\r' >"$tmp/out"
    n=$(open_findings "$live")
    check 'the screen counts what is left' test "$(grep -a '^ *opfuzz ' "$tmp/out" | tail -n 1 | awk '{print $3}')" = "$n"
    check 'and the summary' grep -aq "^$n new findings*; everything is in" "$tmp/out"
else
    skip 'the screen: script or sqlite3 is not there'
fi

# -- killed at any moment --------------------------------------------------------------------------

# whole: every finding has its script, and what was made of it has the lie.
whole() {
    local script
    for script in "$killed"/findings/0*/bug.smt2; do
        "$MOMUS" fmt --check "$script" >"$tmp/out" 2>&1 || { echo "$script"; return 1; }
    done
    for script in "$killed"/findings/0*/reduc*.smt2; do
        [ -e "$script" ] || continue
        if ! "$MOMUS" fmt --check "$script" >"$tmp/out" 2>&1 || ! grep -q distinct "$script"; then
            echo "$script"
            return 1
        fi
    done
}
# so slow that it is killed in the middle of it
cat >"$tmp/liar" <<'END'
#!/bin/sh
sleep 0.02
if grep -q distinct "$1"; then echo unsat; else echo sat; fi
END
killed=$tmp/killed
begin "$killed" -T 100 --reduce 100
soon found "$killed"
for moment in 1 2 3; do
    sleep "0.$((RANDOM % 9))"
    kill -KILL $pid
    wait $pid 2>/dev/null
    check "killed at some moment ($moment), nothing is lost" whole
    [ $moment -eq 3 ] || begin "$killed" -T 100 --reduce 100
    sleep 0.5
done
check 'what was not reduced is, afterwards' momus 0 reduce --run "$killed"
check 'all of it' test "$("$MOMUS" findings --run "$killed" --json | grep -c '"reduced": null')" = 0
check 'and nothing is half done' is_not compgen -G "$killed/findings/*/reducing.smt2"

# -- what was reached is gone on from --------------------------------------------------------------

begun=$tmp/begun
check 'a campaign that reduces nothing' momus 10 fuzz -j 1 --strategy opfuzz --way spawn --run "$begun" \
    "${solvers[@]}" -n 100 --stop-on-finding --reduce 0 "$tmp/seeds"
check 'leaves that to others' grep -q 'not reduced: momus reduce --run' "$tmp/out"
n=$(ls -d "$begun"/findings/0001-*)
cp "$folder/reduced.smt2" "$n/reducing.smt2"
check 'the best so far' momus 0 reduce -v --run "$begun" 1
check 'is where it goes on' is_not grep -q ': step 1:' "$tmp/err"
check 'and ends' cmp "$folder/reduced.smt2" "$n/reduced.smt2"

# -- options of the accused ------------------------------------------------------------------------

mkdir -p "$XDG_CONFIG_HOME/momus/solvers"
cat >"$tmp/fickle" <<'END'
#!/bin/sh
if [ "$1" = --lie ] && grep -q distinct "$2"; then echo unsat; else echo sat; fi
END
chmod +x "$tmp/fickle"
cat >"$XDG_CONFIG_HOME/momus/solvers/fickle.solver" <<END
(solver fickle (spawn "$tmp/fickle" "{file}") (version "true") (options ("--lie")))
END
check 'what shows only under options' momus 10 fuzz -j 1 --strategy opfuzz --way spawn --run "$tmp/fickle-run" \
    --self-checks 0 --solver-options -s fickle -s "honest=$tmp/honest {file}" -n 200 --stop-on-finding --reduce 0 "$tmp/seeds"
check 'is reduced under them' momus 0 reduce --run "$tmp/fickle-run"
check 'as what it was' grep -q 'refutation-soundness of fickle+options (' "$tmp/out"
n=$(ls -d "$tmp"/fickle-run/findings/0001-*)
check 'to little' test "$(wc -c <"$n/reduced.smt2")" -lt 90
check 'and as the accused got it' test -s "$n/reduced.fickle+options.smt2"

# -- the tests are the same ------------------------------------------------------------------------

fair() { # SHARE
    rm -f "$tmp/asked"
    momus 10 fuzz -j 2 --schedule fair -n 40 --seed 5 --chain 10 --strategy opfuzz,typefuzz --way spawn \
        --run "$tmp/fair.$1" "${solvers[@]}" --reduce "$1" "$tmp/seeds" || return 1
    sort -u "$tmp/asked" >"$tmp/asked.$1"
    grep -E '"(tests|dropped|candidates)"' "$tmp/fair.$1/stats.json" >"$tmp/stats.$1"
}
check 'a fair campaign' fair 0
check 'and one that reduces' fair 100
check 'count the same' cmp "$tmp/stats.0" "$tmp/stats.100"
check 'and ask the same' test -z "$(comm -23 "$tmp/asked.0" "$tmp/asked.100")"

echo
sum
