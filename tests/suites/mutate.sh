#!/bin/bash
# Tests of the strategies that change single places: well-sorted when read again, over our seeds
# and those of ../shared, and the command line around them. MUTANTS says how many tests of each
# (4,000).
set -u
cd "${TOP:?}" || exit 2
tmp=${TMPDIR:?}
passed=0 failed=0
count=${MUTANTS:-4000}

check() {
    local name=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $name"; fi
}

folders=(seeds)
[ -z "${SHARED:-}" ] || [ ! -d "$SHARED/seeds" ] || folders+=("$SHARED/seeds")

# -- well-sorted, always ----------------------------------------------------------

for strategy in opfuzz typefuzz fuzzchick bank; do
    check "$strategy: $count tests are read again" build/release/mutants -t "$strategy" "$count" 1 \
        "${folders[@]}"
    check "$strategy: with sanitizers" build/asan/mutants -t "$strategy" 300 2 seeds >/dev/null
done
# What has a name stays closed, and names stay before their uses.
mkdir "$tmp/names"
cat >"$tmp/names/names.smt2" <<'END'
(set-logic UFLIA)
(declare-const a Int)
(declare-const c Bool)
(declare-fun p (Int) Bool)
(declare-fun f (Int Int) Int)
(assert (forall ((z Int)) (! (or (p (! (f a a) :named k)) (> (f z k) 0)) :pattern ((f z k)))))
(assert (and (! (> a 3) :named m) (or c m (exists ((y Int)) (p (f y k))))))
(check-sat)
END
for strategy in opfuzz typefuzz fuzzchick bank; do
    check "$strategy: names are minded" build/release/mutants -t "$strategy" 600 1 "$tmp/names"
done
# Those of two seeds look for witnesses first: of our own seeds that is done in no time.
for strategy in fusion concat; do
    check "$strategy: $count tests are read again" build/release/mutants -t "$strategy" "$count" 1 seeds
    check "$strategy: with sanitizers" build/asan/mutants -t "$strategy" 300 2 seeds/QF_LIA \
        seeds/QF_UF seeds/QF_BV >/dev/null
done

# Over our own seeds alone, typefuzz reaches every operator of the standard. All seeds with
# functions as values have @ already, but for one of this test's own.
reaches_all() {
    build/release/mutants typefuzz 60000 1 seeds tests/mutants/seeds >"$tmp/report" || return 1
    ! grep 'never introduced' "$tmp/report"
}
check "every standard operator is introduced" reaches_all

# -- the command line -------------------------------------------------------------

cat >"$tmp/seed.smt2" <<'END'
(set-logic QF_LIA)
(declare-const x Int)
(assert (< (+ x 1) (- x 1)))
(check-sat)
END

classes_restrict() {
    printf '; sums\n+,-\n' >"$tmp/classes"
    "$MOMUS" mutate --strategy opfuzz --classes "$tmp/classes" -n 40 --chain 10 "$tmp/seed.smt2" \
        >"$tmp/out" || return 1
    grep -q '(< (- x 1) (- x 1))' "$tmp/out" && ! grep '(assert (\(<=\|>\)' "$tmp/out"
}
check "classes restrict" classes_restrict

bad_classes() {
    printf '<,>\n+,plus\n' >"$tmp/classes"
    ! "$MOMUS" mutate --strategy opfuzz --classes "$tmp/classes" "$tmp/seed.smt2" 2>"$tmp/err" &&
        grep -qF "$tmp/classes:2:1: error: there is no operator 'plus'" "$tmp/err"
}
check "an unknown operator in a class is an error with its line" bad_classes

# Who made the test with other data files is told so.
digest_counts() {
    local id
    printf '(my.op Int Int)\n' >"$tmp/my.sig"
    "$MOMUS" mutate --strategy typefuzz --sig "$tmp/my.sig" -n 200 --chain 200 "$tmp/seed.smt2" \
        >"$tmp/out" || return 1
    grep -q '(my.op' "$tmp/out" || return 1
    id=$(sed -n 's/^; momus id=\([^ ]*\) .*/\1/p' "$tmp/out" | tail -1)
    "$MOMUS" mutate --id "$id" --sig "$tmp/my.sig" "$tmp/seed.smt2" >"$tmp/again" || return 1
    ! "$MOMUS" mutate --id "$id" "$tmp/seed.smt2" 2>"$tmp/err" >/dev/null &&
        grep -q 'other data files' "$tmp/err"
}
check "signatures of users are used, and count in ids" digest_counts

