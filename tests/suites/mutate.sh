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

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
