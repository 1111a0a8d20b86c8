#!/bin/bash
# Every input that tests/fuzz/ keeps (what once broke a fuzz target, and what its corpus starts
# from) goes through momus fmt: no crash, no hang, status 0 or 3; and what is printed is printed
# the same again.
set -u
passed=0 failed=0
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

fail() {
    echo "FAIL: $*"
    failed=$((failed + 1))
}

# run OPTION... : momus fmt within 20 s; status, output and messages are kept.
run() {
    timeout -k 5 20 "$MOMUS" fmt "$@" >"$tmp/out" 2>"$tmp/err"
    status=$?
}

# check_script FILE OPTION...
check_script() {
    local file=$1
    shift
    run "$@" "$file"
    if [ $status -ne 0 ] && [ $status -ne 3 ]; then
        fail "momus fmt $* $file: status $status"
        tail -n 20 "$tmp/err"
        return
    fi
    if [ $status -eq 3 ] && [ ! -s "$tmp/err" ]; then
        fail "momus fmt $* $file: no reason is given"
        return
    fi
    if [ $status -eq 0 ]; then
        mv "$tmp/out" "$tmp/first.smt2"
        run "$@" "$tmp/first.smt2"
        if [ $status -ne 0 ] || ! cmp -s "$tmp/first.smt2" "$tmp/out"; then
            fail "momus fmt $* $file: what it prints is refused, or printed differently"
            diff "$tmp/first.smt2" "$tmp/out" | head -n 10
            return
        fi
    fi
    passed=$((passed + 1))
}

for file in tests/fuzz/fuzz_lang/*; do
    check_script "$file"
    check_script "$file" --width 40
    check_script "$file" --logic
    check_script "$file" --canonical
done

# As signature, and as configuration.
echo '(check-sat)' >"$tmp/script.smt2"
for file in tests/fuzz/fuzz_data/*; do
    run --sig "$file" "$tmp/script.smt2"
    [ $status -eq 0 ] || [ $status -eq 3 ] || fail "momus fmt --sig $file: status $status"
    MOMUS_CONF=$file run "$tmp/script.smt2"
    [ $status -eq 0 ] || [ $status -eq 3 ] || fail "MOMUS_CONF=$file momus fmt: status $status"
    passed=$((passed + 2))
done

for file in tests/fuzz/fuzz_grammar/*; do
    "$MOMUS" enum -n 20 "$file" >"$tmp/out" 2>"$tmp/err"
    status=$?
    [ $status -eq 0 ] || { [ $status -eq 3 ] && [ -s "$tmp/err" ]; } ||
        fail "momus enum $file: status $status"
    passed=$((passed + 1))
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
