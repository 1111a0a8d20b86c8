#!/bin/bash
# The command line as users meet it: help, version, wrong usage, momus.conf, manual pages,
# completions, and what happens when standard output does not take what is written.
set -u
tmp=${TMPDIR:?}
export HOME=$tmp/home
mkdir -p "$HOME"
unset XDG_CONFIG_HOME MOMUS_CONF COLUMNS
passed=0 failed=0 skipped=0

# ok NAME COMMAND...: the command must succeed.
ok() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n  status %s\n  stdout: %s\n  stderr: %s\n' "$name" "$status" "$out" "$err"
    fi
}

skip() {
    echo "skip: $1"
    skipped=$((skipped + 1))
}

# run WORD...: runs momus; sets status, out and err.
run() {
    out=$("$MOMUS" "$@" 2>"$tmp/err" </dev/null)
    status=$?
    err=$(cat "$tmp/err")
}

# result STATUS OUT ERR: all of it, the texts as patterns.
result() {
    # shellcheck disable=SC2053 # patterns are wanted
    [[ $status == "$1" && $out == $2 && $err == $3 ]]
}

# like TEXT PATTERN
like() {
    # shellcheck disable=SC2053 # a pattern is wanted
    [[ $1 == $2 ]]
}

# wrong PATTERN [COMMAND]: one line and a hint, status 2, nothing else.
wrong() {
    result 2 '' "momus: error: $1"$'\n'"Try 'momus ${2:+$2 }--help'." &&
        [ "$(wc -l <"$tmp/err")" -eq 2 ]
}

# -- help and version -------------------------------------------------------

run --version
ok 'version names momus, the compiler and GMP' \
    result 0 'momus [0-9]*.[0-9]* (*)*'$'\n''compiler: *GMP [0-9]*' ''

