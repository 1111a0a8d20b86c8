#!/bin/bash
# Formulas by construction, by the real program: the form of the suite, options, files of the
# user's, ids, and what real solvers say about a sample.
set -u
cd "${TOP:?}" || exit 2
tmp=${TMPDIR:?}
momus=${MOMUS:?} release=${MOMUS_RELEASE:?} # the latter for whole suites
passed=0 failed=0 skipped=0

ok() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n  expected: %s\n  got:      %s\n' "$1" "$3" "$2"
    fi
}

# -- the form -----------------------------------------------------------------

"$momus" mutate --strategy strings -n 40 >"$tmp/strings.smt2"
ok 'a header for each test' "$(grep -c '^; momus id=strings:-:0:0:[0-9]*:0000 truth=sat category=' \
    "$tmp/strings.smt2")" 40
ok 'checks stand on lines of their own' "$(grep -cx '(check-sat)' "$tmp/strings.smt2")" 40
ok 'an operation alone' "$(sed -n '1,/^(reset)/p' "$tmp/strings.smt2")" \
    '; momus id=strings:-:0:0:1:0000 truth=sat category=operation
; made by: at
; model: (define-fun s () String "")
; model: (define-fun off () Int (- 1))
; model: (define-fun res () String "")
(set-logic QF_S)
(declare-const s String)
(declare-const off Int)
(declare-const res String)
(assert (= (str.at s off) res))
(check-sat)
(reset)'
id=strings:-:0:31:52:0000
"$momus" mutate --id $id >"$tmp/one.smt2"
ok 'a test by its id' "$(head -n 3 "$tmp/one.smt2")" \
    "; momus id=$id truth=unsat category=larger-unsat-core
; made by: E5 res NC8
; core: (operation definition-1 definition-2 definition-3 equality condition)"
ok 'assertions of a core have names' "$(grep -c ':named' "$tmp/one.smt2")" 6
ok 'the same without patterns' "$(grep -c pattern "$tmp/one.smt2")" 0
"$release" mutate --strategy strings --patterns -n 6500 | grep -c ':pattern' >"$tmp/patterns"
ok 'patterns where they are wanted' "$([ "$(cat "$tmp/patterns")" -gt 50 ] && echo yes)" yes
ok 'other settings, other id' "$("$momus" mutate --id $id --patterns 2>&1)" \
    'momus: error: the test of this id was made with other data files or seeds'

# -- options and files --------------------------------------------------------

"$release" mutate --strategy ints --no-quantifiers --without div --without mod >"$tmp/ints.smt2"
ok 'operators that are not wanted' "$(grep -cE '\((div|mod|forall) ' "$tmp/ints.smt2")" 0
ok 'nor in constants' "$("$release" mutate --strategy arrays --without store | grep -v '^;' |
    grep -c '(store ')" 0
cat >"$tmp/q.theory" <<'EOF'
(theory ints)
(constants Int 1)
(operation least ((x Int)) (forall ((y Int)) (<= x (* y y))))
(operation same ((x Int)) x)
(equivalence less ((x Int)) (= (< x 3) true) (< x 2))
(equality plus ((x Int)) (= (ite (forall ((y Int)) (= y y)) x 0) x))
EOF
quantified() { "$momus" mutate --strategy ints --theory "$tmp/q.theory" "$@" | grep -c '(forall '; }
ok 'quantifiers of the user' "$([ "$(quantified)" -gt 1 ] && echo yes)" yes
ok 'that are not wanted' "$(quantified --no-quantifiers)" 0
echo '(constants Int 5)(constants String "x")' >"$tmp/c.theory"
"$momus" mutate --strategy strings --constants "$tmp/c.theory" -n 60 >"$tmp/c.smt2"
ok 'constants of the user' "$(grep -c '; model: (define-fun . () String "x")' "$tmp/c.smt2")" \
    "$(grep -c '; model: (define-fun . () String' "$tmp/c.smt2")"
echo '(constants Int five)' >"$tmp/c.theory"
ok 'a mistake among them' "$("$momus" mutate --strategy strings --constants "$tmp/c.theory" 2>&1 |
    sed -n "1s|$tmp/||p")" "c.theory:1:16: error: unknown symbol 'five'"
printf '(constants Int 5)\n(constants Real 0.5)\n' >"$tmp/c.theory"
ok 'constants that have no place' "$("$momus" mutate --strategy strings --constants "$tmp/c.theory" 2>&1 |
    sed -n "1s|$tmp/||p")" "c.theory:2:12: error: nothing in the theory takes or gives a value of sort Real"
