#!/bin/bash
# momus replay --bisect: in which versions of a solver a finding shows. The versions are small
# programs of this suite that lie, tell the truth, or have no answer; and releases of z3 from npm,
# where they are installed.
cd "${TOP:?}" && . tests/suites/helpers.bash || exit 2
data=${XDG_DATA_HOME:-${HOME:-/nonexistent}/.local/share}

says() { grep -q -- "$1" "$tmp/out"; }

# version NAME NUMBER WORD [FAMILY]: a version of the liar, or of FAMILY, which says WORD to all but the
# seed; where that is nothing, it does not start.
mkdir -p "$XDG_CONFIG_HOME/momus/solvers"
version() {
    local program=$tmp/$1
    if [ -n "$3" ]; then
        cat >"$program" <<END
#!/bin/sh
[ "\$1" != --version ] || { echo "liar version $2"; exit; }
echo "\$1" >>"$tmp/asked"
if grep -q 'or (< x 3) (> y 4)\|assert true' "\$1"; then echo sat; else echo $3; fi
END
        chmod +x "$program"
    fi
    cat >"$XDG_CONFIG_HOME/momus/solvers/$1.solver" <<END
(solver $1 (family ${4:-liar}) (spawn "$program" "{file}") (version "$program" "--version"))
END
}

version liar 3.5 unsat
version honest 1.0 sat honest
# a whole number as its name: from 1 to 5 they lie, 6 does not start, 7 refuses, from 8 on they are mended
for i in 1 2 3 4 5; do version "v$i" "3.$i" unsat; done
version v6 3.6 ''
version v7 3.7 '"(error \"unsupported\")"'
for i in 8 9 10 11 12; do version "v$i" "3.$i" sat; done
version wavers 3.13 unsat
# shellcheck disable=SC2016 # it is for its script
version slow 3.14 '$(sleep 20)'
# two that no profile knows, and that tell no number
solver new <<'END'
[ "$1" != --version ] || exit 0
if grep -q 'or (< x 3) (> y 4)\|assert true' "$1"; then echo sat; else echo unsat; fi
END
solver old <<'END'
[ "$1" != --version ] || exit 0
echo sat
END

mkdir -p "$tmp/seeds"
cat >"$tmp/seeds/a.smt2" <<'END'
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (or (< x 3) (> y 4)))
(check-sat)
END
run=$tmp/run
# one test: further ones that show the same would be asked about, too, where it is mended
check 'a campaign finds the lie' momus 10 fuzz -q -s honest -s liar --strategy opfuzz -n 1 \
    -j 1 --run "$run" "$tmp/seeds"
momus 0 findings --run "$run" --json
check 'which is proven' says '"confidence": "proven"'
check 'and not bisected as yet' says '"fixed": null'
n=$(sed -n 's/^    "id": \([0-9]*\),/\1/p' "$tmp/out" | head -1)

all=()
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do all+=(-s "v$i"); done

rm -f "$tmp/asked"
check 'it is fixed in the newest version' momus 0 replay "$n" --bisect --run "$run" "${all[@]}"
check 'the range is told' says 'fails up to 3.5; fixed in v12'
check 'what was not asked, too' says 'asked, by halving'
check 'and what cannot be' says '; of 2 versions it cannot be told'
check 'not all are asked' grep -q 'v3 *not asked' "$tmp/out"
check 'nor everybody else' test "$(wc -l <"$tmp/asked")" -le 14

momus 0 findings --run "$run"
check 'the list says that it is fixed' says '  fixed '
momus 0 findings --run "$run" --json
check 'so does JSON' says '"fixed": true'
check 'with the range' says '"fails_in": "up to 3.5"'
check 'which is part of the fingerprint' says '"fingerprint": "refutation-soundness:liar:.* in up to 3.5"'
momus 0 show "$n" --run "$run"
check 'so does the finding' says '^  state *fixed in v12$'
check 'it tells the range' says '^  versions *fails up to 3.5; fixed in v12$'
check 'with each version' says '^  v6 *cannot be told *does not start'
momus 0 show "$n" --run "$run" --json
check 'for programs, too' says '"result": "cannot be told"'
check 'its report has it' grep -q '^It fails up to 3.5; fixed in v12\.$' "$run"/findings/*/report.md
check 'and near its title' grep -q '^| State | fixed in v12 |$' "$run"/findings/*/report.md
momus 0 report --run "$run" --format junit -o -
check 'it is no failure to those who count' says '<testsuite [^>]*failures="0" errors="0" '
momus 0 report --run "$run" --format sarif -o -
check 'nor an error' says '"level": "note"'
momus 0 report --run "$run" -o "$tmp/out.html"
check 'the page says the same' grep -q '<td>fixed in v12</td>' "$tmp/out.html"
check 'and so has the page' grep -q '<caption>versions: fails up to 3.5; fixed in v12</caption>' "$tmp/out.html"

