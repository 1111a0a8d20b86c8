#!/bin/bash
# Campaigns as users meet them: momus fuzz, findings, show and replay, against a solver that
# lies now and then (tests/fake/liar.c), one that never errs (tests/fake/truthful.c), and z3.
# What is killed, interrupted or out of space loses nothing, and leaves nothing behind.
cd "${TOP:?}" && . tests/suites/helpers.bash || exit 2

# number NAME: a counter of the run's stats.json.
number() { sed -n "s/^  \"$2\": \([0-9]*\).*/\1/p" "$1/stats.json" 2>/dev/null; }
has_tests() { [ "$(number "$1" tests || echo 0)" -gt "${2:-0}" ] 2>/dev/null; }
# mentioned TEXT: some process has it in its command line.
mentioned() {
    local line words
    for line in /proc/[0-9]*/cmdline; do
        mapfile -d '' -t words 2>/dev/null <"$line"
        [[ "${words[*]}" != *"$1"* ]] || return 0
    done 2>/dev/null
    return 1
}

if ! command -v z3 >/dev/null; then
    skip 'z3 is not there'
    echo "$passed passed, $failed failed, $skipped skipped"
    exit 0
fi

mkdir -p "$XDG_CONFIG_HOME/momus/solvers" "$tmp/seeds"
liar=$TOP/build/fake/liar
cat >"$XDG_CONFIG_HOME/momus/solvers/liar.solver" <<PROFILE
(solver liar
  (spawn   "$liar" "4" "z3" "-in" "--" "{file}")
  (session "$liar" "4" "z3" "-in")
  (version "$liar")
  (clear   reset push-pop))
PROFILE
cat >"$XDG_CONFIG_HOME/momus/solvers/truthful.solver" <<PROFILE
(solver truthful
  (spawn   "$TOP/build/fake/truthful" "20000" "{file}")
  (session "$TOP/build/fake/truthful" "20000")
  (version "$TOP/build/fake/truthful" "--version")
  (clear   reset push-pop))
PROFILE
# Those that any z3 reads: older ones have no overflow predicates.
for seed in seeds/QF_LIA/*.smt2 seeds/QF_BV/*.smt2; do
    grep -Eq '\(bv[us]?(add|sub|mul|neg|div)o ' "$seed" || cp "$seed" "$tmp/seeds"
done
seeds=$tmp/seeds run=$tmp/run

# -- lies ------------------------------------------------------------------------

check 'a campaign against a liar finds something' \
    momus 10 fuzz --reduce 0 -n 24 --chain 4 --schedule fair -j 2 -t 5 --seed 1 --run "$run" -s liar -s z3 "$seeds"
check 'findings are told as they come' grep -q '^finding 1: ' "$tmp/out"
check 'the summary has a table' grep -Eq '^ *1 +[a-z-]+ +.* new ' "$tmp/out"
check 'and says where everything is' grep -q "everything is in $run" "$tmp/out"
check 'all tests were made' test "$(number "$run" tests)" -eq 24

momus 0 findings --run "$run" --json
tr -d ' \n' <"$tmp/out" >"$tmp/json"
check 'the liar is blamed' grep -q '"at_fault":\["liar"\]' "$tmp/json"
check 'and nobody else is' test "$(grep -o '"at_fault":\[[^]]*\]' "$tmp/json" |
    grep -vcF -e '["liar"]' -e '[]')" -eq 0
check 'JSON has the keys of the contract, and no others' test "$(grep -oE '"[a-z_]+":' "$tmp/json" |
    sort -u | tr -d '":\n')" = at_faultbasisclassconfidencecountfails_infilefingerprintfirst_seenfixedfixed_inidreducedseedsstrategytest
n=$(grep -o '"id":' "$tmp/json" | wc -l)
first=$(grep -o '"id":[0-9]*,"class":"[a-z-]*soundness"' "$tmp/json" | head -n 1 | tr -dc '0-9')
file=$(sed "s/.*\"id\":$first,//; s/.*\"file\":\"\([^\"]*\)\".*/\1/" <<<"$(grep -o "{\"id\":$first,[^}]*}" "$tmp/json")")
check 'files are relative to the run' test -s "$run/$file"
check 'what the liar was given is beside it' test -s "$run/${file%.smt2}.liar.smt2"

