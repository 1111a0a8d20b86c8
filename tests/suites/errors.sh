#!/bin/bash
# Bad input, and too much of it: what `momus fmt` says of each kind of mistake, that no text
# makes it crash, hang or use memory without bound, and that one bad file among many is only
# one bad file.
#
# tests/golden/errors/KIND.smt2 is a mistake, KIND.gold what is said of it. UPDATE=1 rewrites
# the .gold files: read the difference before you keep it.
#
# shellcheck disable=SC2016 # Perl in single quotes
set -u
top=${TOP:?}
tmp=${TMPDIR:?}
errors=$top/tests/golden/errors
passed=0 failed=0 skipped=0
status='' out='' err=''

# ok NAME COMMAND...: the command must succeed.
ok() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n  status %s\n  stdout: %.500s\n  stderr: %.500s\n' \
            "$name" "$status" "$out" "$err"
    fi
}

skip() {
    echo "skip: $1"
    skipped=$((skipped + 1))
}

# run WORD...: runs momus fmt; sets status, out and err.
run() {
    out=$(timeout 60 "$MOMUS" fmt "$@" 2>"$tmp/err" </dev/null)
    status=$?
    err=$(cat "$tmp/err")
}

# result STATUS OUT ERR: all of it, the texts as patterns.
result() {
    # shellcheck disable=SC2053 # patterns are wanted
    [[ $status == "$1" && $out == $2 && $err == $3 ]]
}

# -- what is said of each mistake -------------------------------------------

cd "$errors" || exit 2

# All of them in one process: no mistake may change what is said of the next.
"$MOMUS" fmt --check --summary ./*.smt2 >"$tmp/out" 2>"$tmp/all" </dev/null
status=$? out=$(cat "$tmp/out") err=
mistakes=(*.smt2)
ok "every file of tests/golden/errors is refused" result 3 "0 ok, ${#mistakes[@]} failed" ''

# Alone, and in company: KIND.said and KIND.among.
mkdir "$tmp/errors"
awk -v to="$tmp/errors" '
    match($0, /^\.\/[^:]*\.smt2:/) {
        kind = substr($0, 3, RLENGTH - 8)
        sub(/^\.\//, "")
    }
    { print > (to "/" kind ".among") }' "$tmp/all"
is_said() {
    [ "$status" = 3 ] && [ ! -s "$tmp/out" ] && diff -u "$kind.gold" "$said" &&
        cmp "$said" "$tmp/errors/$kind.among"
}
for mistake in "${mistakes[@]}"; do
    kind=${mistake%.smt2}
    said=$tmp/errors/$kind.said
    "$MOMUS_RELEASE" fmt "$mistake" >"$tmp/out" 2>"$said" </dev/null
    status=$? out='(see above)' err='(see above)'
    [ -z "${UPDATE:-}" ] || cp "$said" "$kind.gold"
    ok "errors/$kind" is_said
done
for gold in *.gold; do
    [ -f "${gold%.gold}.smt2" ] || ok "$gold belongs to a file" false
done
cd "$top" || exit 2

# -- damaged scripts --------------------------------------------------------

# damage FOLDER SCRIPT...: for every second byte of the scripts, what is before it, or all but that byte, or a bad one
# in its place, in turn from a list. Prints how many files it made.
damage() {
    perl -e '
        my ($to, @scripts) = @ARGV;
        my @bad = ("(", ")", "\"", "|", "\\", ";", ":", "0", "_", "\0", "\x01", "\xc3", "\xff", " ");
        my ($next, $files) = (0, 0);
        sub put {
            open my $out, ">:raw", "$to/" . $files++ . ".smt2" or die "$to: $!";
            print $out @_ or die;
            close $out or die;
        }
        for my $script (@scripts) {
            open my $in, "<:raw", $script or die "$script: $!";
            my $text = do { local $/; <$in> };
            for (my $i = $next % 2; $i < length($text); $i += 2) {
                my ($before, $after) = (substr($text, 0, $i), substr($text, $i + 1));
                put($before, $i % 3 == 0 ? () : ($i % 3 == 1 ? () : $bad[$next++ % @bad], $after));
            }
        }
        print $files;
    ' "$@"
}

# They are refused or printed: no crash, no hang, none left out.
survive() {
    if [[ $status != [03] || ! $out =~ ^([0-9]+)\ ok,\ ([0-9]+)\ failed$ ]]; then
        grep -a "^$tmp/damaged/" "$tmp/err" | tail -n 1
        tail -n 30 "$tmp/err"
        return 1
    fi
    intact=$((intact + BASH_REMATCH[1]))
    [ $((BASH_REMATCH[1] + BASH_REMATCH[2])) -eq "$n" ]
}

scripts=()
for script in tests/golden/fmt/*.smt2; do
    # Those of many bytes and few constructs are left out.
    [[ $script == */@(width-*|long-lines|deep).smt2 ]] || scripts+=("$script")
