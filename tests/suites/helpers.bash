# What suites share. To be sourced first, from the top of the tree:
#
#     cd "${TOP:?}" && . tests/suites/helpers.bash || exit 2
#
# and `sum` is what they end with. A suite may define any of these functions anew. The name does not
# end in .sh, so tests/run does not take it for a suite.
# shellcheck shell=bash
set -u
tmp=${TMPDIR:?}
passed=0 failed=0 skipped=0
export XDG_CONFIG_HOME=$tmp/config XDG_CACHE_HOME=$tmp/cache
unset COLUMNS NO_COLOR
: >"$tmp/out"
: >"$tmp/err"

good() { passed=$((passed + 1)); }
skip() { skipped=$((skipped + 1)) && echo "skipped: $1"; }
# bad NAME: with what was printed last. A campaign in the background prints into $tmp/log.
bad() {
    local file
    failed=$((failed + 1))
    echo "FAIL $1"
    for file in "$tmp/out" "$tmp/err" "$tmp/log"; do
        [ ! -s "$file" ] || { echo "-- $(basename "$file")" && tail -n 20 "$file"; }
    done
}
# check NAME WORD...: the command is true.
check() {
    local name=$1
    [ -z "${V:-}" ] || echo "$SECONDS $name"
    shift
    if "$@"; then good; else bad "$name"; fi
}
is_not() { ! "$@"; }
# lacks PATTERN FILE
lacks() { ! grep -q -- "$1" "$2"; }

# momus STATUS WORD...: what it prints is in $tmp/out and $tmp/err.
momus() {
    local wanted=$1 status
    shift
    timeout 600 "$MOMUS" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    status=$?
    [ $status -eq "$wanted" ] || { echo "status $status, not $wanted: momus $*"; false; }
}

# soon WORD...: waits until the command is true, for four minutes at most.
soon() {
    local i
    for ((i = 0; i < 2400; i++)); do
        if "$@"; then return 0; fi
        sleep 0.1
    done
    return 1
}

# solver NAME: a solver that is the shell program on standard input; the script is $1.
solver() {
    { echo '#!/bin/sh'; cat; } >"$tmp/$1" && chmod +x "$tmp/$1"
}
# named NAME: it, for -s.
named() { echo "$1=$tmp/$1 {file}"; }

# sum: the last line of a suite, and its status.
sum() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ $failed -eq 0 ]
}