refused_with_reason() {
    printf '(declare-const x Int)\n(check-sat)\n' >"$tmp/empty.smt2"
    "$MOMUS" mutate --strategy opfuzz -n 3 "$tmp/seed.smt2" "$tmp/empty.smt2" >/dev/null \
        2>"$tmp/err" || return 1
    grep -q 'it asserts nothing' "$tmp/err"
}
check "a seed that asserts nothing is counted with the reason" refused_with_reason

# unchangeable STRATEGY: seeds in which there is nothing to choose are counted, once each.
unchangeable() {
    echo '(declare-const p Bool)(assert p)(check-sat)' >"$tmp/p.smt2"
    echo '(declare-fun q (Int) Bool)(assert (q 3))(check-sat)' >"$tmp/q.smt2"
    "$MOMUS" mutate --strategy "$1" -n 40 --chain 4 "$tmp/p.smt2" "$tmp/q.smt2" "$tmp/seed.smt2" \
        >"$tmp/out" 2>"$tmp/err" || return 1
    grep -q '^momus: 2 seeds not used: it has nothing that this strategy could change' "$tmp/err" ||
        { cat "$tmp/err"; return 1; }
    ! "$MOMUS" mutate --strategy "$1" "$tmp/p.smt2" >"$tmp/out" 2>"$tmp/err" &&
        grep -q '^momus: 1 seed not used: it has nothing' "$tmp/err"
}
check "opfuzz: seeds without a choice are counted" unchangeable opfuzz
check "fuzzchick: seeds without a choice are counted" unchangeable fuzzchick

bank_of_one() {
    ! "$MOMUS" mutate --strategy bank "$tmp/p.smt2" >"$tmp/out" 2>"$tmp/err" &&
        grep -q '^momus: 1 seed not used: it has nothing' "$tmp/err"
}
check "bank: a seed without a choice is counted" bank_of_one

classes_fit_nothing() {
    printf 'bvadd,bvsub\n' >"$tmp/classes"
    ! "$MOMUS" mutate --strategy opfuzz --classes "$tmp/classes" "$tmp/seed.smt2" >"$tmp/out" \
        2>"$tmp/err" && grep -q '^momus: 1 seed not used: it has nothing' "$tmp/err"
}
check "classes that fit nothing" classes_fit_nothing

# not_flat COMMANDS REASON
not_flat() {
    echo "(declare-const x Int)(assert (> x 0))$1" >"$tmp/odd.smt2"
    "$MOMUS" mutate --strategy fusion "$tmp/odd.smt2" >"$tmp/out" 2>"$tmp/err"
    grep -q "^momus: 1 seed not used: $2 (" "$tmp/err" || { cat "$tmp/err"; false; }
}
check "push" not_flat '(push)(check-sat)' 'it has push or pop'
check "reset" not_flat '(reset)(check-sat)' 'it has reset'
check "assumptions" not_flat '(declare-const p Bool)(check-sat-assuming (p))' 'it has assumptions'
check "two checks" not_flat '(check-sat)(check-sat)' 'it has several checks'
check "behind the check" not_flat '(check-sat)(assert (< x 5))' 'it goes on behind its check'

shortfall() {
    printf "grammar Two;\nstart: '(assert' ('true' | 'false') ')' '(check-sat)';\n" >"$tmp/two.g4"
    "$MOMUS" mutate --strategy et --grammar "$tmp/two.g4" -n 40 >"$tmp/out" 2>"$tmp/err" || return 1
    [ "$(grep -c '^; momus id=' "$tmp/out")" = 2 ] &&
        grep -qx 'momus: only 2 of 40 tests could be made' "$tmp/err"
}
check "fewer tests than were asked for is said" shortfall

# misused ARGUMENT... : wrong usage, with the hint to the right help.
misused() {
    "$MOMUS" mutate "$@" "$tmp/seed.smt2" >"$tmp/out" 2>"$tmp/err"
    [ $? -eq 2 ] && grep -q "^Try 'momus mutate --help'" "$tmp/err"
}
check "--fuse-only alone" misused --strategy fusion --fuse-only
check "--mode elsewhere" misused --strategy typefuzz --mode sat
check "--fuse elsewhere" misused --strategy typefuzz --fuse data/fusion/paper.fuse
check "--classes elsewhere" misused --strategy typefuzz --classes "$tmp/classes"
for words in --patterns --ascii --no-quantifiers '--without mod' '--bound 2' "--constants $tmp/classes"; do
    # shellcheck disable=SC2086
    check "$words elsewhere" misused --strategy opfuzz $words
done
check "--grammar elsewhere" misused --strategy typefuzz --grammar ints
check "--length elsewhere" misused --strategy typefuzz --length 3
check "an id of another strategy" misused --strategy typefuzz --id opfuzz:1:0:0:1:0000
check "no strategy" misused
check "no id" misused --id opfuzz

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
