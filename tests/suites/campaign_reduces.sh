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

# -- answers to what is shown -----------------------------------------------------------------------

# Two checks at first, one in the end: the answers tell to which script they are.
cat >"$tmp/each" <<'END'
#!/bin/sh
lie=$1
case $(cat "$2") in *distinct*) lie=$3 ;; esac
while read -r line; do case $line in *'(check-sat)'*) echo "$lie" ;; esac; done <"$2"
END
chmod +x "$tmp/each"
both=(-s "honest=$tmp/each sat {file} sat" -s "liar=$tmp/each sat {file} unsat")
mkdir "$tmp/twice"
sed 's/^(assert (or (<=/(check-sat)\n&/' "$tmp/seeds/a.smt2" >"$tmp/twice/a.smt2"
# answered RUN: what is shown of finding 1 is the reduced script with one answer of each, and the other
# script has its own
answered() {
    momus 0 report 1 --run "$1" || return 1
    grep -q '^## Formula (reduced)' "$tmp/out" && grep -q '^| honest | sat |' "$tmp/out" &&
        grep -Fq '| liar | **unsat** |' "$tmp/out" && cmp "$tmp/out" "$1"/findings/0001-*/report.md || return 1
    momus 0 show 1 --run "$1" && grep -q '^  liar  *unsat  *[0-9]' "$tmp/out" || return 1
    momus 0 show 1 --run "$1" --json && sed -n '/"answers": \[/,/\]/p' "$tmp/out" | grep -q '"answer": "unsat unsat"' &&
        sed -n '/"reduced_answers": \[/,/\]/p' "$tmp/out" | grep -q '"answer": "unsat"'
}
twice=$tmp/twice-run
twice() { momus 10 fuzz -j 1 --strategy opfuzz --way spawn --run "$twice" "${both[@]}" "$@" "$tmp/twice"; }
check 'a script with two checks' twice -n 100 --stop-on-finding --reduce 0
evaluated() { # NAME: the witness is of the script beside it, and nothing else need be chosen
    local folder
    folder=$(ls -d "$twice"/findings/0001-*)
    momus 0 eval -m "$folder/${1#bug.}witness.txt" "$folder/$1smt2" && grep -q '^true$' "$tmp/out" &&
        is_not grep -q '^  with ' "$tmp/out"
}
check 'has a witness that is judged' evaluated bug.
momus 0 report 1 --run "$twice"
check 'has two answers' grep -Fq '| liar | **unsat unsat** |' "$tmp/out"
check 'it is reduced' momus 0 reduce --run "$twice" 1
check 'and shown with the answers to that' answered "$twice"
check 'with a witness of its own' evaluated reduced.
check 'and the other one is as it was' evaluated bug.
rm -r "$twice"
solvers=("${both[@]}")
mv "$tmp/seeds" "$tmp/once" && mv "$tmp/twice" "$tmp/seeds"
begin "$twice" -T 100 --reduce 100
check 'a campaign reduces it, too' soon grep -q '^finding 1 is reduced: ' "$tmp/log"
kill -INT $pid
wait $pid
check 'and keeps the answers to that' answered "$twice"
check 'and its witness' evaluated reduced.
mv "$tmp/seeds" "$tmp/twice" && mv "$tmp/once" "$tmp/seeds"
solvers=(-s "honest=$tmp/honest {file}" -s "liar=$tmp/liar {file}")

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
