#!/bin/bash
# momus seeds: labels by folders, :status, comments, solvers that lie and misbehave (tests/fake),
# the real ones, and the evaluator; what is kept, what is damaged; stats and min.
cd "${TOP:?}" && . tests/suites/helpers.bash || exit 2

# seeds STATUS WORD...: what it prints is in $tmp/out and $tmp/err.
seeds() {
    local wanted=$1 status
    shift
    timeout 120 "$MOMUS" seeds "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    status=$?
    [ $status -eq "$wanted" ] || { echo "status $status, not $wanted: seeds $*"; false; }
}
says() { grep -Eq -- "$1" "$tmp/out"; }
silent() { ! grep -q . "$tmp/err"; }

# solver NAME: a script that logs that it was asked and prints what it is given by standard input.
solver() {
    { printf '#!/bin/sh\n[ ! -f "$1" ] || echo %s >>%q\ncat <<"END"\n' "$1" "$tmp/asked"; cat; echo END; } >"$tmp/$1"
    chmod +x "$tmp/$1"
}
n_asked() { if [ -f "$tmp/asked" ]; then wc -l <"$tmp/asked"; else echo 0; fi; }

solver says_sat <<<sat
solver says_unsat <<<unsat
solver true_model <<<$'sat\n((define-fun x () Int 5))'
solver wrong_model <<<$'sat\n((define-fun x () Int 1))'
solver no_model <<<$'sat\n((define-fun y () Int 1))'
one() { echo "$1=$tmp/$1 {file}"; }

mkdir -p "$tmp/a/sat" "$tmp/a/unsat" "$tmp/empty" "$tmp/hard"
# The evaluator alone finds nothing here within its limits.
body='(declare-fun f (Int) Int)
(assert (forall ((x Int)) (= (f (* x x)) (+ (f (+ x 1)) 1))))'
easy='(set-logic QF_LIA)
(declare-const x Int)
(assert (> x 2))'
printf '%s\n(check-sat)\n' "$easy" >"$tmp/a/sat/easy.smt2"
printf '(set-logic QF_LIA)\n(declare-const x Int)\n(assert (and (> x 2) (< x 2)))\n(check-sat)\n' \
    >"$tmp/a/unsat/none.smt2"
printf '%s\n(check-sat)\n' "$body" >"$tmp/hard/plain.smt2"

# -- who says what ----------------------------------------------------------------

# One solver that is known already behind one that is not, asked one at a time.
known_behind_new() {
    seeds 0 label -j 1 -s "$(one true_model)" "$tmp/a/sat" &&
        seeds 0 label -j 1 -s "$(one says_sat)" -s "$(one true_model)" "$tmp/a/sat"
}
check 'a solver that is known already stands behind a new one' known_behind_new

check 'nothing but one liar' seeds 0 label -s "$(one says_sat)" "$tmp/hard/plain.smt2"
check 'one solver alone is not enough' says '^1 seed: 0 sat, 0 unsat, 1 unknown'
check 'two are' seeds 0 label -s "$(one says_sat);b=$tmp/says_sat {file}" "$tmp/hard/plain.smt2"
check 'and they settle it' says 'solvers 1,'

printf '(set-info :status unsat)\n%s\n(check-sat)\n' "$body" >"$tmp/hard/status.smt2"
check 'a status and a solver that contradicts it' seeds 10 label -s "$(one says_sat)" "$tmp/hard/status.smt2"
check 'are told with their names' \
    says 'status.smt2: contradiction: status says unsat; says_sat says sat$'
check 'are counted' says '1 contradiction,'
check 'and set aside' says 'set aside: 1 for contradiction'

printf '; EXPECT: sat\n%s\n(check-sat)\n' "$body" >"$tmp/hard/expect.smt2"
check 'a comment of cvc5 is a label' seeds 10 label -s "$(one says_unsat)" "$tmp/hard/expect.smt2"
check 'that has a name' says 'expect says sat; says_unsat says unsat'
mkdir -p "$tmp/hard/sat"
printf '%s\n(check-sat)\n; copy\n' "$body" >"$tmp/hard/sat/folder.smt2"
check 'so is a folder' seeds 10 label -s "$(one says_unsat)" "$tmp/hard/sat/folder.smt2"
check 'of that name' says 'folder says sat; says_unsat says unsat'