momus 0 findings --run "$run"
check 'as many in the table' test "$(tail -n +2 "$tmp/out" | wc -l)" -eq "$n"
COLUMNS=60 momus 0 findings --run "$run"
check 'the table fits 60 columns' test "$(wc -L <"$tmp/out")" -le 60

# -- one finding -------------------------------------------------------------------

momus 0 show "$first" --run "$run"
for part in "^finding $first: .*soundness in liar" '^Answers' '^Evidence' '^Formula' '^(check-sat)' \
    '^To see it again' "^  $liar 4 z3 -in -- $run/findings/.*/bug.liar.smt2" "^  momus replay $first --run $run"; do
    check "show has $part" grep -q -- "$part" "$tmp/out"
done
momus 0 show "$first" --run "$run" --json
check 'show has JSON' grep -q '"evidence": "' "$tmp/out"
cp -r "$run" "$tmp/forgot"
sqlite3 "$tmp/forgot/momus.db" 'update answers set kb = 0'
COLUMNS=200 momus 0 show "$first" --run "$tmp/forgot"
check 'memory that is not known is not none' grep -Eq '^  liar .* s +-( |$)' "$tmp/out"
check 'there is no finding 9999' momus 3 show 9999 --run "$run"
check 'x is no number' momus 2 show x --run "$run"
check 'there is no run' momus 3 show 1 --run "$tmp/none"

check 'a finding is ignored' momus 0 findings ignore "$first" --run "$run"
momus 0 findings -q --run "$run"
check 'and not listed' is_not grep -Eq "^ *$first " "$tmp/out"
momus 0 findings --all --run "$run"
check 'but for --all' grep -Eq "^ *$first .* ignored " "$tmp/out"
check 'closed' momus 0 findings close "$first" --run "$run"
check 'and opened again' momus 0 findings reopen "$first" --run "$run"
check 'but not 9999' momus 3 findings close 9999 --run "$run"
check 'nor is there anything else to do' momus 2 findings bury 1 --run "$run"
check 'exported' momus 0 findings export "$first" -o "$tmp/bug.tar" --run "$run"
mkdir "$tmp/out.d" && tar -xf "$tmp/bug.tar" -C "$tmp/out.d"
check 'the archive has the script' cmp -s "$tmp/out.d/momus-finding-$first/bug.smt2" "$run/$file"
check 'and its story' grep -q '^Evidence' "$tmp/out.d/momus-finding-$first/README.txt"
check 'and the script as the liar got it' cmp -s "$tmp/out.d/momus-finding-$first/bug.liar.smt2" "$run/${file%.smt2}.liar.smt2"
check 'and an issue' grep -q '^## To see it' "$tmp/out.d/momus-finding-$first/report.md"
check 'and the versions of all solvers' grep -q '^# z3, Z3 version .*: sat$\|^# z3, Z3 version .*: unsat$' "$tmp/out.d/momus-finding-$first/commands.sh"
check 'and that the others may need options' grep -q '^# Who is not at fault got the script with the options' "$tmp/out.d/momus-finding-$first/commands.sh"
check 'and how they were asked' grep -q "^$liar 4 z3 -in -- bug.liar.smt2" "$tmp/out.d/momus-finding-$first/commands.sh"
witness=$(dirname "$run/$file")/witness.txt
check 'and the witness, if there is one' test ! -e "$witness" -o -s "$tmp/out.d/momus-finding-$first/witness.txt"

# -- again -------------------------------------------------------------------------

check 'all findings still fail' momus 10 replay --all -v --run "$run"
check 'every one of them' grep -q "^$n findings* asked: $n still fails*, 0 do not" "$tmp/out"
check 'their bytes are the same' test "$(grep -c 'made again, the same bytes' "$tmp/err")" -eq "$n"
id=$(momus 0 show "$first" --run "$run" --json && sed -n 's/^  "test": "\(.*\)",/\1/p' "$tmp/out")
check 'a test is named by its id' momus 10 replay "$id" --run "$run"
check 'or by its beginning' momus 10 replay "${id%:*}" --run "$run"
check 'which must mean something' momus 3 replay nothing --run "$run"
id=$("$MOMUS" mutate -q -n 1 --strategy opfuzz "$seeds" | sed -n '1s/^; momus id=\([^ ]*\) .*/\1/p')
check 'any other test is made from the seeds of the run' momus 0 replay "$id" -s z3 --run "$run"
check 'an honest version fails no more' \
    momus 0 replay --all --run "$run" -s "liar=$liar 1000000000 z3 -in -- {file}"
