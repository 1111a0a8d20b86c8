#!/bin/bash
# The verdict of momus solve: class, who is at fault, evidence, exit status; with solvers that say
# what a test wants (tests/fake), and with the real ones.
cd "${TOP:?}" && . tests/suites/helpers.bash || exit 2

# solve STATUS WORD...: what momus solve prints is in $tmp/out.
solve() {
    local wanted=$1 status
    shift
    timeout 200 "$MOMUS" solve "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    status=$?
    [ $status -eq "$wanted" ] || { echo "status $status, not $wanted: solve $*"; false; }
}

# Several programs, so that they are several solvers and not option sets of one.
for name in one two three; do cp build/fake/fake "$tmp/$name"; done
one() { echo "one=$tmp/one say $1 {file}"; }
two() { echo "two=$tmp/two say $1 {file}"; }
three() { echo "three=$tmp/three say $1 {file}"; }
model() { printf "'((define-fun x () Int %s))'" "$1"; }

printf '(declare-const x Int)\n(assert (> x 2))\n(check-sat)\n' >"$tmp/sat.smt2"
printf '(declare-const x Int)\n(assert (= (* x x x) 77))\n(check-sat)\n' >"$tmp/unsat.smt2"

# -- evidence and votes -----------------------------------------------------------------------------

check 'agreement is no finding' solve 0 -s "$(one "sat $(model 3)")" -s "$(two sat)" "$tmp/sat.smt2"
check 'and nothing is said' test "$(wc -l <"$tmp/out")" -eq 3

check 'a witness wins over two who say unsat' solve 10 -s "$(one unsat)" \
    -s "$(two "sat $(model 3)")" -s "$(three unsat)" "$tmp/sat.smt2"
check 'both are told' test "$(grep -cE '^  refutation-soundness: (one|three) \(proven, by witness\)' "$tmp/out")" -eq 2
check 'with the witness' grep -q 'x = 3' "$tmp/out"
check 'the vote is a hint' grep -q 'Hint: two says sat; one,' "$tmp/out"
check 'and how often it shows' grep -q '3 of 3' "$tmp/out"

check 'options of one program are one solver' solve 10 -s "a=$tmp/one say unsat {file}" \
    -s "b=$tmp/one say unsat unsat {file}" -s "c=$tmp/one say unsat {file}" "$tmp/sat.smt2"
check 'told as one' grep -q '^  refutation-soundness: a, c (proven' "$tmp/out"
mkdir "$tmp/build" && cp "$tmp/one" "$tmp/build/one"
check 'so are its builds' solve 10 -s "a=$tmp/one say unsat {file}" \
    -s "b=$tmp/build/one say unsat {file}" "$tmp/sat.smt2"
check 'in whatever folder' grep -q '^  refutation-soundness: a, b (proven' "$tmp/out"

# By the standard the definition is an axiom, and no function is like that: unsat is right.
printf '(define-fun-rec f ((n Int)) Int (+ 1 (f n)))\n(declare-const x Int)\n(assert (> x 2))\n(check-sat)\n' >"$tmp/axiom.smt2"
check 'a definition without solution' solve 10 -s "$(one unsat)" -s "$(two "sat $(model 3)")" "$tmp/axiom.smt2"
check 'nobody is accused of unsat' grep -q "^  disagreement: nobody's fault as yet" "$tmp/out"
check 'the model proves nothing' grep -q 'two .*model unsupported' "$tmp/out"

check 'a false model' solve 10 -s "$(one "sat $(model 1)")" -s "$(two "sat $(model 3)")" "$tmp/sat.smt2"
check 'is an invalid model' grep -q '^  invalid-model: one (proven, by witness)' "$tmp/out"
check 'with the assertion that is false' grep -q 'assertion 1, (> x 2), is false' "$tmp/out"

check 'a false model against unsat' solve 10 -s "$(one "sat $(model 4)")" -s "$(two unsat)" "$tmp/unsat.smt2"
check 'is probably an unsound sat' grep -q '^  solution-soundness: one (probable, by witness)' "$tmp/out"

check 'models are asked for where they are needed' solve 10 --no-models \
    -s "$(one "sat $(model 3)")" -s "$(two unsat)" "$tmp/sat.smt2"
check 'and judged' grep -q '^  refutation-soundness: two' "$tmp/out"

printf '(declare-const x Int)\n(declare-const y Int)\n(assert (= (* x x x) (+ (* y y y) 77077)))\n(check-sat)\n' >"$tmp/hard.smt2"
check 'without evidence' solve 10 -s "$(one sat)" -s "$(two unsat)" -s "$(three unsat)" "$tmp/hard.smt2"
check 'it is a disagreement' grep -q "^  disagreement: nobody's fault as yet (probable, by vote)" "$tmp/out"

check 'a solver that crashes' solve 10 -s 'odd=build/fake/fake crash {file}' "$tmp/sat.smt2"
check 'a crash is told' grep -q '^  crash: odd (proven, by observation)' "$tmp/out"
check 'with its message' grep -q 'SIGSEGV' "$tmp/out"

check 'no verdict if none is wanted' solve 0 --no-verdict -s "$(one unsat)" -s "$(two "sat $(model 1)")" "$tmp/sat.smt2"
check 'but models are judged' grep -q 'model false' "$tmp/out"