# Two solvers that agree against an assignment that is true.
printf '(set-info :status unsat)\n%s\n(check-sat)\n' "$easy" >"$tmp/wrong_status.smt2"
check 'a wrong status is found by the evaluator alone' seeds 10 label \
    -s "$(one says_unsat)" "$tmp/wrong_status.smt2"
check 'which has a witness' says 'contradiction: momus has a witness; status says unsat; says_unsat says unsat'
check 'a model is judged' seeds 0 label -s "$(one true_model)" --anew "$tmp/a/sat/easy.smt2"
check 'and is a witness' says 'by witness 1,'
check 'a wrong model is told' seeds 10 label -s "$(one wrong_model)" "$tmp/a/sat/easy.smt2"
check 'and the seed is set aside' says 'set aside: 1 for wrong-model of wrong_model'
check 'a model that is none accuses nobody' seeds 0 label -s "$(one no_model)" "$tmp/a/sat/easy.smt2"
check 'what is false for every value is unsat' seeds 0 label -s "$(one says_unsat)" "$tmp/a/unsat"
printf '(declare-const p Bool)\n(assert (and p (not p)))\n' >"$tmp/never.smt2"
check 'a script without a check is asked about all the same' seeds 0 label -s "$(one says_unsat)" "$tmp/never.smt2"
check 'and is unsat by exhaustion' says 'exhaustion 1,'

printf '(declare-const p Bool)\n(push 1)\n(assert p)\n(check-sat)\n(pop 1)\n(check-sat)\n' >"$tmp/two.smt2"
solver two_sat <<<$'sat\n((define-fun p () Bool true))\nsat\n((define-fun p () Bool true))'
check 'several checks are no one truth' seeds 0 label -s "$(one two_sat)" "$tmp/two.smt2"
check 'and this is said' says '^1 with several checks'

# -- solvers that misbehave --------------------------------------------------------

while read -r mode status what; do
    check "$mode is set aside" seeds "$status" label -s "odd=build/fake/fake $mode {file}" --anew "$tmp/hard/plain.smt2"
    check "as $what" says "set aside: 1 for $what of odd"
done <<'LIST'
crash 10 crash
abort 10 crash
answer-then-crash 10 crash
error-then-answer 0 error
no-answer 0 no-answer
LIST
check 'the message of a crash is shown' seeds 10 label -s 'odd=build/fake/fake abort {file}' "$tmp/hard/plain.smt2"
seeds 10 label --json -s 'odd=build/fake/fake abort {file}' --anew "$tmp/hard/plain.smt2"
check 'also as JSON' says '"fault": "crash"'
check 'slow ones are no reason' seeds 0 label -t 1 -s 'odd=build/fake/fake sleeper {file}' "$tmp/hard/plain.smt2"
check 'and nothing is set aside' eval '! says "set aside"'

check 'a solver that is not there' seeds 4 label -s "gone=$tmp/no-such {file}" "$tmp/a"
check 'is told' grep -q 'gone cannot be used' "$tmp/err"
check 'a name that means nothing' seeds 2 label -s 'a="x' "$tmp/a"
PATH=/nonexistent "$MOMUS" seeds label "$tmp/a" >"$tmp/out" 2>"$tmp/err"
check 'no solver at all' test $? -eq 4

# -- the cache -----------------------------------------------------------------------

rm -rf "$XDG_CACHE_HOME" "$tmp/asked"
two="$(one true_model);$(one says_sat)"
check 'a first run' seeds 0 label -s "$two" "$tmp/a/sat"
check 'asks' test "$(n_asked)" -eq 2
cp "$tmp/out" "$tmp/first"
check 'a second run' seeds 0 label -s "$two" "$tmp/a/sat"
check 'asks nobody' test "$(n_asked)" -eq 2
check 'and says the same' test "$(grep -v asked "$tmp/out")" = "$(grep -v asked "$tmp/first")"
cp "$tmp/a/sat/easy.smt2" "$tmp/moved.smt2"
check 'contents count, not paths' seeds 0 label -s "$two" "$tmp/moved.smt2"
check 'nobody is asked about a copy' test "$(n_asked)" -eq 2
check 'another command under a name' seeds 0 label -s "true_model=$tmp/true_model {file} again" "$tmp/a/sat"
check 'is another solver' test "$(n_asked)" -eq 3
rm "$tmp/asked"
check 'a third solver' seeds 0 label -s "$two;b=$tmp/says_sat {file}" "$tmp/a/sat"
check 'is asked, and the one whose command changed' test "$(n_asked)" -eq 2
check 'everybody again' seeds 0 label --anew -s "$two" "$tmp/a/sat"
check 'is asked' test "$(n_asked)" -eq 4
check 'more time' seeds 0 label -t 30 -s "$two" "$tmp/a/sat"
check 'changes nothing for those who answered' test "$(n_asked)" -eq 4

