#!/bin/bash
# What `momus fmt` prints: tests/golden/fmt/NAME.smt2 becomes NAME.gold.
#
# NAME.options, if it exists, holds further words for the command line, and NAME.err what goes
# to standard error. UPDATE=1 rewrites the .gold and .err files: read the difference before you
# keep it. What is printed must also be accepted, and stay the same when it is read again.
set -u
top=${TOP:?}
tmp=${TMPDIR:?}
passed=0 failed=0

# ok NAME COMMAND...: the command must succeed.
ok() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name"
    fi
}

# same NAME FILE GOLD: the file is as it should be; with UPDATE=1 it is made so.
same() {
    [ -z "${UPDATE:-}" ] || cp "$2" "$3"
    ok "$1" diff -u "$3" "$2"
}

# momus STATUS WORD...: what `momus fmt` prints is in $tmp/out and $tmp/err.
momus() {
    local wanted=$1
    shift
    timeout 60 "$MOMUS" fmt "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    local status=$?
    [ "$status" = "$wanted" ] || { echo "status $status: fmt $*" && cat "$tmp/err" && false; }
}

cd "$top/tests/golden/fmt" || exit 2

# -- scripts without options: all in one process, formatted in place --------

mkdir "$tmp/plain" "$tmp/again"
plain=()
for script in *.smt2; do
    name=${script%.smt2}
    if [ ! -f "$name.options" ]; then
        plain+=("$name")
        cp "$script" "$tmp/plain/"
    fi
done
ok 'scripts are accepted' momus 0 --check "$tmp/plain"
ok 'and formatted' momus 0 -i "$tmp/plain"
ok 'without a word' test ! -s "$tmp/out" -a ! -s "$tmp/err"
for name in "${plain[@]}"; do
    same "fmt/$name" "$tmp/plain/$name.smt2" "$name.gold"
    cp "$name.gold" "$tmp/again/$name.smt2"
done
ok 'what is printed is accepted' momus 0 --check "$tmp/again"
ok 'and formatted once more' momus 0 -i "$tmp/again"
for name in "${plain[@]}"; do
    ok "fmt/$name is stable" diff -u "$name.gold" "$tmp/again/$name.smt2"
done
ok 'printing all scripts is accepted' momus 0 "${plain[@]/%/.smt2}"
cat "${plain[@]/%/.gold}" >"$tmp/all"
ok 'and prints the same, one after the other' diff -u "$tmp/all" "$tmp/out"

# tidy FILE...: the files have no line beyond 80 columns, and none that ends with a blank.
tidy() {
    # shellcheck disable=SC2016 # awk
    awk 'length($0) > 80 || /[ \t\r]$/ { print FILENAME ":" FNR ": " $0; bad = 1 }
         END { exit bad }' "$@"
}

# Not those with what cannot be broken: long strings, variable lists, closing parentheses.
tidy=()
for name in "${plain[@]}"; do
    [[ $name == @(options|quoted-symbols|strings|comments|deep|long-lines) ]] || tidy+=("$name.gold")
done
ok 'lines end within 80 columns and without blanks' tidy "${tidy[@]}"

# -- scripts with options ---------------------------------------------------

for options in *.options; do
    name=${options%.options}
    read -ra words <"$options"
    ok "fmt/$name is printed" momus 0 "${words[@]}" "$name.smt2"
    cp "$tmp/out" "$tmp/printed.smt2"
    same "fmt/$name" "$tmp/printed.smt2" "$name.gold"
    if [ -f "$name.err" ] || [ -s "$tmp/err" ]; then
        same "fmt/$name, standard error" "$tmp/err" "$name.err"
    fi
    momus 0 "${words[@]}" "$tmp/printed.smt2"
    ok "fmt/$name is stable" diff -u "$name.gold" "$tmp/out"
done

for made in *.gold *.err *.options; do
    [ -f "${made%.*}.smt2" ] || [ ! -f "$made" ] || ok "$made belongs to a script" false
done
lines() { wc -l <"$1"; }
ok 'a smaller --width makes more lines' \
    test "$(lines width-40.gold)" -gt "$(lines long-lines.gold)" -a \
    "$(lines long-lines.gold)" -gt "$(lines width-200.gold)"
ok '--width changes the lines only' diff <(tr -d ' \n' <width-40.gold) <(tr -d ' \n' <width-200.gold)

# -- canonical --------------------------------------------------------------

