#!/bin/bash
# Findings that are known by how their tests were made are reduced in that way, by momus reduce and
# while a campaign goes on. The solvers are small programs of this suite: one lies about what is fused,
# of which the other says nothing; it knows the seeds. By the release build, as the evaluator looks long
# for witnesses: unit/reduce/test_chain does the same under sanitizers.
cd "${TOP:?}" && . tests/suites/helpers.bash || exit 2
MOMUS=${MOMUS_RELEASE:?}

cat >"$tmp/other" <<'END'
#!/bin/sh
s=$(tr -s ' \n' '  ' <"$1")
case $s in
*'(or (and'*) echo unknown ;;
*330*220* | *220*330* | *770*660* | *660*770*) echo unsat ;;
*) echo sat ;;
esac
END
# It lies as long as a product that nobody can evaluate has a bound, and a fusion is asserted.
cat >"$tmp/liar" <<'END'
#!/bin/sh
s=$(grep -v set-option "$1" | tr -s ' \n' '  ')
case $s in
*true* | *false*) echo unknown ;;
*'(or (and'*'(assert (= '*)
    if echo "$s" | grep -q '([*] [a-z]* [a-z]*) 330' && echo "$s" | grep -q '(< ([*] [a-z]* [a-z]*) 220'
    then echo sat; else echo unknown; fi ;;
*) echo unknown ;;
esac
END
chmod +x "$tmp/other" "$tmp/liar"
solvers=(-s "other=$tmp/other {file}" -s "liar=$tmp/liar {file}")

mkdir "$tmp/seeds"
cat >"$tmp/seeds/a.smt2" <<'END'
(set-info :status unsat)
(set-logic QF_NIA)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(declare-const p Bool)
(assert (> (* b a) 330))
(assert (=> p (> (+ a c) 17)))
(assert (< (* a b) 220))
(assert (or p (= (* 2 c) (+ b 9))))
(check-sat)
END
cat >"$tmp/seeds/b.smt2" <<'END'
(set-info :status unsat)
(set-logic QF_NIA)
(declare-const v Int)
(declare-const w Int)
(assert (> (* v w) 770))
(assert (or (= v 12) (= w 13)))
(assert (< (* w v) 660))
(check-sat)
END
fuzz() {
    local folder=$1
    shift
    momus 10 fuzz -j 1 --strategy fusion --way spawn --run "$folder" "${solvers[@]}" \
        --stop-on-finding "$@" "$tmp/seeds"
}

# -- afterwards ------------------------------------------------------------------------------------

run=$tmp/run
check 'a campaign finds what is known by a label' fuzz "$run" -n 200 --reduce 0
check 'and by nothing else' grep -q 'probable  *label' "$tmp/out"
cp -r "$run" "$tmp/again"
cp -r "$run" "$tmp/lost"
folder=$(ls -d "$run"/findings/0001-*)
check 'it is reduced' momus 0 reduce -j 1 --run "$run" 1
check 'in the way in which it was made' grep -q 'known by how it was made' "$tmp/out"
check 'there is less of it' test "$(wc -c <"$folder/reduced.smt2")" -lt $(($(wc -c <"$folder/bug.smt2") / 2))
check 'the lie is there' grep -q 'sat' <("$tmp/liar" "$folder/reduced.smt2")
check 'and nothing of the other seed that is not needed' is_not grep -q '12\|13' "$folder/reduced.smt2"
check 'how it was made lies beside it' "$MOMUS" fmt --check --quiet "$folder/recipe.smt2"
momus 0 show 1 --run "$run"
check 'it is no more certain than it was' grep -q 'probable, by label' "$tmp/out"
tr -s ' \n' '  ' <"$tmp/out" >"$tmp/words"
check 'the evidence says what it asserts' grep -q 'it asserts (= ' "$tmp/words"
check 'whose label it rests on' grep -q ' status says unsat' "$tmp/words"
check 'and who knows what is left of the seeds' grep -q 'of which other says so\|by the label of what it was made of' "$tmp/words"
check 'the original is there' grep -q '12' "$folder/bug.smt2"

# -- gone on with ----------------------------------------------------------------------------------

again=$(ls -d "$tmp"/again/findings/0001-*)
cp "$folder/recipe.smt2" "$again/recipe.smt2"
check 'the best recipe so far' momus 0 reduce -v --run "$tmp/again" 1
check 'is where it goes on' is_not grep -q ': step 1:' "$tmp/err"
check 'and ends' cmp "$folder/reduced.smt2" "$again/reduced.smt2"

# -- seeds that are gone, and come back ------------------------------------------------------------

mv "$tmp/seeds" "$tmp/elsewhere"
cp -r "$tmp/lost" "$tmp/moved"
lacks_seeds='the seed with the hash [0-9a-f]* (.*/seeds/.*) is not found'
check 'without its seeds it cannot be' momus 6 reduce --run "$tmp/lost" 1
check 'and it is said why' grep -q "$lacks_seeds" "$tmp/err"

# resume FOLDER SEEDS: the campaign goes on in the background, from another working folder.
resume() {
    cd "$tmp" || exit 2
    "$MOMUS" fuzz -j 1 -T 600 --strategy fusion --way spawn --reduce 100 --run "$1" \
        "${solvers[@]}" "$2" >"$tmp/log" 2>&1 </dev/null &
    pid=$!
    cd "$TOP" || exit 2
}
tells() { "$MOMUS" show 1 --run "$tmp/lost" | tr -s ' \n' '  ' | grep -q "$1"; }
end() { kill -INT $pid && wait $pid; }
mkdir "$tmp/others"
sed 's/12/14/' "$tmp/elsewhere/b.smt2" >"$tmp/others/c.smt2"
sed 's/13/15/' "$tmp/elsewhere/b.smt2" >"$tmp/others/d.smt2"
resume "$tmp/lost" others
check 'nor can a campaign with other seeds, which says so' soon tells "not reduced it is known by how it was made, and $lacks_seeds"
end
for other in "$tmp"/{lost,moved}/findings/0001-*; do cp "$folder/recipe.smt2" "$other"; done # it is quicker
resume "$tmp/lost" elsewhere
check 'the next one that has them tries again' soon grep -q '^finding 1 is reduced' "$tmp/log"
end
check 'to the same end' cmp "$folder/reduced.smt2" "$tmp"/lost/findings/0001-*/reduced.smt2
(cd "$tmp" && momus 0 fuzz -j 1 -n 1 --strategy fusion --way spawn --reduce 0 --run moved "${solvers[@]}" elsewhere)
check 'the run knows where they are now' momus 0 reduce -j 1 --run "$tmp/moved" 1
check 'and it is reduced as before' cmp "$folder/reduced.smt2" "$tmp"/moved/findings/0001-*/reduced.smt2

sum