entry=$(find "$XDG_CACHE_HOME/momus/labels" -type f)
check 'there is one file for one content' test "$(wc -l <<<"$entry")" -eq 1
for damage in 'truncate -s 40' 'truncate -s 0' 'sed -i s/sat/sad/' 'sed -i s/momus-label.1/momus-label.9/'; do
    $damage "$entry"
    check "after $damage" seeds 0 label -s "$two" "$tmp/a/sat"
    check 'it is found out anew' says '2 questions asked'
    check 'without a word' silent
    check 'and mended' seeds 0 label -s "$two" "$tmp/a/sat"
    check 'for the next time' says '0 questions asked'
done

check 'the witness is kept as text' grep -q 'define-fun x () Int 5' "$entry"

XDG_CACHE_HOME=/dev/null seeds 5 label -s "$two" "$tmp/a/sat"
check 'a cache that cannot be written' test $? -eq 0
check 'is told' grep -q 'nothing is kept' "$tmp/err"

# -- wrong usage, bad input -----------------------------------------------------------

check 'an empty folder' seeds 0 label -s "$two" "$tmp/empty"
check 'is told' grep -q 'no .smt2 files' "$tmp/err"
check 'also by stats' seeds 0 stats "$tmp/empty"
check 'and by min' seeds 0 min "$tmp/empty"
check 'what is it to do' seeds 2 frobnicate "$tmp/a"
check 'and with what' seeds 2 label
check 'a missing folder' seeds 3 label -s "$two" "$tmp/nowhere"
printf '(assert (> x 2))\n' >"$tmp/broken.smt2"
for action in "label -s $two" stats min; do
    # shellcheck disable=SC2086 # words are wanted
    check "a script that is none: ${action%% *}" seeds 3 $action "$tmp/broken.smt2"
    check 'its place is told' grep -q 'broken.smt2:1:12: error: ' "$tmp/err"
done

# -- Ctrl-C -----------------------------------------------------------------------------

rm -rf "$XDG_CACHE_HOME" "$tmp/asked"
mkdir -p "$tmp/many"
for i in 1 2 3 4 5 6 7 8; do
    printf '%s\n(assert (> x %d))\n(check-sat)\n' "$easy" "$i" >"$tmp/many/$i.smt2"
done
printf '#!/bin/sh\n[ -f "$1" ] || exit 0\necho slow >>%q\n[ "$(wc -l <%q)" -lt 3 ] || sleep 1\necho sat\n' "$tmp/asked" "$tmp/asked" >"$tmp/slow"
chmod +x "$tmp/slow"
# A shell without job control starts what stands in the background with SIGINT ignored.
(
    trap - INT
    exec env -u XDG_RUNTIME_DIR "$MOMUS" seeds label -j 1 -s "slow=$tmp/slow {file}" "$tmp/many"
) >"$tmp/out" 2>"$tmp/err" </dev/null &
job=$!
for _ in $(seq 200); do
    [ "$(n_asked)" -lt 3 ] || break
    sleep 0.1
done
kill -INT $job
wait $job
status=$?
check 'Ctrl-C ends it in order' test $status -eq 0
check 'and says so' grep -Eq 'stopped after [1-7] of 8 seeds' "$tmp/err"
check 'with the summary' says '^[1-7] seeds:'
kept=$(find "$XDG_CACHE_HOME/momus/labels" -type f | wc -l)
check 'what was done is kept' test "$kept" -ge 2 -a "$kept" -le 7
seeds 0 label -s "slow=$tmp/slow {file}" "$tmp/many"
check 'and is not done again' says "$((8 - kept)) questions* asked"

# -- real solvers -------------------------------------------------------------------------

real=
for name in z3 cvc5 cvc4; do
    ! command -v $name >/dev/null || real="$real;$name"
