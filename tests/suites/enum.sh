#!/bin/bash
# momus enum and the strategies et and edit as users meet them: the form of words, indices, sizes, counts per
# size as they are kept in tests/golden/enum, mistakes in grammars, and that momus accepts the first
# words of each of its grammars (WORDS of them, 300; tests/solvers/enum_accepted.sh has more).
set -u
cd "${TOP:?}" || exit 2
tmp=${TMPDIR:?}
passed=0 failed=0
words=${WORDS:-300}

check() {
    local name=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $name"; fi
}

# momus STATUS ARGUMENT...: runs it, with its output in out and err.
momus() {
    local wanted=$1 status
    shift
    "$MOMUS" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    status=$?
    [ $status -eq "$wanted" ] || { echo "momus $*: status $status"; head -n 5 "$tmp/err"; return 1; }
}

says() {
    grep -qF -e "$2" "$tmp/$1" || { echo "'$2' is not in $1:"; head -n 5 "$tmp/$1"; return 1; }
}

# -- words ----------------------------------------------------------------------------------------

check 'ten words without a count' momus 0 enum core
check 'one in a line' test "$(wc -l <"$tmp/out")" -eq 10
check 'tokens have one blank between' \
    says out '(declare-const a Bool ) (declare-const b Bool ) (assert true ) (check-sat)'
"$MOMUS" enum core --count 100 >"$tmp/all"
check 'an index gives the word of the sequence' momus 0 enum core --from 57 --count 1
check 'and no other' test "$(cat "$tmp/out")" = "$(sed -n 58p "$tmp/all")"
check 'a size has all its words' momus 0 enum core --size 6
check 'and no others' test "$(cat "$tmp/out")" = "$(sed -n 9,92p "$tmp/all")"
check '--from counts within a size' momus 0 enum core --size 6 --from 83
check 'up to the last' test "$(cat "$tmp/out")" = "$(sed -n 92p "$tmp/all")"
check 'beyond it there is none' momus 0 enum core --size 6 --from 84
check 'and nothing is printed' test ! -s "$tmp/out"
check 'indices may be powers' momus 0 enum ints --from 10^275 -n 3
"$MOMUS" enum ints --from "1$(printf '%0275d' 1)" -n 1 >"$tmp/next"
check 'far words follow each other' test "$(sed -n 2p "$tmp/out")" = "$(cat "$tmp/next")"
check 'the same random words again' test \
    "$("$MOMUS" enum ints --random --seed 3)" = "$("$MOMUS" enum ints --random --seed 3)"
check 'others by another seed' test \
    "$("$MOMUS" enum ints --random --seed 3)" != "$("$MOMUS" enum ints --random --seed 4)"
momus 0 enum ints --size 8 >/dev/null
sort "$tmp/out" >"$tmp/of8"
"$MOMUS" enum ints --size 8 --random -n 100 | sort -u >"$tmp/drawn"
check 'random words of a size are of that size' test -z "$(comm -13 "$tmp/of8" "$tmp/drawn")"
check 'a pipe that closes ends it' test "$("$MOMUS" enum core --count 0 | head -n 3 | wc -l)" -eq 3
check '--canonical leaves words out' momus 0 enum core --canonical --size 6
check 'one of each is left' test "$(wc -l <"$tmp/out")" -eq 38
check '--list names grammars' momus 0 enum --list
check 'with what they are' says out 'Formulas of strings'

for name in core ints reals realints bitvectors arrays fp strings; do
    momus 0 enum $name --stat --size 24
    check "$name: counts per size" cmp "$tmp/out" "tests/golden/enum/$name.counts"
done

# -- grammars of the user's ------------------------------------------------------------------------