# -- what comes and goes ------------------------------------------------------------------------

check 'the newest fails again' momus 10 replay "$n" --bisect --run "$run" "${all[@]}" -s wavers
check 'so it comes and goes' says 'fails up to 3.5, from 3.13; not monotone: it comes and goes'
momus 0 findings --run "$run" --json
check 'and is not fixed' says '"fixed": false'
check 'versions with numbers may come in any order' momus 0 replay "$n" --bisect --run "$run" -s v12 -s v3 -s v9 -s v1
check 'they are put in order' test "$(awk '$1 ~ /^v[0-9]/ {print $1}' "$tmp/out" | tr '\n' ' ')" = 'v1 v3 v9 v12 '
check 'also if one of them does not start' momus 0 replay "$n" --bisect --run "$run" -s v12 -s v6 -s v3 -s gone="$tmp/gone {file}"
check 'and the range is as it was' says 'fails up to 3.3; fixed in v12'
check 'every version can be asked for' momus 0 replay "$n" --bisect --every --run "$run" "${all[@]}"
check 'then none is left out' test "$(grep -c 'not asked\|halving' "$tmp/out")" = 0
check 'JSON is for programs' momus 10 replay "$n" --bisect --run "$run" --json -s v9 -s v1 -s wavers
check 'and says so, too' says '"monotone": false'
check 'commands are versions as well' momus 10 replay "$n" --bisect --run "$run" \
    -s "old=$tmp/old {file}" -s "new=$tmp/new {file}"
check 'in the order in which they are given' says 'fails from new'
check 'all of them at once' momus 0 replay --all --bisect --run "$run" -q "${all[@]}"
check 'those that cannot be asked say nothing' momus 6 replay "$n" --bisect --run "$run" -s v6 -s v7
check 'neither of which is a result' says '^  no version fails or holds; of 2 versions it cannot be told$'
momus 6 replay "$n" --bisect --run "$run" --json -s v6 -s v7
check 'nor for programs: what was known stays' says '"fixed_in": "v12"'
check 'where nobody starts, it is the solvers' momus 4 replay "$n" --bisect --run "$run" -s v6
version young 3.20 unsat
version grown 3.21 sat
later=$tmp/later
check 'a lie of a newer version' momus 10 fuzz -q -s honest -s young --strategy opfuzz -n 1 -j 1 --run "$later" "$tmp/seeds"
check 'is not mended in older ones' momus 0 replay 1 --bisect --run "$later" -s v8 -s v12
check 'they do not show it' says '^  fails in no version that could be asked$'
check 'nor where it came and went before' momus 0 replay 1 --bisect --run "$later" -s v1 -s v12
check 'which was then' says '^  fails up to 3.1$'
check 'but in a newer one' momus 0 replay 1 --bisect --run "$later" -s v12 -s grown
check 'it is' says '; fixed in grown$'
check 'nor do those that take too long' momus 0 replay "$n" --bisect --run "$run" -t 1 -s v9 -s slow
check 'so nothing is mended in them' says 'fixed in v9; of 1 version it cannot be told'
check 'all versions again' momus 0 replay "$n" --bisect --run "$run" "${all[@]}"
for name in v1 v7; do mkdir "$tmp/as-$name" && cp "$tmp/$name" "$tmp/as-$name/liar"; done
check 'a refusal is no answer' momus 6 replay "$n" --run "$run" -s "liar=$tmp/as-v7/liar {file}"
check 'nor a sign that it is mended' says ': cannot be told: liar: refused (liar: refused)$'
check 'over all, too' momus 6 replay --all --run "$run" -s "liar=$tmp/as-v7/liar {file}"
check 'it is counted apart' says '^[1-9][0-9]* findings* asked: 0 still fail, 0 do not, [1-9][0-9]* cannot be told$'
check 'programs are told' momus 6 replay "$n" --run "$run" --json -s "liar=$tmp/as-v7/liar {file}"
check 'with the reason' says '"reason": "liar: refused"'
check 'and the result' says '"result": "cannot be told"'
check 'where one fails, that counts' momus 10 replay "$n" --run "$run" -s "liar=$tmp/as-v7/liar {file}" -s "liar=$tmp/as-v1/liar {file}"
momus 0 findings --run "$run" --json
check 'and what was known stays' says '"fails_in": "up to 3.5"'