printf '(theory ints)\n(equality wrong ((x Int)) (= (- x) x))\n' >"$tmp/my.theory"
ok 'a truth that is none' "$("$momus" mutate --strategy ints --theory "$tmp/my.theory" 2>&1 |
    sed -n "1s|$tmp/||; 1s|: x = .*||p")" 'my.theory:2:1: error: the two sides are not equal'
printf '(theory sets)\n' >"$tmp/my.theory"
ok 'a theory that nobody uses' "$("$momus" mutate --strategy ints --theory "$tmp/my.theory" 2>&1 |
    sed -n "1s|$tmp/||p")" "my.theory:1:1: error: there is no theory 'sets' that it could replace"

printf '(theory ints)\n' >"$tmp/my.theory"
ok 'a theory for another strategy' "$("$momus" mutate --strategy strings --theory "$tmp/my.theory" 2>&1 |
    sed -n "1s|$tmp/||p")" "momus: error: my.theory is no theory for the strategy strings"
ok 'names that nothing has' "$("$momus" mutate --strategy strings --without nosuch --without str.at \
    --without none -n 1 2>&1 >/dev/null)" \
    "$(printf "momus: warning: strings: no operator, operation, equivalence or equality '%s'\n" nosuch none)"
cat >"$tmp/my.theory" <<'EOF'
(theory ints)
(constants Int 1)
(operation add ((x Int) (y Int)) (+ x y))
(equivalence sum ((x Int) (y Int) (res Int)) (= (+ x y) res) (= (- res y) x) (= (- res x) y))
(equality twice ((x Int)) (= (- (+ x x) x) x))
(equality none ((x Int)) (= (+ x 0) x))
EOF
chains() { "$release" mutate --strategy ints --theory "$tmp/my.theory" --chain "$1" 2>&1; }
chains 2 >"$tmp/chains"
ok 'chains of two' "$(grep -A 1 'category=chain' "$tmp/chains" | grep -c '^; made by: sum [^ ]* [^ ]* [^ ]* [^ ]*$')" \
    "$(grep -c 'category=chain' "$tmp/chains")"
ok 'there are some' "$([ "$(grep -c 'truth=unsat category=chain' "$tmp/chains")" -gt 5 ] && echo yes)" yes
ok 'of three, too' "$([ "$(chains 3 | grep -c 'truth=unsat category=chain')" -gt 5 ] && echo yes)" yes
ok 'none is longer' "$("$momus" mutate --strategy strings --chain 7 2>&1 | head -n 1)" \
    'momus: error: chains have at most 6 replacements'
ok 'too deep terms are refused at once' "$("$momus" mutate --strategy strings --bound 3 2>&1 | head -n 1)" \
    'momus: error: there would be too many tests'
ok 'no room for four' "$(chains 4 | head -n 1)" 'momus: error: no formula of ints has room for a chain of 4'

# Negative indices count from the end.
cat >"$tmp/m.theory" <<'EOF'
(meaning str.at ((s String) (i Int)) (str.substr s (ite (< i 0) (+ (str.len s) i) i) 1))
EOF
means() { "$release" mutate --strategy strings --constants "$tmp/m.theory" "$@"; }
ok 'operators that mean something else' "$(means 2>/dev/null | grep -B 12 -F '(= (str.at "A" (- 1)) res)' |
    grep -o 'res () String .*' | head -n 1)" 'res () String "A")'
ok 'and by the standard' "$("$release" mutate --strategy strings | grep -B 12 -F '(= (str.at "A" (- 1)) res)' |
    grep -o 'res () String .*' | head -n 1)" 'res () String "")'
ok 'what is not true then is left out' "$(means -n 1 2>&1 >/dev/null)" \
    "$(printf 'momus: note: %s is not known to hold with these meanings, and is left out\n' E1 E6 C1)"
echo '(meaning str.contains ((s String) (t String)) true)' >"$tmp/all.theory"
ok 'nor what could not be tried' "$("$release" mutate --strategy strings --constants "$tmp/all.theory" -n 1 2>&1 |
    grep -c ' E8 is not known to hold ')" 1
ok 'and makes no tests' "$(means 2>/dev/null | grep -c '^; made by: E1 ')" 0
ok 'is in an id' "$([ "$(means -n 1 2>/dev/null | head -n 1)" != "$("$release" mutate --strategy strings -n 1 |
    head -n 1)" ] && echo yes)" yes
ok 'campaigns judge by the standard' "$("$momus" fuzz -q --strategy strings --constants "$tmp/m.theory" -n 1 \
    --run "$tmp/none" 2>&1 | head -n 1)" \
    'momus: error: campaigns judge by the standard: other meanings of operators are for momus mutate'

