#!/bin/bash
# Whole files through momus fmt: our seeds/, and the benchmarks and bug triggers of $SHARED if
# they are there. All are accepted; what is printed is stable; the canonical form forgets the
# layout; the inferred logic fits; and solvers answer as before.
set -u
tmp=${TMPDIR:?}
passed=0 failed=0 skipped=0

# ok NAME COMMAND...: the command must succeed, with nothing to say.
ok() {
    local name=$1 out status
    shift
    out=$("$@" 2>&1)
    status=$?
    if [ "$status" -eq 0 ] && [ -z "$out" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s: status %s\n%s\n' "$name" "$status" "$(head -n 30 <<<"$out")"
    fi
}

# rewrite FROM TO OPTION...: a copy of a folder, formatted with these options.
rewrite() {
    local from=$1 to=$2
    shift 2
    rm -rf "$to"
    cp -r "$from" "$to" && chmod -R u+w "$to" && "$MOMUS" fmt -i "$@" "$to"
}

same() {
    diff -r "$1" "$2" | head -n 20
    return "${PIPESTATUS[0]}"
}

# all_counted FOLDER: momus accepts all files, and its count says so.
all_counted() {
    local files counted
    files=$(find "$1" -name '*.smt2' | wc -l)
    counted=$("$MOMUS" fmt --check --summary "$1")
    [ "$counted" = "$files ok, 0 failed" ] || echo "$files files: $counted"
}

# check NAME FOLDER: everything that must hold without solvers.
check() {
    local name=$1 files=$2 work=$tmp/work
    rm -rf "$work"
    mkdir "$work"
    ok "$name: all accepted, and read back as they were" all_counted "$files"

    ok "$name: formatted" rewrite "$files" "$work/fmt"
    ok "$name: formatted again" rewrite "$work/fmt" "$work/fmt2"
    ok "$name: formatting is stable" same "$work/fmt" "$work/fmt2"

    ok "$name: made canonical" rewrite "$files" "$work/canonical" --canonical
    ok "$name: made canonical again" rewrite "$work/canonical" "$work/canonical2" --canonical
    ok "$name: the canonical form is stable" same "$work/canonical" "$work/canonical2"
    ok "$name: made canonical after formatting" rewrite "$work/fmt" "$work/canonical2" --canonical
    ok "$name: the canonical form forgets the layout" same "$work/canonical" "$work/canonical2"

    ok "$name: inferred logics" rewrite "$files" "$work/logic" --logic
    ok "$name: inferred again" rewrite "$work/logic" "$work/logic2" --logic
    ok "$name: scripts are the same under the inferred logic" same "$work/logic" "$work/logic2"
    ok "$name: inferred after formatting" rewrite "$work/fmt" "$work/logic2" --logic
    ok "$name: the inferred logic does not depend on the layout" same "$work/logic" "$work/logic2"
    rm -rf "$work"
}

check seeds "$TOP/seeds"
if [ -n "$SHARED" ]; then
    for folder in seeds known-bugs reduce; do
        check "shared $folder" "$SHARED/$folder"
    done
else
    echo "skip: no ../shared, so only our own seeds were read"
    skipped=$((skipped + 1))
fi

# What solvers say of one seed per logic; tests/solvers/keep_answers.sh alone asks about more.
answers=$("$TOP/tests/solvers/keep_answers.sh" -n 1 -t 1 "$TOP/seeds")
grep -E '^(FAILED|skip)' <<<"$answers"
if [[ $answers =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
    skipped=$((skipped + BASH_REMATCH[3]))
else
    echo "FAIL keep_answers.sh: $answers"
    failed=$((failed + 1))
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