# -- what starts a solver is not the solver -----------------------------------------------------------

check 'versions may be started by something else' momus 0 replay "$n" --bisect --every --run "$run" \
    -s "c=env A=b $tmp/v12 {file}" -s "b=timeout -s KILL 50 $tmp/v9 {file}" -s "a=env nice $tmp/v1 {file}"
check 'they are put in order by their own numbers' test "$(awk '$1 ~ /^[abc]$/ {print $1}' "$tmp/out" | tr '\n' ' ')" = 'a b c '
check 'which are told' says '^  b  *holds  *sat  *liar version 3.9$'
check 'and the range is by them' says 'fails up to 3.1; fixed in c, first in b$'
momus 0 show "$n" --run "$run"
check 'with the first that holds, which the finding keeps' says '^  versions *fails up to 3.1; fixed in c, first in b$'
check 'a wrapped solver of another family is no version' momus 2 replay "$n" --bisect --run "$run" -s v1 \
    -s "c=env A=b $tmp/honest {file}"
check 'that is said' grep -q '^momus: error: --bisect: c is of the family honest, and no version of who is at fault: liar$' "$tmp/err"
check 'where nobody can tell what is started' momus 10 replay "$n" --bisect --every --run "$run" \
    -s v9 -s "hidden=sh -c '$tmp/v1 \$0' {file}"
check 'it has no version, and its place is as given' says '^  hidden  *fails  *unsat *$'

# -- what is the same crash --------------------------------------------------------------------------

# fragile NAME NUMBER: a version of a solver that does what standard input says to all but the seed.
fragile() {
    { cat <<END; cat; } >"$tmp/$1"
#!/bin/sh
[ "\$1" != --version ] || { echo "fragile version $2"; exit; }
if grep -q 'or (< x 3) (> y 4)\|assert true' "\$1"; then echo sat; exit; fi
END
    chmod +x "$tmp/$1"
    cat >"$XDG_CONFIG_HOME/momus/solvers/$1.solver" <<END
(solver $1 (family fragile) (crash "Fatal failure") (spawn "$tmp/$1" "{file}") (version "$tmp/$1" "--version"))
END
}
# says that a condition does not hold at a line of a function, and ends
fails_at() { printf 'printf "Fatal failure within %s at %s\\nCheck failure\\n\\n %s\\n" >&2\nkill -ABRT $$\n' "$@"; }
fails_at 'void a::b::check(int)' src/core.cpp:120 'd_x < 3' | fragile fragile 2.2
fails_at 'void check(long)' lib/core.cpp:97 'd_x < 4' | fragile c1 2.1
fails_at 'void a::check(int)' src/core.cpp:133 'd_x < 3' | fragile c3 2.3
fails_at 'void a::check(int)' src/core.cpp:140 'd_other' | fragile c4 2.4
fails_at 'void a::build(int)' src/core.cpp:90 'd_x < 3' | fragile c5 2.5
# shellcheck disable=SC2016 # it is for its script
echo 'kill -SEGV $$' | fragile c6 2.6
echo 'echo unknown' | fragile c7 2.7
crashes=$tmp/crashes
check 'a campaign finds a crash' momus 10 fuzz -q -s honest -s fragile --strategy opfuzz -n 1 -j 1 --run "$crashes" "$tmp/seeds"
momus 0 findings --run "$crashes" --json
check 'by its place' says '"fingerprint": "crash:fragile:core.cpp:120"'
check 'it is the same where lines have moved' momus 0 replay 1 --bisect --every --run "$crashes" -s c1 -s fragile -s c3 -s c4 -s c5 -s c6 -s c7
for i in c1 fragile c3; do check "as in $i" says "^  $i *fails  "; done
for i in c4 c5 c6; do check "another crash is another failure, as in $i" says "^  $i *fails otherwise  *crash "; done
check 'what is no crash holds' says '^  c7 *holds *unknown'
check 'and only that is fixed' says '^  fails up to 2.3; fixed in c7; 3 versions fail otherwise$'
check 'where the newest fails otherwise, it is not fixed' momus 10 replay 1 --bisect --run "$crashes" -s c3 -s c6
check 'and not said to fail as before' says '^  fails in every version that could be asked; 1 version fails otherwise$'
momus 0 show 1 --run "$crashes" --json
check 'programs are told' says '"result": "fails otherwise"'
check 'if all fail otherwise, nothing is known' momus 6 replay 1 --bisect --run "$crashes" -s c4 -s c6
check 'a replay knows the same crash again' momus 10 replay 1 --run "$crashes" -s c3
check 'and says so' says '^1  crash  fragile: still fails'
check 'and another one' momus 10 replay 1 --run "$crashes" -s c5
check 'and says that, too' says '^1  crash  fragile: fails otherwise: crash'
momus 0 replay 1 --bisect --run "$crashes" -s c3 -s c7
momus 0 show 1 --run "$crashes"
check 'it is fixed' says '^  state *fixed in c7$'
check 'what the old version shows again' momus 0 fuzz -q -s honest -s fragile --strategy opfuzz -n 3 -j 1 --reduce 0 --run "$crashes" "$tmp/seeds"
momus 0 show 1 --run "$crashes"
check 'is fixed still' says '^  state *fixed in c7$'
fails_at 'void a::b::check(int)' src/core.cpp:120 'd_x < 3' | fragile fragile 2.9
check 'what a newer one shows' momus 0 fuzz -q -s honest -s fragile --strategy opfuzz -n 6 -j 1 --reduce 0 --run "$crashes" "$tmp/seeds"
momus 0 show 1 --run "$crashes"
check 'is not' says '^  state *open$'
check 'and was seen again' is_not says '^  seen *1 time'
signals=$tmp/signals
check 'a campaign finds a signal' momus 10 fuzz -q -s honest -s c6 --strategy opfuzz -n 1 -j 1 --run "$signals" "$tmp/seeds"
check 'which is known by its number' momus 0 replay 1 --bisect --every --run "$signals" -s c6 -s c3 -s c7
check 'and another one is another' says '^  c3 *fails otherwise '
cp "$tmp/c6" "$tmp/breaks"
check 'a wrong answer is not a crash' momus 10 replay "$n" --bisect --every --run "$run" -s v1 -s "liar=$tmp/breaks {file}"
check 'nor is it mended by one' says '^  fails in every version that could be asked; 1 version fails otherwise$'

