#!/bin/bash
# What users get: the release build, its memory, valgrind on a sample, and `make install`.
set -u
top=${TOP:?}
tmp=${TMPDIR:?}
passed=0 failed=0 skipped=0

# ok NAME COMMAND...: the command must succeed; what it says is shown when it does not.
ok() {
    local name=$1 said
    shift
    if said=$("$@" 2>&1); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n%s\n' "$name" "$(tail -n 30 <<<"$said")"
    fi
}

# clean STATUS WORD...: momus ends with this status, and valgrind finds nothing.
clean() {
    local wanted=$1
    shift
    valgrind -q --leak-check=full --error-exitcode=99 "$MOMUS_RELEASE" "$@" >"$tmp/out" 2>"$tmp/err"
    local status=$?
    [ "$status" -eq "$wanted" ] || { echo "status $status"; head -n 30 "$tmp/err"; return 1; }
}

ok 'blocks of all sizes, wherever they lie' "$top/build/release/blocks"

if command -v valgrind >/dev/null; then
    mapfile -t sample < <(find "$top/seeds" -name '*.smt2' | sort | awk 'NR % 25 == 0')
    ok 'valgrind: seeds are formatted' clean 0 fmt "${sample[@]}"
    ok 'valgrind: canonical forms and logics' clean 0 fmt --canonical --logic "${sample[@]}"
    ok 'valgrind: mistakes are told' clean 3 fmt "$top"/tests/golden/errors/[a-c]*.smt2
    ok 'valgrind: help' clean 0 fmt --help
else
    echo 'skip: valgrind is not installed'
    skipped=$((skipped + 4))
fi

installed=$tmp/root/usr
ok 'make install' make -C "$top" install DESTDIR="$tmp/root" PREFIX=/usr
ok 'the installed program runs' "$installed/bin/momus" fmt --check "$top/seeds/QF_UF"
for file in share/man/man1/momus.1 share/man/man1/momus-fmt.1 \
    share/bash-completion/completions/momus share/zsh/site-functions/_momus \
    share/fish/vendor_completions.d/momus.fish; do
    ok "installed: $file" test -s "$installed/$file"
done
ok 'make uninstall' make -C "$top" uninstall DESTDIR="$tmp/root" PREFIX=/usr
ok 'nothing is left' test -z "$(find "$tmp/root" -type f)"

echo
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