check 'which is told' grep -q 'does not fail (liar: ' "$tmp/out"
check 'z3 is asked about nothing' momus 6 replay --all -s z3 --run "$run"
check 'as nothing is about it' grep -q '^0 findings asked' "$tmp/out"
check 'that is no answer about one finding' momus 6 replay "$first" -s z3 --run "$run"
check 'which is told' grep -q 'not asked: about none of these solvers' "$tmp/out"
mv "$seeds" "$tmp/moved"
check 'without its seeds, what was kept is asked' momus 10 replay "$first" --run "$run"
check 'which is told' grep -q 'cannot be made again' "$tmp/err"
momus 10 replay "$first" -v --run "$run" "$tmp/moved"
check 'seeds that have moved are found' grep -q 'the same bytes' "$tmp/err"
mv "$tmp/moved" "$seeds"

cp -r "$run" "$tmp/others"
check 'the run goes on with other solvers' \
    momus 0 fuzz -q --reduce 0 -n 24 --chain 4 --schedule fair --seed 1 --run "$tmp/others" -s z3 "$seeds"
momus 0 replay "$first" --run "$tmp/others"
check 'who is not asked any more is not said to be mended' grep -q 'not asked' "$tmp/out"

mkdir -p "$tmp/project/old"
cp -r "$run" "$tmp/project/old/run"
check 'what a run below a folder knows is not new' \
    momus 0 fuzz -n 24 --chain 4 --schedule fair -j 2 -t 5 --seed 1 --known "$tmp/project" --run "$tmp/project/new" -s liar -s z3 "$seeds"
check 'so there are no findings' grep -q '^0 new findings' "$tmp/out"
known() { sqlite3 -readonly "$1/momus.db" 'select count(*) from known'; }
learn() { momus 0 fuzz -q -n 1 --chain 1 -j 1 --strategy opfuzz --run "$@" -s truthful "$seeds"; }
mapfile -t numbers < <(seq "$n")
momus 0 findings export "${numbers[@]}" -o "$tmp/project/all.tar" --run "$run"
check 'archives tell, too' learn "$tmp/taught" --known "$tmp/project/all.tar"
check 'of every finding' test "$(known "$tmp/taught")" -eq "$n"
check 'and so do their files' learn "$tmp/read" --known "$tmp/out.d"
check 'of one' test "$(known "$tmp/read")" -eq 1
head -c 3000 "$tmp/project/all.tar" >"$tmp/half.tar"
check 'half an archive is refused' momus 3 fuzz -n 1 --known "$tmp/half.tar" --run "$tmp/y" -s z3 "$seeds"
check 'a folder in which nothing is known, too' momus 3 fuzz -n 1 --known "$seeds" --run "$tmp/y" -s z3 "$seeds"
check 'and told what was looked for' grep -q 'it was looked for runs (momus.db)' "$tmp/err"
check 'no run was made' test ! -e "$tmp/y"

credited() { sqlite3 -readonly "$tmp/favours/momus.db" "select sum(findings), sum(score) > 0 from seeds"; }
check 'seeds that show something are remembered' \
    momus 10 fuzz -q --reduce 0 -n 24 --chain 4 -j 1 -t 5 --seed 1 --strategy opfuzz --run "$tmp/favours" \
    -s liar -s z3 "$seeds"
favoured=$(credited)
check "for their findings: $favoured" grep -Eq '^[1-9][0-9]*\|1$' <<<"$favoured"
check 'and get trails when the campaign goes on' \
    momus 10 fuzz -q --reduce 0 -n 200 --chain 4 -j 1 -t 5 --seed 1 --strategy opfuzz --run "$tmp/favours" \
    -s liar -s z3 "$seeds"

# -- no lies -----------------------------------------------------------------------

check 'the truth gives no finding' \
    momus 0 fuzz -n 150 -j 1 -t 5 --seed 2 --run "$tmp/truth" -s truthful "$seeds"
check 'and nothing is said with --quiet' \
    momus 0 fuzz -q -n 160 -j 1 -t 5 --run "$tmp/truth" -s truthful "$seeds"
check 'nothing at all' test ! -s "$tmp/out" -a ! -s "$tmp/err"

check 'a strategy that is named twice is one' \
    momus 0 fuzz -q -n 6 --chain 1 -j 1 -t 5 --strategy opfuzz,opfuzz --run "$tmp/twice" -s truthful "$seeds"