# -- tests that are bugs of their own --------------------------------------------------------------

many=$tmp/many
check 'a longer campaign' momus 10 fuzz -q -s honest -s liar --strategy opfuzz -n 100 -j 1 --reduce 0 \
    --run "$many" "$tmp/seeds"
momus 0 findings --run "$many" --json
twice=$(tr -d ' \n' <"$tmp/out" | grep -oE '"id":[0-9]+,[^{]*"count":[0-9]+' | grep -v '"count":1$' | sed 's/"id":\([0-9]*\).*/\1/' | head -8)
n_triggers() { "$MOMUS" show "$1" --run "$many" --json | grep -c '^    "opfuzz:'; }
# A version that has mended the test of a finding, and nothing else. Some of the other tests are the same
# formula again: then there is nothing left.
mended() {
    local assertion before
    assertion=$(grep '(assert' "$many/findings/$(printf %04d "$1")"-*/bug.smt2)
    version half 3.20 unsat
    sed -i "s|^if grep .*|if grep -qF '$assertion' \"\$1\"; then echo sat; else echo unsat; fi|" "$tmp/half"
    before=$(n_triggers "$1")
    timeout 60 "$MOMUS" replay "$1" --bisect --run "$many" -s v1 -s half >"$tmp/out" 2>"$tmp/err"
    [ $? -eq 10 ] && says "^$1: another test of it still fails in half, and is finding " &&
        says '  fails in every version that could be asked' && [ "$(n_triggers "$1")" -lt "$before" ]
}
one_of_them() {
    local m
    for m in $twice; do ! mended "$m" || return 0; done
    return 1
}
if [ -n "$twice" ]; then
    check 'a test that a version has not mended is a finding of its own' one_of_them
else
    skip 'no finding was seen twice'
fi

# -- whose versions ------------------------------------------------------------------------------