run --help
ok 'help goes to standard output' result 0 'Usage: momus *' ''
overview=$out
commands=$(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' <<<"$overview")
ok 'help lists commands, fmt among them' grep -qx fmt <<<"$commands"
for source in "$TOP"/src/cli/cmd_*.c; do
    command=${source##*/cmd_}
    ok "help lists ${command%.c}" grep -qx "${command%.c}" <<<"$commands"
done
run -h
ok '-h is --help' [ "$out" = "$overview" ]
run help
ok 'help is --help' [ "$out" = "$overview" ]

for command in $commands; do
    run "$command" --help
    ok "$command --help" result 0 "Usage: momus $command *ptions:*--help*Examples:*Exit status:*" ''
    own=$out
    run help "$command"
    ok "help $command is $command --help" [ "$out" = "$own" ]
done

# longest COLUMNS: the length of the longest line of help.
longest() {
    COLUMNS=$1 "$MOMUS" fmt --help | awk '{ if (length > n) n = length } END { print n }'
}
ok 'help fills 60 columns at least' [ "$(longest 20)" -le 60 ]
ok 'help fills the terminal' [ "$(longest 72)" -le 72 ]
ok 'help fills 100 columns at most' [ "$(longest 500)" -le 100 ]
ok 'help uses the room it has' [ "$(longest 100)" -gt "$(longest 60)" ]

run fmt --help --nonsense
ok 'help is shown whatever follows' result 0 'Usage: *' ''

# -- wrong usage ------------------------------------------------------------

run
ok 'no command' wrong '*command*'
run fmtt
ok 'unknown command' wrong "unknown command 'fmtt'; did you mean 'fmt'?"
run help fmtt
ok 'help of an unknown command' wrong "unknown command 'fmtt'; did you mean 'fmt'?"
run --vresion
ok 'unknown option of momus' wrong '*--vresion*did you mean --version?'
run -v fmt x
ok 'an option before the command' wrong 'unknown option -v *the command comes first'
run fmt --chek x
ok 'a typo in an option' \
    wrong "unknown option --chek for 'momus fmt'; did you mean --check?" fmt
run fmt
ok 'fmt without a file' wrong '*FILE*standard input*' fmt
run fmt --width 30 x
ok 'a value out of range' wrong "--width wants a number from 40 to 1000, not '30'" fmt
run fmt --width=many x
ok 'a malformed value' wrong "--width wants a number from 40 to 1000, not 'many'" fmt
run fmt x --width
ok 'a missing value' wrong '--width wants a number from 40 to 1000' fmt
run fmt --check=yes x
ok 'a value that is not wanted' wrong '--check takes no value' fmt
run fmt -iX x
ok 'an unknown letter' wrong "unknown option -X for 'momus fmt'" fmt
run help fmt fmt
ok 'too many operands' wrong "*'fmt' is too much" help
out=$(echo '(exit)' | "$MOMUS" fmt 2>"$tmp/err")
status=$? err=$(cat "$tmp/err")
ok 'a pipe is read only for -' wrong '*FILE*standard input*' fmt

# -- momus.conf -------------------------------------------------------------

user=$HOME/.config/momus/momus.conf
mkdir -p "${user%/*}"
echo 'verbose = true # say so' >"$user"
run help
ok 'the file in the home folder is read' result 0 '*' "momus: note: settings read from $user"
run help --no-verbose
ok 'the command line beats it' result 0 '*' ''
echo 'fmt.verbose = true' >"$user"
run help
ok 'a setting of another command is left alone' result 0 '*' ''

mkdir -p "$tmp/xdg/momus"
echo 'help.verbose = yes' >"$tmp/xdg/momus/momus.conf"
XDG_CONFIG_HOME=$tmp/xdg run help
ok 'XDG_CONFIG_HOME is honoured' \
    result 0 '*' "momus: note: settings read from $tmp/xdg/momus/momus.conf"

echo 'verbose = true' >"$user"
echo 'verbose = false' >"$tmp/named.conf"
MOMUS_CONF=$tmp/named.conf run help
ok 'MOMUS_CONF beats the file in the home folder' result 0 '*' ''
MOMUS_CONF=$tmp/none run help
ok 'a missing file is fine' result 0 '*' "momus: note: settings read from $user"
MOMUS_CONF=$tmp run help
ok 'a file that cannot be read is not' result 3 '' "momus: error: $tmp: *"

printf '# one\nwidht = 90\n  fmt.width = 9\n' >"$tmp/named.conf"
MOMUS_CONF=$tmp/named.conf run fmt x
ok 'mistakes are reported with their place' result 3 '' \
    "$tmp/named.conf:2:1: error: unknown option 'widht'; did you mean 'width'?
$tmp/named.conf:3:15: error: 'width' wants a number from 40 to 1000, not '9'"
MOMUS_CONF=$tmp/named.conf run fmt --help
ok 'help does not mind a bad file' result 0 'Usage: *' ''
MOMUS_CONF=$tmp/named.conf run fmt --wdith
ok 'wrong usage comes first' result 2 '' '*unknown option --wdith*'
rm "$user"

{
    echo '(declare-const a-long-name Int)'
    echo '(assert (and (< a-long-name 1000000) (> a-long-name (- 1000000)) (distinct a-long-name 0)))'
} >"$tmp/long.smt2"
run fmt --width 1000 "$tmp/long.smt2"
wide=$out
if [ "$status" = 70 ] && [[ $err == *'not written yet'* ]]; then
    skip 'fmt is not written yet'
else
    run fmt --width 40 "$tmp/long.smt2"
    narrow=$out
    ok 'width has an effect' [ "$wide" != "$narrow" ]
    echo 'width = 40' >"$tmp/named.conf"
    MOMUS_CONF=$tmp/named.conf run fmt "$tmp/long.smt2"
    ok 'the width of momus.conf is used' [ "$out" = "$narrow" ]
    MOMUS_CONF=$tmp/named.conf run fmt --width=1000 "$tmp/long.smt2"
    ok 'the width of the command line beats it' [ "$out" = "$wide" ]
fi

# -- manual pages and completions -------------------------------------------

# generate KIND: into a fresh folder, $tmp/KIND.
generate() {
    rm -rf "${tmp:?}/$1"
    mkdir "$tmp/$1"
    run --generate "$1" "$tmp/$1"
    ok "generate $1" result 0 '' ''
}

# page_is_clean FILE: the formatter has nothing to say, and shows the sections.
page_is_clean() {
    if command -v man >/dev/null && command -v groff >/dev/null; then
        out=$(man --warnings -l "$1" 2>"$tmp/err" | sed 's/.\x08//g')
    elif command -v groff >/dev/null; then
        out=$(groff -ww -man -Tutf8 "$1" 2>"$tmp/err" | sed 's/\x1b\[[0-9;]*m//g; s/.\x08//g')
    else
        out=$(sed 's/^\.SH //' "$1") && : >"$tmp/err"
    fi
    err=$(cat "$tmp/err")
    [[ -z $err && $out == *NAME*SYNOPSIS*DESCRIPTION*OPTIONS*EXAMPLES*FILES*'EXIT STATUS'* ]]
}

generate man
for command in $commands; do
    ok "momus-$command.1" page_is_clean "$tmp/man/momus-$command.1"
done
ok 'momus.1' page_is_clean "$tmp/man/momus.1"
page_is_clean "$tmp/man/momus-fmt.1"
ok 'the page of fmt has its options' like "$out" '*-i, --in-place*--width N*--sig FILE*'

# complete_with_bash WORD...: what bash offers for the last word, sorted, in one line.
complete_with_bash() {
    bash -c '
        compopt() { echo "$2"; }
        source "$1" || exit
        shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _momus
        printf "%s\n" "${COMPREPLY[@]}"' bash "$tmp/bash/momus" "$@" 2>&1 | sort | xargs
}
# offers WORDS WORD...: bash offers exactly these.
offers() {
    local wanted=$1
    shift
    out=$(complete_with_bash "$@")
    [ "$out" = "$wanted" ]
}

generate bash
ok 'bash completes --check' offers --check momus fmt --ch
ok 'bash completes a command' offers fmt momus fm
ok 'bash completes options of momus' offers '--help --version' momus --
ok 'bash offers files for an operand' offers default momus fmt ''
ok 'bash offers files for FILE' offers default momus fmt --sig ''
ok 'bash offers files behind =' offers default momus fmt --sig = a
ok 'bash offers nothing for a number' offers '' momus fmt --width ''
ok 'bash offers no options behind --' offers default momus fmt -- --ch
ok 'bash offers commands to help' offers fmt momus help fm
for command in $commands; do
    wanted=$("$MOMUS" "$command" --help | grep -oE '^ +(-., )? *--[a-z-]+' | grep -oE '[-]-[a-z-]+' |
        sort | xargs)
    ok "bash knows the options of $command" offers "$wanted" momus "$command" --
done

generate zsh
generate fish
if command -v zsh >/dev/null; then
    ok 'zsh can read its completion' zsh -n "$tmp/zsh/_momus"
fi
if command -v fish >/dev/null; then
    out=$(fish --no-config -c "source $tmp/fish/momus.fish; complete -C 'momus fmt --ch'" 2>&1)
    ok 'fish completes --check' like "$out" '--check*'
fi
for option in check width sig; do
    ok "zsh is told of --$option" grep -q -e "--$option" "$tmp/zsh/_momus"
    ok "fish is told of --$option" grep -q -e "-l $option" "$tmp/fish/momus.fish"
done

run --generate elvish "$tmp"
ok 'generate knows four kinds' wrong '*man|bash|zsh|fish*'
run --generate man "$tmp/no/such/folder"
ok 'generate says what it cannot write' result 5 '' "momus: error: $tmp/no/such/folder/momus.1: *"

# -- standard output --------------------------------------------------------

out='' err=$("$MOMUS" --help 2>&1 >/dev/full)
status=$?
ok 'a full disk is noticed' result 5 '' 'momus: error: cannot write standard output: No space *'
err=$("$MOMUS" --help 2>&1 >&-)
status=$?
ok 'a closed output is noticed' result 5 '' 'momus: error: cannot write standard output: *'
{
    sleep 0.3
    "$MOMUS" --help 2>"$tmp/err"
    echo $? >"$tmp/status"
} | true
status=$(cat "$tmp/status") err=$(cat "$tmp/err")
ok 'a closed pipe ends quietly' result 141 '' ''
(
    trap '' PIPE
    sleep 0.3
    "$MOMUS" --help 2>"$tmp/err"
    echo $? >"$tmp/status"
) | true
status=$(cat "$tmp/status") err=$(cat "$tmp/err")
ok 'also when SIGPIPE is ignored' result 5 '' ''
err=$("$MOMUS" fmtt 2>&1 >/dev/full)
status=$?
ok 'nothing written, nothing lost' result 2 '' '*unknown command*'

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