momus 0 fuzz -q -n 4 --chain 1 -j 1 -t 5 --run "$tmp/mute" -s 'mute=true {file}' "$seeds"
check 'who says nothing that is understood is counted' test "$(number "$tmp/mute" errors)" -gt 0

# -- the end comes early -------------------------------------------------------------

ln -s "$(command -v z3)" "$tmp/z3"
solver=$tmp/z3
begin() { # RUN WORD...: a campaign in the background; its process is $pid
    local folder=$1
    shift
    "$MOMUS" fuzz -j 2 --run "$folder" "$@" "$seeds" >"$tmp/log" 2>&1 </dev/null &
    pid=$!
}
stats_grow() { soon has_tests "$1" "${2:-0}"; }

begin "$tmp/killed" -T 60 -t 5 -s "$solver {file}"
check 'it counts' stats_grow "$tmp/killed"
check 'a second momus is refused' momus 5 fuzz -n 1 --run "$tmp/killed" -s z3 "$seeds"
check 'and told by whom' grep -q "$pid" "$tmp/err"
check 'readers are not' momus 0 findings --run "$tmp/killed"
before=$(number "$tmp/killed" tests)
kill -KILL $pid
{ wait $pid; } 2>/dev/null
check 'nothing is left behind' soon is_not mentioned "$tmp/z3"
check 'nor are workers' soon is_not mentioned "$tmp/killed"
check 'the run goes on' \
    momus 0 fuzz -n $((before + 40)) -j 2 -t 5 --seed 7 --run "$tmp/killed" -s "$solver {file}" "$seeds"
check 'with the tests that it has' grep -q 'begun with --seed 0' "$tmp/err"
check 'its counters, too' test "$(number "$tmp/killed" tests)" -ge $((before + 40))
check 'it was resumed once' test "$(number "$tmp/killed" resumed)" -eq 1

begin "$tmp/stopped" -T 60 -t 5 -s "$solver {file}"
stats_grow "$tmp/stopped"
kill -INT $pid
wait $pid
check 'Ctrl-C ends it well' test $? -eq 0
check 'and it says so' grep -q '^stopped: ' "$tmp/log"
timeout 60 "$MOMUS" fuzz -j 1 -t 5 --run "$tmp/unread" -s z3 "$seeds" | true
check 'without a reader it ends' test "${PIPESTATUS[0]}" -eq 5
setsid "$MOMUS" fuzz -T 60 -j 2 -t 5 --run "$tmp/timed" -s z3 "$seeds" >"$tmp/log" 2>&1 </dev/null &
pid=$!
stats_grow "$tmp/timed"
kill -TERM -- -$pid
wait $pid
check 'SIGTERM to all of its processes ends it well' grep -q '^stopped: ' "$tmp/log"
check 'and no worker is lost' is_not grep -q 'died' "$tmp/log"
# What is tried before the campaign begins has its answer at once; so who sleeps is asked by a worker.
cat >"$tmp/sleepy" <<END
#!/bin/sh
if grep -q "(assert true)" "\$1"; then echo sat; else sleep 100.$$; fi
END
chmod +x "$tmp/sleepy"
begin "$tmp/interrupted" -T 60 -t 60 --limit fixed --strategy ints -s "$tmp/sleepy {file} $tmp/mark"
soon test -e "$tmp/interrupted/momus.db"
soon mentioned "sleep 100.$$"
worker=$(pgrep -P $pid -x momus | head -n 1)
kill -ABRT "$worker"
soon is_not test -d "/proc/$worker"
check 'the test of a worker that dies is kept' soon test -s "$tmp"/interrupted/findings/0001-momus-momus-ALL/bug.smt2
kill -INT $pid
sleep 0.5
kill -INT $pid
wait $pid
check 'a second one ends it at once' test $? -eq 130
check 'and its solvers' soon is_not mentioned "$tmp/mark"
momus 0 show 1 --run "$tmp/interrupted"
check 'it is told of as a fault of momus' grep -q 'a worker of momus was ended by signal 6 at this test' "$tmp/out"
check 'with the command that makes it again' grep -q '^  momus mutate --id ints:-:' "$tmp/out"
check 'nothing fails when z3 is asked about it' momus 0 replay 1 -v --run "$tmp/interrupted" -s z3
check 'its bytes are the same' grep -q 'made again, the same bytes' "$tmp/err"