# Two liars in one run, each with a finding; the other one has mended nothing.
version other 7.1 unsat other
version other2 7.2 unsat other
both=$tmp/both
check 'a campaign with two liars' momus 10 fuzz -q -s honest -s liar -s other -s "plain=$tmp/old {file}" \
    --strategy opfuzz -n 1 -j 1 --reduce 0 --run "$both" "$tmp/seeds"
number_of() {
    "$MOMUS" findings --run "$both" --json | tr -d ' \n' | grep -oE '"id":[0-9]+,[^{]*"at_fault":\["[a-z]*"' |
        grep "\"$1\"" | sed 's/"id":\([0-9]*\).*/\1/'
}
of_liar=$(number_of liar) of_other=$(number_of other)
check 'and each has a finding' test -n "$of_liar" -a -n "$of_other"
check 'another solver is no version' momus 2 replay "$of_other" --bisect --run "$both" -s v12
check 'that is said' grep -q '^momus: error: --bisect: v12 is of the family liar, and no version of who is at fault: other$' "$tmp/err"
momus 0 show "$of_other" --run "$both" --json
check 'and nothing is kept' says '"fails_in": null'
check 'nor is it one among others' momus 2 replay "$of_other" --bisect --run "$both" -s other -s v12
check 'nor by another name' momus 2 replay "$of_other" --bisect --run "$both" -s "other=v12"
check 'nor a command that the run knows otherwise' momus 2 replay "$of_other" --bisect --run "$both" -s other -s "mine=$tmp/old {file}"
check 'nor by the name that it has there' momus 2 replay "$of_other" --bisect --run "$both" -s other -s "plain=$tmp/new {file}"
check 'each finding wants a version' momus 2 replay "$of_liar" "$of_other" --bisect --run "$both" -s v1
check 'that is said, too' grep -q "^momus: error: --bisect: finding $of_other is about other: no version of it is named by -s$" "$tmp/err"
check 'each is bisected over its own' momus 10 replay "$of_liar" "$of_other" --bisect --run "$both" -s v1 -s other -s v12 -s other2
check 'the one' says '  fails up to 3.1; fixed in v12$'
check 'and the other' says '  fails in every version that could be asked$'
check 'a table has no stranger' test "$(grep -cE '^  (v1|v12|other|other2) ' "$tmp/out")" = 4
check 'over all, what is about others is passed over' momus 0 replay --all --bisect --run "$both" -s v1 -s v12
check 'and that is said' says "^$of_other  refutation-soundness  other: not asked: none of these solvers is known to be a version of it$"
momus 0 show "$of_other" --run "$both"
check 'what was known of it stays' says '^  versions *fails in every version'
check 'a command that nobody knows is a version of no one there' momus 2 replay --all --bisect --run "$both" -s "new=$tmp/new {file}"
check 'and to ask nobody is no good news' momus 6 replay --all --run "$both" -s honest
check 'unless it is called so' momus 10 replay --all --bisect --run "$both" -s "other=$tmp/new {file}"
check 'then it is' says '^  other *fails '

# -- wrong usage ---------------------------------------------------------------------------------

check 'versions are needed' momus 2 replay "$n" --bisect --run "$run"
check 'and a finding that is there' momus 3 replay 999 --bisect --run "$run" -s v1
check 'every version is for bisecting' momus 2 replay "$n" --every --run "$run"

# -- releases of z3 ------------------------------------------------------------------------------

releases=()
for folder in "$data"/momus/solvers/z3@*; do
    [ ! -d "$folder" ] || releases=(-s "${folder##*/}") # one will do
done
if [ ${#releases[@]} -eq 2 ] && command -v node >/dev/null; then
    # a program of that name is one of its family, wherever it lies
    mkdir "$tmp/as-z3" && sed 's/liar version 3.5/Z3 version 1.2.3/' "$tmp/liar" >"$tmp/as-z3/z3" && chmod +x "$tmp/as-z3/z3"
    momus 10 fuzz -q -s honest -s "z3=$tmp/as-z3/z3 {file}" --strategy opfuzz -n 1 -j 1 --run "$tmp/z3" "$tmp/seeds"
    check 'releases of z3 are versions, too' momus 0 replay 1 --bisect --run "$tmp/z3" -s "old=$tmp/as-z3/z3 {file}" "${releases[@]}"
    check 'and have mended the lie' says 'fails up to 1.2.3; fixed in z3@'
    check 'of nobody else' momus 2 replay "$n" --bisect --run "$run" -s v1 "${releases[@]}"
else
    skip 'no release of z3 from npm is installed'
fi

echo
sum