# canonical NAME: standard input as --canonical prints it, in $tmp/NAME.
canonical() {
    timeout 60 "$MOMUS" fmt --canonical - >"$tmp/$1"
}

canonical one <<'SCRIPT'
(set-logic ALL)
(declare-sort Element 0)
(declare-datatype List (par (T) ((nil) (cons (head T) (tail (List T))))))
(declare-const e Element)
(declare-fun p (Int) Bool)
(declare-fun q (Int Int) Bool)
(define-fun twice ((x Int)) Int (+ x x))
(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) ((or (= n 0) (odd (- n 1))) (not (even n))))
(assert (forall ((x Int)) (p x)))
(assert (forall ((x Int)) (exists ((y Int)) (q x y))))
(assert (forall ((x Int)) (and (p x) (exists ((x Int)) (q x x)))))
(assert (! (=> (q 1 2) (= (p 3) (q 1 2))) :named goal))
(assert (=> goal (p (twice 2))))
(assert (match (cons e (as nil (List Element))) ((nil true) ((cons h t) (= h e)))))
(check-sat-assuming ((p 1) (not (p 2))))
SCRIPT
canonical two <<'SCRIPT'
; the same, by another author
(set-logic ALL)
(declare-sort |an element| 0)
(declare-datatype Sequence (par (Item) ((empty) (put (first Item) (rest (Sequence Item))))))
(declare-const it |an element|)

(declare-fun pp (Int) Bool) ; a property
(declare-fun qq (Int Int) Bool)
(define-fun double ((n Int)) Int (let ((m n)) (+ m n)))
(define-funs-rec
  ((even? ((k Int)) Bool) (odd? ((k Int)) Bool))
  ((or (= k 0) (odd? (- k 1))) (not (even? k))))
(assert (forall ((a Int)) (pp a)))
(assert (forall ((b Int)) (exists ((c Int)) (qq b c))))
(assert (forall ((d Int)) (and (pp d) (exists ((e Int)) (qq e e)))))
(assert (! (let ((both (qq 1 2))) (implies both (iff (pp 3) both))) :named aim))
(assert (implies aim (pp (double 2))))
(assert (match (put it (as empty (Sequence |an element|))) ((empty true) ((put a b) (= a it)))))
(check-sat-assuming ((pp 1) (not (pp 2))))
SCRIPT
ok 'scripts that differ in names, let, comments and spellings have one canonical form' \
    diff -u "$tmp/one" "$tmp/two"
ok 'which is a script' momus 0 --check "$tmp/one"
canonical three <"$tmp/one"
ok 'that has itself as canonical form' diff -u "$tmp/one" "$tmp/three"

# differ NAME A B: their canonical forms are different.
differ() {
    canonical a <<<"$2"
    canonical b <<<"$3"
    ok "canonical: $1" test "$(cat "$tmp/a")" != "$(cat "$tmp/b")"
}

fun='(declare-fun p (Int Int) Bool)'
differ 'the order of bound variables counts' \
    "$fun(assert (forall ((x Int) (y Int)) (p x y)))" "$fun(assert (forall ((x Int) (y Int)) (p y x)))"
differ 'which binder binds counts' \
    "$fun(assert (forall ((x Int)) (exists ((y Int)) (p x y))))" \
    "$fun(assert (forall ((x Int)) (exists ((y Int)) (p y y))))"
differ 'which constant it is counts' \
    '(declare-const a Int)(declare-const b Int)(assert (> a b))' \
    '(declare-const a Int)(declare-const b Int)(assert (> b a))'

# -- signatures -------------------------------------------------------------

cat >"$tmp/more.sig" <<'SIG'
(other Bool Bool)
SIG
echo '(assert (= (my.double 1) 2)) (assert (other true))' >"$tmp/both.smt2"
ok '--sig may be repeated' momus 0 --sig signature.sig --sig "$tmp/more.sig" "$tmp/both.smt2"
ok 'without it, its operators are unknown' momus 3 "$tmp/both.smt2"
ok 'and told so' grep -q "both.smt2:1:13: error: unknown function 'my.double'" "$tmp/err"
echo '(broken (_ BitVec' >"$tmp/bad.sig"
ok 'a bad signature is refused' momus 3 --sig "$tmp/bad.sig" "$tmp/both.smt2"
ok 'with its place, and nothing else is done' grep -q "^$tmp/bad.sig:[0-9]*:[0-9]*: error: " "$tmp/err"
ok 'a missing signature is refused' momus 3 --sig "$tmp/none.sig" "$tmp/both.smt2"

echo
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
