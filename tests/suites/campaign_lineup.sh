#!/bin/bash
# Campaigns and how solvers are asked: what shows only in a session, what shows only under
# options, what solvers notice themselves, and what they reject. By the release build, as most of it is
# asking: suite/campaign and others run campaigns under sanitizers.
cd "${TOP:?}" && . tests/suites/helpers.bash || exit 2
MOMUS=${MOMUS_RELEASE:?}

number() { sed -n "s/^  \"$2\": \([0-9]*\).*/\1/p" "$1/stats.json" 2>/dev/null; }
fuzz() { # STATUS RUN STEPS WORD...
    local status=$1 run=$2 chain=$3
    shift 3
    momus "$status" fuzz --reduce 0 --chain "$chain" --schedule fair --strategy opfuzz,fusion -t 10 --seed 1 --run "$run" "$@" "$tmp/seeds"
}

if ! command -v z3 >/dev/null; then
    echo 'skipped: z3 is not there'
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi

mkdir -p "$XDG_CONFIG_HOME/momus/solvers" "$tmp/seeds"
liar=$TOP/build/fake/liar
profile() { # NAME N FIELD...
    local name=$1 n=$2
    shift 2
    cat >"$XDG_CONFIG_HOME/momus/solvers/$name.solver" <<PROFILE
(solver $name
  (spawn   "$liar" "$n" "z3" "-in" "--" "{file}")
  (session "$liar" "$n" "z3" "-in")
  (version "$liar")
  (clear   reset push-pop)
  $*)
PROFILE
}
profile moody after:2
profile vain 1000000000 '(options ("--lie" "3" "4") ("--odd"))'
profile modest 1000000000 '(self-checks ("--check" "--lie=6")) (self-check-failure "caught itself")'
cp seeds/QF_LIA/*.smt2 "$tmp/seeds"

# -- only in a session ------------------------------------------------------------

run=$tmp/moody
check 'what shows only in a session is found' fuzz 10 "$run" 5 -n 5 -j 1 --self-checks 0 -s moody -s z3
momus 0 findings --run "$run" --json
tr -d ' \n' <"$tmp/out" >"$tmp/json"
check 'moody is blamed' grep -q '"at_fault":\["moody"\]' "$tmp/json"
check 'and nobody else' test "$(grep -o '"at_fault":\[[^]]*\]' "$tmp/json" | grep -vcF -e '["moody"]' -e '[]')" -eq 0
id=$(grep -o '"id":[0-9]*,"class":"[a-z]*-soundness"' "$tmp/json" | head -n 1 | tr -dc '0-9')
file=$(echo "$run"/findings/"$(printf %04d "$id")"-*/bug.smt2)
check 'the script says what it is' grep -q '^; queries of one session, the last being test ' "$file"
check 'it has what is needed, and no more' test "$(grep -c '^(check-sat)' "$file")" -eq 3
check 'fresh processes show it' grep -q 'unsat\|sat' <("$liar" after:2 z3 -in -- "$file")
momus 0 show "$id" --run "$run" --json
check 'the evidence says what is known' grep -q 'asked about the last formula alone does not show it; one that is given this incremental script does\.' "$tmp/out"
check 'and not what it takes' grep -q 'it has 2 other queries, as a session was asked; what of that it takes is not known\.' "$tmp/out"
momus 0 show "$id" --run "$run"
check 'in fresh runs' grep -q 'in 3 of 3 fresh runs' "$tmp/out"
check 'it is replayed' momus 10 replay "$id" --run "$run"
check 'as it was kept' is_not grep -q warning "$tmp/err"
check 'a solver without moods fails no more' momus 0 replay "$id" --run "$run" -s "moody=$liar 1000000000 z3 -in -- {file}" -s z3

# -- no time to confirm it ------------------------------------------------------------

# It takes long over scripts with several checks, until it is told to hurry.
solver tardy <<END
file=\$1
[ -e "$tmp/hurry" ] || [ "\$(grep -c '^(check-sat)' "\$file")" -lt 2 ] || sleep 120
exec "$liar" after:2 z3 -in -- "\$file"
END
cat >"$XDG_CONFIG_HOME/momus/solvers/tardy.solver" <<PROFILE
(solver tardy
  (spawn   "$tmp/tardy" "{file}")
  (session "$liar" "after:2" "z3" "-in")
  (version "$liar")
  (clear   reset push-pop))
PROFILE
run=$tmp/tardy-run
SECONDS=0
check 'a campaign ends before that is confirmed' fuzz 0 "$run" 5 -T 6 -j 1 --self-checks 0 -s tardy -s z3
check 'without waiting for it' test $SECONDS -lt 100
check 'and tells so' grep -q 'candidates* undecided' "$tmp/out"
check 'and where it is' grep -q "see $run/candidates" "$tmp/out"
check 'it is counted' test "$(number "$run" undecided)" -gt 0
check 'and no finding' test "$(number "$run" findings)" -eq 0
file=$run/candidates/01-tardy.smt2
check 'it is kept, with what it looked like' grep -Eq '^; tardy: (refutation|solution)-soundness, in a session behind' "$file"
check 'and with what the session was asked' test "$(grep -c '^(check-sat)' "$file")" -ge 3
touch "$tmp/hurry"
check 'with time, it is confirmed' momus 10 solve -s tardy -s z3 "$file"