printf "grammar G;\nstart: x y? | 'end'; // c\nx: 'a' | 'b';\ny: ('c' | x)+;\n" >"$tmp/g.g4"
check 'a file' momus 0 enum "$tmp/g.g4" -n 4
check 'its words' test "$(tr '\n' ',' <"$tmp/out")" = 'end,a,b,a c,'
check 'standard input' test "$("$MOMUS" enum - -n 1 <"$tmp/g.g4")" = end
printf "start: x | 'a';\nx: 'a';\n" >"$tmp/twice.g4"
check 'words that come twice' momus 0 enum "$tmp/twice.g4"
check 'are warned about' says err "$tmp/twice.g4: warning: words 0 and 1 are the same"
check 'unless it is quiet' momus 0 enum -q "$tmp/twice.g4"
check 'then nothing is said' test ! -s "$tmp/err"
printf "start: 'a'\n  | b;\n" >"$tmp/bad.g4"
check 'a mistake' momus 3 enum "$tmp/bad.g4"
check 'has line and column' says err "$tmp/bad.g4:2:5: error: there is no rule 'b'"
check 'no such file' momus 3 enum "$tmp/none.g4"
check 'is told' says err "$tmp/none.g4"
declares='(declare-const a Int)(declare-const b Int)'
printf "start: '$declares' '(assert (=' 'b' 'a' '))';\n" >"$tmp/only.g4"
check 'a class without its least word' momus 0 enum "$tmp/only.g4" --canonical
check 'has a word all the same' test "$(cat "$tmp/out")" = "$declares (assert (= b a ))"
check 'also at random, and it ends' momus 0 enum "$tmp/only.g4" --canonical --random --count 2
check 'with the one' test "$(cat "$tmp/out")" = "$declares (assert (= b a ))"
check 'and says why' says err '100000 draws in a row gave nothing new'
printf "start: '$declares' '(assert (<' t '0))'; t: 'b' | '(+' '1' t ')' | '(+' t '1' ')';\n" >"$tmp/b.g4"
check 'classes without end' momus 0 enum "$tmp/b.g4" --canonical --count 3
check 'come once each' test "$(tr -d ' \n' <"$tmp/out" | sed "s/$(tr -d ' ' <<<"$declares")/,/g")" = \
    ',(assert(<b0)),(assert(<(+1b)0)),(assert(<(+1(+1b))0))'
check 'no grammar at all' momus 2 enum
check 'a bad index' momus 2 enum core --from 1e5
check 'is told, too' says err "--from wants a number such as 17 or 10^275, not '1e5'"
printf "start: 'a' x; x: 'b' | 'c';\n" >"$tmp/finite.g4"
momus 0 enum "$tmp/finite.g4" --stat
check 'finite grammars end' says out 'these are all words'
check 'words behind the last' momus 0 enum "$tmp/finite.g4" --from 10^9
check 'are missed aloud' says err "there are no such words"
check 'a size without words' momus 0 enum core --size 3
check 'is told, too' says err "there are no such words of size 3"
printf "start: start 'x' | 'y';\n" >"$tmp/thin.g4" # a word of each size: the 100,000th is long
check 'few words of each size' momus 0 enum "$tmp/thin.g4" -n 3
check 'are there at once' test "$(tr '\n' ',' <"$tmp/out")" = 'y,y x,y x x,'
check 'counts go with a size only' momus 2 enum core --stat --random
check 'no grammar has this name' momus 3 enum nonsense
check 'where names are is told' says err "momus enum --list"

# -- the strategy et -------------------------------------------------------------------------------

momus 0 mutate --strategy et -n 1700
check 'grammars take turns' grep -q 'id=et:-:0:8:' "$tmp/out"
check 'nothing is known of their truth' says out 'truth=unknown'
momus 0 mutate --strategy et --grammar ints --grammar "$tmp/g.g4" -n 250
check 'what is no script is dropped, and counted' says err 'tests dropped'
momus 0 mutate --strategy et --grammar ints --from 10^20 -n 205
id=$(sed -n 's/^; momus id=\([^ ]*\) .*/\1/p' "$tmp/out" | tail -n 1)
sed -n "/id=$id /,\$p" "$tmp/out" >"$tmp/last"
check 'an id makes its test again' momus 0 mutate --grammar ints --from 10^20 --id "$id"
check 'byte by byte' cmp "$tmp/out" "$tmp/last"
check 'not with another grammar' momus 3 mutate --grammar reals --from 10^20 --id "$id"
check 'a bad grammar' momus 3 mutate --strategy et --grammar "$tmp/bad.g4"
check 'has its line here, too' says err "$tmp/bad.g4:2:5: error"

for name in $("$MOMUS" enum --list | cut -d' ' -f1); do
    "$MOMUS_RELEASE" mutate --strategy et --grammar "$name" -n "$words" >/dev/null 2>"$tmp/err"
    check "$name: momus accepts its first words" test ! -s "$tmp/err"
done

# -- the strategy edit -----------------------------------------------------------------------------

check 'edit: whatever claims to be sat has a witness that is true' \
    momus 0 mutate --strategy edit --check -n 300 --seed 2