# -- what is wrong ---------------------------------------------------------------------

check 'a missing solver is told' momus 4 fuzz -n 1 --run "$tmp/x" -s 'gone=no-such-solver {file}' "$seeds"
check 'by name' grep -q "gone cannot be used: no-such-solver: No such file" "$tmp/err"
mkdir "$tmp/empty"
check 'an empty folder has no seeds' momus 3 fuzz -n 1 --run "$tmp/x" -s z3 "$tmp/empty"
check 'which is told' grep -q 'no seeds' "$tmp/err"
check 'a strategy that is none' momus 2 fuzz -n 1 --run "$tmp/x" --strategy none -s z3 "$seeds"
check 'a known run that is none' momus 3 fuzz -n 1 --run "$tmp/x" --known "$tmp/none" -s z3 "$seeds"
check 'no run was made for that' test ! -e "$tmp/x"
cp -r "$tmp/stopped" "$tmp/newer"
printf '\0\0\3\347' | dd of="$tmp/newer/momus.db" bs=1 seek=60 conv=notrunc status=none
mkdir "$tmp/no-run"
check 'a folder that is no run' momus 3 findings --run "$tmp/no-run"
check 'is told, with what makes one' grep -q "'momus fuzz' makes runs" "$tmp/err"
check 'a run of a newer momus is refused' momus 5 findings --run "$tmp/newer"
check 'with the reason' grep -qi 'newer' "$tmp/err"

mkdir "$tmp/small"
if mount -t tmpfs -o size=250k none "$tmp/small" 2>/dev/null; then
    momus 5 fuzz -T 60 --chain 4 -j 1 -t 5 --seed 1 --run "$tmp/small/run" -s liar -s z3 "$seeds"
    check 'a full disk ends it' test $? -eq 0
    check 'with the reason' grep -Eqi 'full|no space' "$tmp/err"
    check 'what was found is there' momus 0 findings --run "$tmp/small/run"
    umount "$tmp/small"
    mount -t tmpfs -o size=8m none "$tmp/small"
    cp -r "$tmp/stopped" "$tmp/small/run" && rm -f "$tmp/small/run/momus.db-"*
    cat /dev/zero >"$tmp/small/fill" 2>/dev/null
    check 'a run on a full disk can be read' momus 0 findings --run "$tmp/small/run"
    check 'again and again' momus 0 report --run "$tmp/small/run" --format csv
    check 'but not changed' momus 5 findings ignore 1 --run "$tmp/small/run"
    umount "$tmp/small"
else
    skip 'a full disk: no file system can be mounted here'
fi

# -- the live view ------------------------------------------------------------------------

if command -v script >/dev/null; then
    live="stty cols 60 rows 20; exec $MOMUS fuzz -T 2 -j 1 -t 5 --run $tmp/live -s z3 $seeds"
    TERM=xterm script -qec "$live" /dev/null </dev/null >"$tmp/out" 2>"$tmp/err"
    check 'the terminal is taken and given back' \
        grep -qzP '(?s)\x1b\[\?1049h\x1b\[\?25l.*\x1b\[\?25h\x1b\[\?1049l.*done: ' "$tmp/out"
    check 'it has colours' grep -qP '\x1b\[1mmomus' "$tmp/out"
    sed 's/\x1b\[H/\n/g; s/\x1b\[?1049l/\n/g; s/\x1b\[[?0-9]*[A-Za-z]/\x1b/g; s/\x1b//g; s/\r//g' "$tmp/out" >"$tmp/plain"
    # a path is not broken, however long
    check 'no line is too long' test "$(grep -vF "$tmp" "$tmp/plain" | wc -L)" -le 60
    TERM=xterm NO_COLOR=1 script -qec "$live" /dev/null </dev/null >"$tmp/out" 2>"$tmp/err"
    check 'and none without them' is_not grep -qP '\x1b\[[0-9]+m' "$tmp/out"
    TERM=dumb script -qec "$live" /dev/null </dev/null >"$tmp/out" 2>"$tmp/err"
    check 'a dumb terminal gets lines' is_not grep -qP '\x1b' "$tmp/out"
else
    skip 'the live view: script is not there'
fi

check 'nothing is left in the temporary folder' test -z "$(find "$tmp" -maxdepth 1 -name 'momus-*')"
sum