done
intact=0
mkdir "$tmp/damaged"
while [ ${#scripts[@]} -gt 0 ]; do # some at a time: so many files are slow on some disks
    n=$(damage "$tmp/damaged" "${scripts[@]:0:4}")
    timeout 60 "$MOMUS" fmt -q --summary "$tmp/damaged" >"$tmp/out" 2>"$tmp/err" </dev/null
    status=$? out=$(tail -n 1 "$tmp/out") err=''
    ok "damaged: ${scripts[*]:0:4}" survive
    scripts=("${scripts[@]:4}")
    rm -f "$tmp"/damaged/*
done
ok 'some of the damaged scripts are still scripts' test "$intact" -gt 100

# -- large tokens and wide terms --------------------------------------------

# large STATUS NAME PERL: the script that the Perl expression makes gets this status, in 20 s
# and 1 GiB. In it, $n is ten million, and many(N, CODE) joins what CODE makes of 1 to N.
large() {
    local wanted=$1 name=$2
    perl -e 'my $n = 10_000_000;
             sub many { my ($m, $make) = @_; join " ", map { $make->($_) } 1 .. $m }
             print '"$3" >"$tmp/large.smt2" || return
    (
        ulimit -v 1048576
        exec timeout 20 "$MOMUS_RELEASE" fmt "$tmp/large.smt2"
    ) >"$tmp/out" 2>"$tmp/err" </dev/null
    status=$? out=$(head -c 300 "$tmp/out") err=$(head -c 1000 "$tmp/err")
    ok "large: $name" is_clean "$wanted"
}

# A refusal is one message of a few lines, however long what is refused.
is_clean() {
    [ "$status" = "$1" ] && [ "$(wc -c <"$tmp/err")" -lt 2000 ] &&
        if [ "$1" = 0 ]; then [ ! -s "$tmp/err" ]; else [[ $err == "$tmp/large.smt2:"*': error: '* ]]; fi
}

large 0 'a symbol' '"(declare-const ", "a" x $n, " Int)"'
large 3 'an unknown symbol' '"(assert ", "a" x $n, ")"'
large 3 'an unknown command' '"(", "a" x $n, ")"'
large 3 'an unknown sort' '"(declare-const x ", "a" x $n, ")"'
large 0 'a quoted symbol' '"(declare-const |", "a b " x ($n / 4), "| Int)"'
large 3 'a quoted symbol without end' '"(declare-const |", "a b " x ($n / 4)'
large 0 'a keyword' '"(set-info :", "k" x $n, " 1)"'
large 0 'a comment' '";", "c" x $n, "\n(check-sat)"'
large 0 'comments' '";\n" x ($n / 10), "(check-sat)"'
large 0 'blanks' '" " x ($n / 2), "\n" x ($n / 2), "(check-sat)"'
large 0 'a numeral' '"(assert (= ", "7" x $n, " 1))"'
large 0 'a decimal' '"(assert (= ", "7" x $n, ".", "5" x $n, " 1.0))"'
large 0 'a hexadecimal' '"(assert (= #x", "a" x $n, " #x", "b" x $n, "))"'
large 0 'a binary' '"(assert (= #b", "1" x $n, " #b", "0" x $n, "))"'
large 3 'a binary with another digit at its end' '"(assert (= #b", "1" x $n, "2 #b0))"'
large 3 'a bit-vector numeral' '"(assert (= (_ bv", "9" x $n, " 8) #x00))"'
large 0 'a wide bit-vector numeral' '"(assert (= (_ bv", "9" x 100_000, " 400000) (_ bv1 400000)))"'
large 3 'an index' '"(declare-const x (_ BitVec ", "1" x $n, "))"'
large 3 'a number of levels' '"(push ", "1" x $n, ")"'
large 0 'a string' '"(assert (= \"", "a" x $n, "\" \"\"))"'
large 0 'a string of escapes' '"(assert (= \"", "\\u{41}" x ($n / 6), "\" \"\"))"'
large 0 'a string of quotes' '"(assert (= \"", "\"\"" x ($n / 2), "\" \"\"))"'
large 3 'opening parentheses' '"(assert ", "(" x $n'
large 3 'closing parentheses' '")" x $n'
large 0 'an attribute' '"(set-info :x ", "(" x ($n / 10), "a", ")" x ($n / 10), ")"'

large 0 'a let with 100,000 bindings' \
    '"(assert (let (", many(100_000, sub { "(v$_[0] (= 1 $_[0]))" }), ") (and v1 v99999)))"'
large 3 'a let with 100,000 bindings, one of them twice' \
    '"(assert (let (", many(100_000, sub { "(v$_[0] true)" }), "(v7 true)) v7))"'
large 0 'a function with 100,000 parameters' \
    '"(declare-fun f (", "Int " x 100_000, ") Int)(assert (= 0 (f ", "1 " x 100_000, ")))"'
large 3 'a function with 100,000 parameters, the last argument wrong' \
    '"(declare-fun f (", "Int " x 100_000, ") Int)(assert (= 0 (f ", "1 " x 99_999, "true)))"'
large 3 'a function with 100,000 parameters, one argument missing' \
    '"(declare-fun f (", "Int " x 100_000, ") Int)(assert (= 0 (f ", "1 " x 99_999, ")))"'
large 0 'a definition with 100,000 parameters' \
    '"(define-fun f (", many(100_000, sub { "(v$_[0] Int)" }), ") Int (+ v1 v99999))"'
large 0 'a quantifier with 100,000 variables' \
    '"(assert (forall (", many(100_000, sub { "(v$_[0] Int)" }), ") (> v1 v99999)))"'
large 0 'a constructor with 100,000 parts, matched' \
    '"(declare-datatype T ((c ", many(100_000, sub { "(s$_[0] Int)" }),
     "))) (declare-const t T) (assert (match t (((c ", many(100_000, sub { "v$_[0]" }), ") true))))"'
large 0 '10,000 constructors, matched' \
    '"(declare-datatype T (", many(10_000, sub { "(c$_[0])" }),
     ")) (declare-const t T) (assert (match t (", many(10_000, sub { "(c$_[0] true)" }), ")))"'
large 0 '10,000 datatypes, each with a part of the next' \
    '"(declare-datatypes (", many(10_000, sub { "(T$_[0] 0)" }), ") (",
     many(9_999, sub { "((c$_[0] (s$_[0] T" . ($_[0] + 1) . ")))" }), "((c))))"'
large 0 'an and with 1,000,000 arguments' \
    '"(declare-const p Bool)(declare-const q Bool)(assert (and ", "p q " x 500_000, "))"'
large 3 'an and with 1,000,000 arguments and a number' \
    '"(declare-const p Bool)(assert (and ", "p " x 1_000_000, "1))"'
large 0 'a sum of 1,000,000 integers and a real' \
    '"(declare-const r Real)(assert (= r (+ ", "1 " x 1_000_000, "r)))"'
large 3 '100,000 indices' '"(assert (= ((_ extract ", "1 " x 100_000, ") #x00) #x00))"'
large 0 'levels opened and closed' '"(push 1000000)(pop 1000000)" x 100'
large 3 'levels opened and not closed' '"(push 1000000)" x 1000'
large 0 '100,000 attributes' '"(assert (! true ", ":x 1 " x 100_000, "))"'

large 0 '100,000 named terms, one in the other, in a binding that nothing uses' \
    '"(declare-fun g (Int) Int)(assert (let ((z ", "(! (g " x 100_000, "1",
     many(100_000, sub { ") :named n$_[0])" }), ")) (> n100000 0)))"'
large 0 '40,000 commands with named terms' \
    '"(declare-fun g (Int) Int)", many(40_000, sub { "(assert (or (! (> (g $_[0]) 0) :named n$_[0]) false))" })'

large 0 '100,000 constants with one name' \
    'many(100_000, sub { "(declare-sort S$_[0] 0)(declare-const c S$_[0])" })'
large 0 '100,000 functions with one name' \
    'many(100_000, sub { "(declare-sort S$_[0] 0)(declare-fun f (S$_[0] Int) S$_[0])" })'
large 3 '100,000 constants with one name, and one of the first again' \
    'many(100_000, sub { "(declare-sort S$_[0] 0)(declare-const c S$_[0])" }), "(declare-const c S7)"'

large 3 '100,000 nested sorts' \
    '"(declare-const x ", "(Array Int " x 100_000, "Int", ")" x 100_000, ")"'
large 3 'a sort of 100,000 arguments' '"(declare-const x (Tuple ", "Int " x 100_000, "))"'
large 3 'a sort that doubles 60 times' \
    '"(define-sort S0 () Int)", many(60, sub { my $m = $_[0] - 1; "(define-sort S$_[0] () (Array S$m S$m))" })'
large 3 'a sort that squares itself 60 times' \
    '"(define-sort S0 (X) (Array X X))",
     many(60, sub { my $m = $_[0] - 1; "(define-sort S$_[0] (X) (S$m (S$m X)))" })'
large 3 'a term whose sort doubles 60 times' \
    '"(declare-datatype P (par (X Y) ((pair (a X) (b Y))))) (assert (let ((v0 1)) ",
     many(60, sub { my $m = $_[0] - 1; "(let ((v$_[0] (pair v$m v$m)))" }), "true", ")" x 62'
large 0 '12,000 binders of 30 variables, with many sets of them' \
    'map { my $m = $_; "(assert (forall (", (map { "(v$_ Int)" } 0 .. 29), ") (and ",
     (map { my $k = $_; "(< (+ " . join(" ", map { "v" . (($m + 7 * $k + $_ * $k) % 30) } 1 .. 2 + $k % 5) . ") 0)" } 1 .. 20),
     ")))\n" } 1 .. 12_000'
large 0 'a term that doubles 10,000 times' \
    '"(declare-const v0 Bool)(assert ",
     many(10_000, sub { my $m = $_[0] - 1; "(let ((v$_[0] (and v$m v$m)))" }), "v10000", ")" x 10_001'

# -- deep terms -------------------------------------------------------------

# deep N NAME DECLARATIONS BEFORE OPEN CORE CLOSE [AFTER]: OPEN and CLOSE N times around CORE.
deep() {
    perl -e 'my ($n, $declarations, $before, $open, $core, $close, $after) = @ARGV;
             print "$declarations(assert $before", $open x $n, $core, $close x $n, $after, ")"' \
        "$1" "$3" "$4" "$5" "$6" "$7" "${8:-}" >"$tmp/deep.smt2"
    timeout 60 "$MOMUS_RELEASE" fmt "$tmp/deep.smt2" >/dev/null 2>"$tmp/err" </dev/null
    status=$? out='' err=$(head -c 1000 "$tmp/err")
    ok "deep: $1 times $2" result 0 '' ''
}

bool='(declare-const p Bool)'
int='(declare-const x Int)(declare-fun f (Int Int) Int)'
list='(declare-datatype L ((nil) (cons (h Bool) (t L))))(declare-const l L)'
million=1000000 some=200000
deep $million not "$bool" '' '(not ' p ')'
deep $million let "$bool" '' '(let ((q ' p ')) (not q))'
deep $million forall '' '' '(forall ((x Int)) ' true ')'
deep $million '!' "$bool" '' '(! ' p ' :weight 1)'
deep $million ite "$bool$int" '(= x ' '(ite p x ' x ')' ')'
deep $some 'ite in its condition' "$bool" '' '(ite ' p ' p p)'
deep $some 'the body of let' "$bool" '' '(let ((p (not p))) ' p ')'
deep $some 'a function' "$int" '(= x ' '(f 1 ' x ')' ')'
deep $some exists '' '' '(exists ((x Int)) (or (= x 1) ' true '))'
deep $some lambda '' '(= 0 ' '((lambda ((x Int)) ' 0 ') 1)' ')'
deep $some choice '' '(= 0 ' '(choice ((x Int)) (= x ' 0 '))' ')'
deep $some 'the body of match' "$list" '' '(match l ((nil true) ((cons h t) ' true ')))'
deep $some 'the term of match' "$list" '(= l ' '(match ' l ' ((nil l) ((cons h t) t)))' ')'
deep $some 'a constructor and a tester' "$list" '' '((_ is nil) (cons ' true ' nil))'
deep $some 'a pattern' "$int" '(forall ((y Int)) (! (> y 0) :pattern (' '(f 1 ' y ')' ')))'
deep $some store '(declare-const a (Array Int Int))' '(= a ' '(store ' a ' 1 2)' ')'
deep $some 'an indexed operator' '(declare-const a (_ BitVec 8))' '(= a ' '((_ rotate_left 1) ' a ')' ')'

# -- several files ----------------------------------------------------------

files=$tmp/files
mkdir -p "$files/below" "$files/empty"
echo '(check-sat)' >"$files/a.smt2"
echo '(check-sat' >"$files/b.smt2"
echo '(check-sat)(exit)' >"$files/below/c.smt2"
: >"$files/d.smt2"
echo 'no script' >"$files/e.txt"

run "$files"
ok 'one bad file does not stop the others' \
    result 3 $'(check-sat)\n(check-sat)\n(exit)' "$files/b.smt2:1:11: error: "*
run "$files/d.smt2"
ok 'an empty file is a script' result 0 '' ''
run --check --summary "$files"
ok 'the summary counts' result 3 '3 ok, 1 failed' "$files/b.smt2:"*
run --summary "$files/a.smt2" "$files/below"
ok 'the summary stands for the scripts' result 0 '2 ok, 0 failed' ''
run "$files/e.txt"
ok 'a file that is named is read whatever its name' result 3 '' "$files/e.txt:1:1: error: "*
run --summary "$files/none.smt2" "$files/a.smt2"
ok 'a missing file is told, and the others are read' \
    result 3 '1 ok, 1 failed' "momus: error: $files/none.smt2: cannot open: No such file or directory"
run "$files/empty"
ok 'a folder without scripts is noted' result 0 '' "momus: $files/empty: no .smt2 files in it"
run -q "$files/empty"
ok 'but not with --quiet' result 0 '' ''

out=$("$MOMUS" fmt - <"$files/below/c.smt2" 2>"$tmp/err")
status=$? err=$(cat "$tmp/err")
ok 'a dash is standard input' result 0 $'(check-sat)\n(exit)' ''
out=$("$MOMUS" fmt "$files/a.smt2" - <"$files/b.smt2" 2>"$tmp/err")
status=$? err=$(cat "$tmp/err")
ok 'which is called <stdin> in messages' result 3 '(check-sat)' '<stdin>:1:11: error: *'

ln -s nowhere "$files/empty/link.smt2"
run "$files/empty"
ok 'a link to nowhere is told' result 3 '' "momus: error: $files/empty/link.smt2: cannot open: *"
rm "$files/empty/link.smt2"

if [ "$(id -u)" = 0 ]; then
    skip 'a folder that cannot be read: root can read it'
else
    mkdir "$files/empty/closed" "$files/empty/shut"
    chmod 0 "$files/empty/closed" "$files/empty/shut"
    run --summary "$files/empty" "$files/a.smt2"
    ok 'a folder that cannot be read is told, and the others are read' \
        result 3 '1 ok, 1 failed' "momus: error: $files/empty/*: cannot open: Permission denied*"
    chmod 700 "$files/empty/closed" "$files/empty/shut"
fi

mkfifo "$tmp/pipe.smt2"
cat "$files/below/c.smt2" >"$tmp/pipe.smt2" &
writer=$!
run "$tmp/pipe.smt2"
ok 'a pipe is read' result 0 $'(check-sat)\n(exit)' ''
wait "$writer"

# -- in place ---------------------------------------------------------------

chmod 640 "$files/b.smt2"
chmod 750 "$files/below/c.smt2"
stamp() { stat -c '%i %Y %a %s' "$files/b.smt2"; }
before=$(stamp)
run -i "$files"
ok 'in place nothing is printed' result 3 '' "$files/b.smt2:1:11: error: "*
ok 'a bad file is left as it is' test "$(stamp) $(cat "$files/b.smt2")" = "$before (check-sat"
ok 'a good one is replaced' test "$(cat "$files/below/c.smt2")" = $'(check-sat)\n(exit)'
ok 'and keeps its mode' test "$(stat -c %a "$files/below/c.smt2")" = 750
ok 'an empty one stays empty' test ! -s "$files/d.smt2"
before=$(stat -c '%i %Y' "$files/below/c.smt2")
run -i "$files/below"
ok 'a second time nothing changes' test "$(stat -c '%i %Y' "$files/below/c.smt2")" = "$before"
ok 'and no other files are left' test "$(cd "$files" && find . -type f | sort | tr '\n' ' ')" = \
    './a.smt2 ./b.smt2 ./below/c.smt2 ./d.smt2 ./e.txt '
ln -s below/c.smt2 "$files/link.smt2"
echo '(check-sat )' >"$files/below/c.smt2"
run -i "$files/link.smt2"
ok 'through a link, the file is replaced' \
    test -L "$files/link.smt2" -a "$(cat "$files/below/c.smt2")" = '(check-sat)'

echo '(check-sat )' >"$files/below/c.smt2"
if chown 12345:12345 "$files/below/c.smt2" 2>/dev/null; then
    run -i "$files/below/c.smt2"
    ok 'the owner stays' test "$(stat -c '%u:%g %a' "$files/below/c.smt2")" = '12345:12345 750'
else
    skip 'another owner: only root can make one'
fi
echo '(check-sat )' >"$tmp/pipe.smt2" &
writer=$!
run -i "$tmp/pipe.smt2"
ok 'a pipe is not formatted in place' \
    result 3 '' "momus: error: $tmp/pipe.smt2: no file: it cannot be formatted in place"
wait "$writer"

# -- output that fails ------------------------------------------------------

if [ -w /dev/full ]; then
    "$MOMUS" fmt "$files/a.smt2" >/dev/full 2>"$tmp/err"
    status=$? out='' err=$(cat "$tmp/err")
    ok 'a full disk is told' result 5 '' 'momus: error: cannot write standard output: No space left*'
    "$MOMUS" fmt "$files" >/dev/full 2>"$tmp/err"
    status=$?
    ok 'and is worse than bad input' test "$status" = 5
else
    skip 'a full disk: there is no /dev/full'
fi

echo
if [ "$skipped" -gt 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
else
    echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ]