check 'edit: nothing is dropped' test ! -s "$tmp/err"
check 'edit: both truths' test "$(grep -o 'truth=[a-z]*' "$tmp/out" | sort -u | xargs)" = 'truth=sat truth=unsat'
cp "$tmp/out" "$tmp/edits"
id=$(sed -n 's/^; momus id=\([^ ]*\) .*/\1/p' "$tmp/edits" | tail -n 1)
sed -n "/id=$id /,\$p" "$tmp/edits" >"$tmp/last"
check 'edit: an id makes its test again' momus 0 mutate --id "$id"
check 'edit: byte by byte' cmp "$tmp/out" "$tmp/last"
check 'edit: short words' momus 0 mutate --strategy edit --length 1 --distance 2 -n 200
check 'edit: not farther apart' test "$(grep -o 'distance [0-9]*' "$tmp/out" | sort -u | xargs)" = \
    'distance 0 distance 1 distance 2'
# with one letter and two edits, no word has more than three
check 'edit: not longer' test "$(grep -Ec '"([a-z0-9]|\\u\{[0-9a-f]*\}){4}' "$tmp/out")" -eq 0
id=$(sed -n 's/^; momus id=\([^ ]*\) .*/\1/p' "$tmp/out" | tail -n 1)
check 'edit: an id with its settings' momus 0 mutate --length 1 --distance 2 --id "$id"
check 'edit: not with others' momus 3 mutate --length 1 --id "$id"
check 'edit: a distance for others' momus 2 mutate --strategy et --distance 2
check 'edit: a length beyond all' momus 2 mutate --strategy edit --length 17
check 'edit: says how long' says err '--length wants a number from 1 to 16'
check 'edit: no distance at all' momus 2 mutate --strategy edit --distance 0
check 'edit: what is usual needs no words' test "$("$MOMUS" mutate --strategy edit --length 9 --distance 6 -n 3)" = \
    "$("$MOMUS" mutate --strategy edit -n 3)"

# -- a campaign without seeds ------------------------------------------------------------------------

if command -v z3 >/dev/null; then
    momus 0 fuzz -q --strategy et --grammar core --way push-pop -n 300 -j 2 -s z3 --run "$tmp/run"
    momus 0 fuzz -q --strategy et --grammar core --way push-pop -n 500 -j 2 -s z3 --run "$tmp/run"
    check 'a campaign resumes where it stopped' \
        test "$(grep -o '"tests": *[0-9]*' "$tmp/run/stats.json" | head -n 1 | grep -o '[0-9]*')" -eq 500
    check 'not with another grammar' \
        momus 2 fuzz -q --strategy et --grammar ints --way push-pop -n 600 -j 2 -s z3 --run "$tmp/run"
else
    echo 'skip: there is no z3'
fi

# A solver that notes what it is asked.
# shellcheck disable=SC2016
printf 'md5sum <"$2" >>"$1"\necho unknown\n' >"$tmp/note.sh"
asked() { # TESTS: as a whole campaign, or the rest of one
    momus 0 fuzz -q --schedule fair --strategy et --grammar ints --way spawn --self-checks 0 -n "$1" -j 2 \
        -s "note=/bin/sh $tmp/note.sh $tmp/notes {file}" --run "$2"
}
check 'a campaign' asked 60 "$tmp/halves"
check 'goes on' asked 130 "$tmp/halves"
mv "$tmp/notes" "$tmp/notes.halves"
check 'as one that was not stopped' asked 130 "$tmp/whole"
# what every solver is asked once in a campaign, (assert true), comes twice
check 'no word twice' test "$(sort "$tmp/notes.halves" | uniq -d | wc -l)" -le 1
check 'and the same words' test "$(sort -u "$tmp/notes.halves" | md5sum)" = "$(sort -u "$tmp/notes" | md5sum)"
check 'all of them' test "$(sort -u "$tmp/notes" | wc -l)" -eq 131
check 'strategies that need seeds say so' momus 2 fuzz --strategy fusion -s z3

# Tests that are made again, by a worker for its finding and by momus replay, are those of the settings.
edits() { # STATUS ARGUMENT...
    momus "$1" fuzz -q --strategy edit --way spawn --reduce 0 -j 1 -n 30 \
        -s 'no=/bin/sh -c "echo unsat" {file}' --run "$tmp/edits.run" "${@:2}"
}
check 'a campaign with short words' edits 10 --length 2 --distance 1
check 'its findings have witnesses' says out 'proven      witness'
check 'and are made again' momus 10 replay 1 --run "$tmp/edits.run"
check 'from the witness' says out 'the witness that the test was made with'
check 'no other words on the way' edits 2 --length 2 --distance 2
check 'says why' says err 'the run was begun with another --distance'
check 'words are for edit' momus 2 fuzz --strategy et --length 2 -s 'no=/bin/true' --run "$tmp/no.run"
check 'grammars are for et' momus 2 fuzz --strategy edit --grammar ints -s 'no=/bin/true' --run "$tmp/no.run"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