# -- a crash that shows only in a session ---------------------------------------------

# It is the same place whatever the tests are about, and so one finding.
profile frail crash:2
mkdir "$tmp/many"
for logic in QF_LIA QF_LRA QF_BV QF_S; do
    for seed in $(find "seeds/$logic" -name '*.smt2' | sort | head -n 3); do cp "$seed" "$tmp/many/$logic-${seed##*/}"; done
done
check 'a crash that shows only in a session is found' momus 10 fuzz --reduce 0 --chain 6 --schedule fair --strategy opfuzz \
    --seed 1 -t 10 -n 60 -j 1 --self-checks 0 -s frail -s z3 --run "$tmp/frail" "$tmp/many"
momus 0 findings --run "$tmp/frail" --json
tr -d ' \n' <"$tmp/out" >"$tmp/json"
check 'once, by its stack' test "$(grep -o '"class":"crash"' "$tmp/json" | wc -l)" -eq 1
check 'which is its fingerprint' grep -qE '"fingerprint":"crash:[^"]*:SIGSEGV:liar[+]' "$tmp/json"
check 'and it was seen more than once' is_not grep -qF '"count":1,' "$tmp/json"

# -- only under options --------------------------------------------------------------

run=$tmp/vain
check 'what shows only under options is found' fuzz 10 "$run" 8 -n 32 -j 2 --self-checks 0 --solver-options -s vain
check 'an option that it does not take is told' grep -q 'note: vain does not take --odd' "$tmp/err"
check 'once' test "$(grep -c 'does not take' "$tmp/err")" -eq 1
momus 0 findings --run "$run" --json
tr -d ' \n' <"$tmp/out" >"$tmp/json"
check 'whoever has them is at fault' grep -qF '"at_fault":["vain+options"]' "$tmp/json"
check 'and nobody else' is_not grep -qF '"at_fault":["vain"' "$tmp/json"
id=$(grep -o '"id":[0-9]*,"class":"[a-z-]*","at_fault":\["vain' "$tmp/json" | head -n 1 | sed 's/,.*//' | tr -dc '0-9')
momus 0 show "$id" --run "$run"
check 'the command has them' grep -Eq "^  $liar --lie=[34] 1000000000 z3 -in -- $run" "$tmp/out"
check 'they are replayed' momus 10 replay "$id" --run "$run"
check 'under that name' grep -q 'vain+options: ' "$tmp/out"
check 'a version is asked with them' momus 10 replay "$id" --run "$run" --bisect -s "old=$liar 1000000000 z3 -in -- {file}"

# -- self-checks ------------------------------------------------------------------------

run=$tmp/modest
check 'what a solver notices itself is found' fuzz 10 "$run" 6 -n 60 -j 1 --self-checks 100 -s modest -s z3
momus 0 findings --run "$run" --json
tr -d ' \n' <"$tmp/out" >"$tmp/json"
check 'as a failed self-check' grep -qF '"class":"self-check","at_fault":["modest+checks"]' "$tmp/json"
check 'and as nothing else' is_not grep -q '"class":"[^s]' "$tmp/json"
check 'without them, nothing is' fuzz 0 "$tmp/blind" 2 -n 6 -j 1 --self-checks 0 -s modest -s z3
profile false 3 '(self-checks ("--check")) (self-check-failure "caught itself")'
check 'a wrong answer is worse than a failed check' fuzz 10 "$tmp/false" 3 -n 6 -j 1 --self-checks 100 -s false -s z3
momus 0 findings --run "$tmp/false" --json
tr -d ' \n' <"$tmp/out" >"$tmp/json"
check 'and shows without the check' grep -q 'soundness","at_fault":\["false"\]' "$tmp/json"

# -- what is rejected ---------------------------------------------------------------------

# shellcheck disable=SC2016 # it is a script of its own
printf '#!/bin/sh\nif grep -q "(assert true)" "$1"; then echo sat; else echo "(error \\"line 7: no such thing as x12\\")"; fi\n' >"$tmp/picky"
chmod +x "$tmp/picky"
run=$tmp/picky.run
check 'who rejects everything finds nothing' fuzz 0 "$run" 6 -n 12 -j 1 -s "picky=$tmp/picky {file}"
check 'errors are counted' test "$(number "$run" errors)" -ge 12
check 'and shown' grep -Eq '[0-9]+ errors' "$tmp/out"
check 'and where to look' grep -q "see $run/errors" "$tmp/out"
check 'one of a kind is kept' test "$(find "$run/errors" -type f | wc -l)" -eq 1
check 'with its message' grep -q '^; picky: (error "line 7' "$run"/errors/01-picky.smt2
check 'and its test' grep -q '^; test [a-z]*:' "$run"/errors/01-picky.smt2
check 'as a script' momus 0 fmt --check "$run"/errors/01-picky.smt2

sum