printf '(declare-const p Bool)\n(assert (! p :named n1))\n(assert (! (not p) :named n2))\n(assert (! (or p (not p)) :named n3))\n(check-sat)\n' >"$tmp/named.smt2"
check 'a core that is none' solve 10 --cores --no-models -s "$(one "unsat '(n1 n3)'")" \
    -s "$(two "unsat '(n1 n2)'")" "$tmp/named.smt2"
check 'is an invalid core' grep -q '^  invalid-core: one (proven, by witness)' "$tmp/out"
check 'and told once' test "$(grep -c 'invalid-core' "$tmp/out")" -eq 1

# -- labels ---------------------------------------------------------------------------------------

sed '1i (set-info :status unsat)' "$tmp/hard.smt2" >"$tmp/labelled.smt2"
check 'a label accuses nobody' solve 10 -s "$(one sat)" "$tmp/labelled.smt2"
check 'it is a disagreement with the label' grep -q 'disagreement: nobody.*by label' "$tmp/out"
sed '1i (set-info :status unsat)' "$tmp/sat.smt2" >"$tmp/labelled.smt2"
check 'a true model refutes it' solve 0 -s "$(one "sat $(model 3)")" "$tmp/labelled.smt2"
check 'which is noted' grep -q 'note: The :status of the script says unsat, and that is wrong' "$tmp/out"

# -- never a bug ------------------------------------------------------------------------------------

check 'an answer beside an error is none' solve 0 -s 'odd=build/fake/fake error-then-answer {file}' \
    -s "$(two unsat)" "$tmp/hard.smt2"
check 'unknown is none' solve 0 -s "$(one unknown)" -s "$(two unsat)" "$tmp/hard.smt2"
check 'time is none' solve 0 -t 1 -s 'odd=build/fake/fake sleeper {file}' -s "$(two unsat)" "$tmp/hard.smt2"

# -- several checks and several files ---------------------------------------------------------------

printf '(declare-const x Int)\n(push 1)\n(assert (> x 2))\n(check-sat)\n(pop 1)\n(assert (< x 2))\n(check-sat)\n' >"$tmp/two.smt2"
check 'the second check is wrong' solve 10 -s "$(one "sat $(model 3) unsat")" \
    -s "$(two "sat $(model 3) sat $(model 1)")" "$tmp/two.smt2"
check 'and told as such' grep -q '(check 2)' "$tmp/out"
check 'the worst status counts' solve 10 -s "$(one unsat)" "$tmp/sat.smt2" "$tmp/hard.smt2"

# -- JSON -------------------------------------------------------------------------------------------

check 'JSON has findings' solve 10 --json -s "$(one unsat)" -s "$(two "sat $(model 3)")" "$tmp/sat.smt2"
for part in '"class": "refutation-soundness"' '"at_fault": \[' '"one"' '"basis": "witness"' \
    '"confidence": "proven"' '"evidence": "one says unsat' '"fingerprint": "refutation-soundness:' \
    '"runs": 3' '"shown": 3' '"notes": \[\]' '"model_verdict": "true"'; do
    check "JSON has $part" grep -q "$part" "$tmp/out"
done
check 'JSON of a disagreement' solve 10 --json -s "$(one sat)" -s "$(two unsat)" "$tmp/hard.smt2"
check 'blames nobody' grep -q '"at_fault": \[\]' "$tmp/out"

# -- real solvers -----------------------------------------------------------------------------------

if command -v z3 >/dev/null && command -v cvc5 >/dev/null && command -v cvc4 >/dev/null; then
    # A tree that is its own child: there is none. cvc5 1.0.3 and cvc4 1.8 both say sat.
    cat >"$tmp/tree.smt2" <<'END'
(declare-datatypes ((Tree 0) (Forest 0))
  (((node (kids Forest))) ((empty) (grow (first Tree) (rest Forest)))))
(declare-const t Tree)
(declare-const f Forest)
(assert (= (kids t) (grow t f)))
(check-sat)
END
    timeout 200 "$MOMUS" solve -t 20 -s z3 -s cvc5 -s cvc4 "$tmp/tree.smt2" >"$tmp/out" 2>"$tmp/err"
    check 'z3 is never blamed for the tree' test -z "$(grep -E '^  [a-z-]+: .*z3.* \(pro' "$tmp/out")"
    if grep -Eq '^  cvc5 +sat' "$tmp/out" && grep -Eq '^  cvc4 +sat' "$tmp/out"; then
        for solver in cvc5 cvc4; do
            check "$solver is wrong about the tree, though two are of its mind" \
                grep -q "^  solution-soundness: $solver (probable" "$tmp/out"
        done
    else
        skip 'these versions know the tree'
    fi
    # Words and regular expressions; every one of them has a witness.
    check 'z3, cvc5 and cvc4 on seeds of ours' solve 0 -t 20 -s z3 -s cvc5 -s cvc4 \
        seeds/QF_S/alphabet.smt2 seeds/QF_FP/absorbed-addend.smt2 "$tmp/sat.smt2"
    check 'and their cores' solve 0 -t 20 --cores -s z3 -s cvc5 -s cvc4 "$tmp/named.smt2"
else
    skip 'z3, cvc5 or cvc4 is not there'
fi
if [ -n "${SHARED:-}" ]; then
    check 'known bugs' env "MOMUS=$MOMUS_RELEASE" tests/solvers/known_bug_verdicts.sh \
        "$SHARED/known-bugs" >"$tmp/known" 2>&1
    cat "$tmp/known"
else
    skip 'no known bugs'
fi

check 'nothing is left in the temporary folder' test -z "$(find "$tmp" -maxdepth 1 -name 'momus-*')"
sum