# -- cores --------------------------------------------------------------------

cat >"$tmp/liar" <<'EOF'
#!/bin/bash
# Says unsat, and that the negated operation alone is the reason.
grep -o 'check-sat\|get-model\|get-unsat-core' "$1" |
    sed 's/check-sat/unsat/; s/get-model/(error "no model")/; s/get-unsat-core/(operation)/'
EOF
chmod +x "$tmp/liar"
ok 'in a campaign, of all of its suites' "$("$momus" fuzz -s liar="$tmp/liar {file}" --strategy ints,strings \
    --without nosuch --without str.at --without div -n 1 --run "$tmp/without" 2>&1 | grep "warning: ints")" \
    "momus: warning: ints, strings: no operator, operation, equivalence or equality 'nosuch'"
"$momus" mutate --id strings:-:0:31:5:0000 >"$tmp/core.smt2"
ok 'a core that is satisfiable' "$("$momus" solve --cores -s liar="$tmp/liar {file}" "$tmp/core.smt2" |
    grep -o '^  invalid-core: liar (proven, by witness)')" '  invalid-core: liar (proven, by witness)'

# Gives everything that has a name as the core.
cat >"$tmp/lavish" <<'EOF'
#!/bin/bash
script=${!#}
names=$(grep -o ':named [^)]*' "$script" | cut -d ' ' -f 2 | tr '\n' ' ')
grep -o 'check-sat\|get-model\|get-unsat-core' "$script" |
    sed "s/check-sat/unsat/; s/get-model/(error \"no model\")/; s/get-unsat-core/($names)/"
EOF
chmod +x "$tmp/lavish"
export XDG_CONFIG_HOME=$tmp/config
mkdir -p "$tmp/config/momus/solvers"
echo "(solver lavish (spawn \"$tmp/lavish\" \"{file}\") (minimal-cores \"--least\") (variants (least \"--least\")))" \
    >"$tmp/config/momus/solvers/lavish.solver"
"$momus" mutate --id strings:-:0:32:9:0000 >"$tmp/redundant.smt2"
lavish() { # FILE WORD...
    "$momus" solve --cores -s lavish -s lavish:least "${@:2}" "$1" >"$tmp/out"
    echo $?
}
ok 'a core that is larger than asked for is no bug' "$(lavish "$tmp/redundant.smt2")" 0
ok 'but is remarked, of who was asked' "$(grep -A 2 '^  note: ' "$tmp/out" | tr -s ' \n' ' ')" \
    ' note: lavish:least is asked for a minimal core and gives 6 assertions, but 4 of them are unsatisfiable alone, as the test says itself: (operation definition-1 definition-2 definition-3). That is no bug '
ok 'what is needed is not' "$(lavish "$tmp/core.smt2"; grep -c '^  note: ' "$tmp/out")" $'0\n0'
sed -i '/^; minimal core/d' "$tmp/redundant.smt2"
ok 'nor what nobody knows' "$(lavish "$tmp/redundant.smt2"; grep -c '^  note: ' "$tmp/out")" $'0\n0'
if command -v z3 >/dev/null; then
    ok 'z3 can be asked' "$("$momus" solve --json --cores -s z3:minimal-cores "$tmp/core.smt2" |
        grep -c '"command": .*smt.core.minimize=true\|"answer": "unsat"')" 1
fi

# -- campaigns ----------------------------------------------------------------

echo '(constants Int 12345)' >"$tmp/c.theory"
printf 'cat "$1" >>"%s/asked"\necho unsat\n' "$tmp" >"$tmp/no.sh"
campaign() { # ARGUMENT...
    "$momus" fuzz -q --strategy ints --way spawn --reduce 0 -j 1 -n 30 -s "no=/bin/sh $tmp/no.sh {file}" \
        --run "$tmp/run" "$@" >"$tmp/out" 2>"$tmp/err"
    echo $?
}
ok 'a campaign with constants of the user' "$(campaign --constants "$tmp/c.theory" --without abs)" 10
ok 'asks about them' "$(grep -q 12345 "$tmp/asked" && echo yes)" yes
ok 'and not about what is not wanted' "$(grep -c '(abs ' "$tmp/asked")" 0
ok 'its tests are made again' "$("$momus" replay 1 --run "$tmp/run" 2>/dev/null |
    grep -o 'the witness that the test was made with')" 'the witness that the test was made with'