done
real=${real#;}
if [[ $real != *\;* ]]; then
    skip 'two real solvers'
else
    mkdir -p "$tmp/real/sat" "$tmp/real/unsat"
    cp seeds/QF_UFLIA/*.smt2 "$tmp/real/" 2>/dev/null
    printf '(set-logic QF_LIA)\n(set-info :status sat)\n(declare-const x Int)\n(assert (= (* 2 x) 7))\n(check-sat)\n' \
        >"$tmp/real/wrong.smt2"
    check 'real solvers on a wrong status' seeds 10 label -t 20 -s "$real" "$tmp/real"
    check 'contradict it' says 'wrong.smt2: contradiction: status says sat; z3 says unsat'
    check 'and only it' says '1 contradiction,'
    check 'the rest is known' says ' 1 unknown; 0 could not'
    check 'a second run' seeds 10 label -t 20 -s "$real" "$tmp/real"
    check 'asks nobody' says ' 0 questions asked'
    check 'JSON' seeds 10 label -t 20 --json -s "$real" "$tmp/real"
    for part in '"seeds": \[' '"summary": \{' '"truth": "sat"' '"by": "witness"' '"set_aside": "contradiction"' \
        '"contradictions": 1' '"hash": "[0-9a-f]{16}"' '"answers": \['; do
        check "has $part" says "$part"
    done
    fuse() { timeout 120 "$MOMUS" mutate --strategy concat --check -n 20 "$@" seeds/QF_AX >"$tmp/out" 2>"$tmp/err"; }
    fuse
    check 'without labels some seeds have no witness' grep -q 'no witness is known' "$tmp/err"
    seeds 0 label -t 20 -s "$real" seeds/QF_AX
    fuse --labels
    check 'with labels all have one' eval '! grep -q "no witness" "$tmp/err"'
    check 'and tests are made' test "$(grep -c '^; momus id=.* truth=sat' "$tmp/out")" -ge 1
    check 'stats know what was found out' seeds 0 stats --json "$tmp/real"
    check 'with witnesses' says '"witness": [1-9]'
fi

# -- stats and min ----------------------------------------------------------------------------

for columns in 60 80 200; do
    check "stats in $columns columns" env COLUMNS=$columns "$MOMUS" seeds stats seeds >"$tmp/out" 2>"$tmp/err"
    check 'no line is longer' test "$(awk '{ if (length > n) n = length } END { print n }' "$tmp/out")" -le $columns
done
check 'logics are there' says '^QF_BV +[0-9]+ +[0-9]+'
check 'operators are there' says '^FixedSizeBitVectors, [0-9]+ of [0-9]+: .*bvadd:[0-9]+'
check 'quantifiers are there' says '^language: .*forall:[0-9]+'
check 'stats as JSON' seeds 0 stats --json seeds/QF_BV
for part in '"logics": \{' '"QF_BV": \{' '"operator": "bvadd"' '"sizes": \{'; do
    check "has $part" says "$part"
done

check 'min of two that are alike' seeds 0 min "$tmp/a/sat/easy.smt2" "$tmp/moved.smt2" "$tmp/a/unsat"
check 'keeps both kinds' test "$(wc -l <"$tmp/out")" -eq 3
cp "$tmp/a/sat/easy.smt2" "$tmp/a/sat/again.smt2"
check 'min of copies' seeds 0 min "$tmp/a"
check 'keeps one of them' test "$(wc -l <"$tmp/out")" -eq 2
check 'and says how many' grep -q '2 of 3 seeds' "$tmp/err"
check 'min copies' seeds 0 min -q --out "$tmp/kept" seeds
check 'what it names' test "$(find "$tmp/kept" -name '*.smt2' | wc -l)" -eq "$(wc -l <"$tmp/out")"
check 'less than there was' test "$(wc -l <"$tmp/out")" -lt "$(find seeds -name '*.smt2' | wc -l)"
"$MOMUS" seeds stats --json seeds | grep '"operator"' | sort >"$tmp/ops"
"$MOMUS" seeds stats --json "$tmp/kept" | grep '"operator"' | sort >"$tmp/kept_ops"
check 'with the same operators' cmp "$tmp/ops" "$tmp/kept_ops"
cp -r "$tmp/kept" "$tmp/kept2"
check 'min of a minimum' seeds 0 min -q "$tmp/kept"
check 'is the same' test "$(wc -l <"$tmp/out")" -eq "$(find "$tmp/kept2" -name '*.smt2' | wc -l)"
check 'min as JSON' seeds 0 min --json "$tmp/a"
check 'names the files' says '"kept": \['
check 'a folder that cannot be' seeds 5 min --out /dev/null/x "$tmp/a"

sum