ok 'it does not go on with others' "$(campaign --constants "$tmp/c.theory")" 2
ok 'and says why' "$(grep -o 'begun with another --without' "$tmp/err")" 'begun with another --without'
echo '(constants Int 54321)' >"$tmp/c.theory"
ok 'nor with a file that has changed' "$(campaign --constants "$tmp/c.theory" --without abs)" 2
ok 'which is told' "$(grep -o 'begun with another --constants' "$tmp/err")" 'begun with another --constants'
ok 'constants are for one suite' "$(campaign --strategy ints,reals --constants "$tmp/c.theory")" 2
ok 'options of suites elsewhere' "$(campaign --strategy edit --patterns)" 2
ok 'a theory that is not asked for' "$(campaign --strategy reals --theory "$tmp/my.theory")" 2
echo '(constants Int five)' >"$tmp/c.theory"
ok 'a mistake among constants' "$(campaign --constants "$tmp/c.theory")" 3

cat >"$tmp/least.theory" <<'EOF'
(theory ints)
(constants Int 1)
(operation same ((x Int)) x)
(equivalence less ((x Int)) (= (< x 3) true) (exists (y Int)) (= x y) (< y 2))
(equality none ((x Int)) (= (+ x 0) x))
EOF
least() { # SOLVER STATUS
    "$momus" fuzz --strategy ints --theory "$tmp/least.theory" --way spawn --reduce 0 -j 1 --self-checks 0 \
        -s "$1" --run "$tmp/run.$1" >"$tmp/out" 2>"$tmp/err"
    sed -n 's/^  "larger_cores": \([0-9]*\).*/\1/p' "$tmp/run.$1/stats.json"
}
ok 'a campaign counts larger cores' "$(least lavish:least)" 1
ok 'and says so' "$(grep -o '1 core not minimal\|see .*/remarks' "$tmp/out" | sed "s|$tmp/||")" \
    $'1 core not minimal\nsee run.lavish:least/remarks'
ok 'they are no findings' "$("$momus" findings --run "$tmp/run.lavish:least" --json | grep -c '"class": .*core')" 0
ok 'but can be looked at' "$(sed -n '2s/. That is no bug.*//p' "$tmp/run.lavish:least"/remarks/01-*.smt2)" \
    '; lavish:least: lavish:least is asked for a minimal core and gives 4 assertions, but 3 of them are unsatisfiable alone, as the test says itself: (operation definition-1 definition-2)'
ok 'of who was not asked, none are' "$(least lavish)" 0

# -- what solvers say ---------------------------------------------------------

# Every answer of z3 and cvc5 to some tests of each theory is the one that is claimed.
# shellcheck disable=SC2016
contradictions='/^; momus id/ { n++; truth[n] = ($0 ~ /truth=sat/) ? "sat" : "unsat" }
    END { while ((getline answer < answers) > 0)
              if (answer == "sat" || answer == "unsat" || answer == "unknown") {
                  i++
                  if (answer != "unknown" && answer != truth[i]) print i ": " answer
              }
          print i " of " n }'
for theory in ints reals bitvectors arrays; do
    # z3 4.8.12 does not know divisible.
    "$release" mutate --strategy $theory -q --without divisible >"$tmp/all"
    step=$(($(grep -c '^; momus id' "$tmp/all") / 25))
    awk -v step=$step 'BEGIN { RS = "\\(reset\\)\n" } NR % step == 0 { printf "%s(reset)\n", $0 }' "$tmp/all" \
        >"$tmp/some.smt2"
    z3 -t:300 "$tmp/some.smt2" >"$tmp/answers" 2>&1
    n=$(grep -c '^; momus id' "$tmp/some.smt2")
    ok "z3 on $theory" "$(awk -v answers="$tmp/answers" "$contradictions" "$tmp/some.smt2")" "$n of $n"
    ok "z3 takes all of $theory" "$(grep -c error "$tmp/answers")" 0
done

# What suites say of their models and cores, read again from their text: tests/solvers/ has it whole.
if command -v z3 >/dev/null && command -v cvc5 >/dev/null; then
    tests/solvers/construction_cores.sh -e 197 strings ints bitvectors arrays >"$tmp/cores" 2>&1
    ok 'models and cores are what they are said to be' "$(tail -n 1 "$tmp/cores" |
        sed -E 's/^[0-9]+ passed, //; s/, [0-9]+ skipped$//')" '0 failed'
    ok 'of each kind' "$(awk '$2 ~ /^(cores|models|needed)$/ && $3 > 2 { n++ } END { print n + 0 }' "$tmp/cores")" 11
fi

printf '%d passed, %d failed, %d skipped\n' $passed $failed $skipped
[ $failed = 0 ]
