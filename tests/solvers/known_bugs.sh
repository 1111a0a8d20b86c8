#!/usr/bin/env bash
# Lets momus judge formulas on which solvers are known to be wrong: witnesses
# must be true, models that a solver made up false, formulas without variables,
# or with few values, decided as they are.
#
#   known_bugs.sh DIR
#
#   DIR    the folder with the formulas, NAME.smt2 each; they come from issue
#          trackers and are no part of this tree
#
# MOMUS is the program (default: build/release/momus of this repository). A
# missing folder or file is skipped. The last line is the sum.
#
# Status: 0 if nothing failed, 1 otherwise, 2 on wrong usage.

set -eu

if [ $# -ne 1 ]; then
    echo "usage: ${0##*/} DIR" >&2
    exit 2
fi
dir=$1
here=$(cd "$(dirname "$0")" && pwd)
momus=${MOMUS:-$here/../../build/release/momus}
passed=0 failed=0 skipped=0

if [ ! -d "$dir" ]; then
    echo "skip: no folder $dir"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# judge NAME VERDICT [ARGUMENT]...: what momus eval says last about DIR/NAME.smt2. VERDICT may be
# several, with | between them; refused: a model, or something else, could not be read.
judge() {
    local name=$1 expected=$2 found
    shift 2
    if [ ! -f "$dir/$name.smt2" ]; then
        echo "skip: no $name.smt2"
        skipped=$((skipped + 1))
        return
    fi
    local status=0
    "$momus" eval "$@" "$dir/$name.smt2" >"$work/said" 2>&1 || status=$?
    found=$(tail -n 1 "$work/said")
    [ "$status" -ne 3 ] || found=refused
    if [[ "|$expected|" == *"|$found|"* ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name: $found, not $expected${*:+, with $*}"
    fi
}

# under NAME VERDICT SETTING...: the same, each setting a NAME=VALUE.
under() {
    local name=$1 expected=$2 setting
    local -a arguments=()
    shift 2
    for setting in "$@"; do
        arguments+=(--set "$setting")
    done
    judge "$name" "$expected" "${arguments[@]}"
}

# model NAME VERDICT: under the model on standard input.
model() {
    cat >"$work/model"
    judge "$1" "$2" --model "$work/model"
}

# -- refutation soundness: satisfiable, and here is why -------------------------------------------

judge cvc4-5510 true
under cvc4-5510 true 'x="A"' 'y="A"'
under cvc4-5510 false 'x=""' 'y="A"'

under cvc4-5940a true z=0 # (str.substr "A" 0 0) is empty, so "B" goes in front of nothing
under cvc4-5940a true 'z=(- 3)'
under cvc4-5940a false z=1
judge cvc4-5940a true

# y = "A" makes it (= "AA" (str.replace x "AA" (str.replace "AAA" x "A"))).
under cvc4-6142 true 'y="A"' 'x="AAA"'
under cvc4-6142 true 'y="A"' 'x="AA"'
under cvc4-6142 false 'y=""' 'x="A"'
under cvc4-6142 false 'y="B"' 'x="AB"'

under cvc4-6834 true a=0
under cvc4-6834 true 'a=(- 1)'
under cvc4-6834 false a=1
judge cvc4-6834 true

under cvc5-re-inc-range true 'a="K"'
under cvc5-re-inc-range true 'a="Z"'
under cvc5-re-inc-range false 'a="J"'
under cvc5-re-inc-range false 'a="["'
under cvc5-re-inc-range false 'a=""'
judge cvc5-re-inc-range true

# fp.to_ubv of NaN is open, and every value of it satisfies the formula: +zero times a finite
# number that is not negative is +zero.
judge cvc5-12354 true
under cvc5-12354 true '((_ fp.to_ubv 32) RNE (_ NaN 8 24))=#x00000000'
under cvc5-12354 true '((_ fp.to_ubv 32) RNE (_ NaN 8 24))=#xffffffff'

# The start, 2 * 18 - 30 = 6, is before the letters at 10.
under z3-5467a true 's="bbbbbbbbbbaaaaaaab"' i=18
under z3-5467a false 's="bbbbbbbbbbaaaaaaab"' i=17
under z3-5467a false 's="aaaaaaa"' i=7

# The greatest float of (_ FloatingPoint 2 11) is 2 * (2 - 2^-10) < 4.
judge z3-fpa-boundary true
under z3-fpa-boundary true high=#b1111111111111 small=#b0000000000001
under z3-fpa-boundary true high=#b1111111111110 small=#b0000000000010
under z3-fpa-boundary false high=#b1111111111101 small=#b0000000000001

judge cvc5-9078-1 true
under cvc5-9078-1 true 'x=(_ NaN 11 53)' 'y=(_ bv0 54)'
under cvc5-9078-1 false 'x=(_ +zero 11 53)' 'y=(_ bv0 54)'

# -- satisfiable, but a solver's model is bad -----------------------------------------------------

judge cvc5-12805-to-real-index true
model cvc5-12805-to-real-index false <<'END'
(
(define-fun p () Bool true)
(define-fun i1 () Int 1)
(define-fun a0 () (Array Real Int) ((as const (Array Real Int)) 0))
(define-fun a2 () (Array Real Int) (store ((as const (Array Real Int)) 0) 1.0 (- 1)))
)
END
model cvc5-12805-to-real-index true <<'END'
(model
(define-fun p () Bool false)
(define-fun i1 () Int 1)
(define-fun a0 () (Array Real Int) ((as const (Array Real Int)) 0))
(define-fun a2 () (Array Real Int) (store ((as const (Array Real Int)) 1) 1.0 (- 3)))
)
END

judge cvc5-8950-model13 true
model cvc5-8950-model13 false <<'END'
(
(define-fun a () (Array (_ FloatingPoint 8 24) (_ FloatingPoint 8 24)) (store (store ((as const (Array (_ FloatingPoint 8 24) (_ FloatingPoint 8 24))) (_ -zero 8 24)) (_ +oo 8 24) (_ +oo 8 24)) (_ -oo 8 24) (_ -oo 8 24)))
(define-fun b () (Array (_ FloatingPoint 8 24) (_ FloatingPoint 8 24)) (store ((as const (Array (_ FloatingPoint 8 24) (_ FloatingPoint 8 24))) (_ +zero 8 24)) (_ -oo 8 24) (_ +oo 8 24)))
(define-fun c () (_ FloatingPoint 8 24) (_ -oo 8 24))
)
END
model cvc5-8950-model13 true <<'END'
(
  (define-fun a () (Array Float32 Float32)
    (store ((as const (Array Float32 Float32)) (fp #b0 #x00 #b00000000000000000000001))
       (_ NaN 8 24) (fp #b0 #x00 #b00000000000000000000100)))
  (define-fun c () Float32 (_ +zero 8 24))
  (define-fun b () (Array Float32 Float32)
    ((as const (Array Float32 Float32)) (fp #b0 #x04 #b00000000000000000000000)))
)
END

# Both solvers take the same index twice.
model z3-9864fp false <<'END'
(
  ;; universe for S:
  ;;   S!val!0 S!val!1
  (declare-fun S!val!0 () S)
  (declare-fun S!val!1 () S)
  (forall ((x S)) (or (= x S!val!0) (= x S!val!1)))
  (define-fun c1 () (Array Float64 S) ((as const (Array Float64 S)) S!val!1))
  (define-fun c () (_ BitVec 52) #x0000000000000)
)
END
model z3-9864fp false <<'END'
(
; cardinality of S is 2
; rep: (as @S_0 S)
; rep: (as @S_1 S)
(define-fun c1 () (Array (_ FloatingPoint 11 53) S) (store ((as const (Array (_ FloatingPoint 11 53) S)) (as @S_0 S)) (_ +zero 11 53) (as @S_1 S)))
(define-fun c () (_ BitVec 52) #b0000000000000000000000000000000000000000000000000000)
)
END
model z3-9864fp true <<'END'
(
  (declare-fun S!val!0 () S)
  (declare-fun S!val!1 () S)
  (forall ((x S)) (or (= x S!val!0) (= x S!val!1)))
  (define-fun c1 () (Array Float64 S)
    (store ((as const (Array Float64 S)) S!val!1) (_ +zero 11 53) S!val!0))
  (define-fun c () (_ BitVec 52) #x0000000000001)
)
END
# The elements have to differ: one of them is not enough.
model z3-9864fp false <<'END'
(
  (declare-fun S!val!0 () S)
  (forall ((x S)) (= x S!val!0))
  (define-fun c1 () (Array Float64 S) ((as const (Array Float64 S)) S!val!0))
  (define-fun c () (_ BitVec 52) #x0000000000001)
)
END

# -- solution soundness: unsatisfiable, and the models are made up --------------------------------

judge cvc4-5428 false # all words without those of length 1, without all
judge cvc4-6603 false # (a (c false)) is false
judge z3-6855 false   # the empty language has not the word "e"
judge z3-5429a false  # nothing is its own negation
under z3-5429a false a=#xfff0000000000001

# The left side has a B more than the right one, or none at all.
judge cvc4-5915 'needs-choice|false'
under cvc4-5915 false 'x="AB"' 'y="AB"'
under cvc4-5915 false 'x="B"' 'y=""'
under cvc4-5915 false 'x=""' 'y=""'

# Nothing is before the empty word.
judge cvc4-6075 'needs-choice|false'
under cvc4-6075 false 'x="B"' 'y="C"'
under cvc4-6075 false 'x=""' 'y="C"'
under cvc4-6075 false 'x="A"' 'y="C"'

# With x = y, (f x) is (f y); otherwise a has 0 at y, and the arrays that g sees are one.
judge cvc5-11889 'needs-choice|false'
model cvc5-11889 false <<'END'
(
(define-fun a () (Array Int Int) ((as const (Array Int Int)) 0))
(define-fun x () Int (- 1))
(define-fun y () Int 0)
(define-fun g ((_arg_1 (Array Int Int))) Int (- 2))
(define-fun f ((_arg_1 Int)) Int (ite (= _arg_1 0) 2 1))
)
END

# No value is part of itself.
judge cvc5-yoni-cyclic 'needs-choice|false'
model cvc5-yoni-cyclic refused <<'END'
(
(define-fun x () T1 (cons1 1 (tail1 (tail2 y))))
(define-fun y () T2 (cons2 0 (tail2 y)))
)
END
under cvc5-yoni-cyclic false 'x=(cons1 0 Nil)' 'y=Nil'
under cvc5-yoni-cyclic false 'x=(cons1 0 Nil)' 'y=(cons2 0 (cons1 0 Nil))'
under cvc5-yoni-cyclic false 'x=(cons1 0 (cons2 1 (cons1 0 Nil)))' 'y=(cons2 1 (cons1 0 Nil))'

# -- traps: nobody is wrong -----------------------------------------------------------------------

judge trap-escape false # \x is no escape: four characters each, and they differ

# x / 0 is a function: if c = c / 0, then (c / 0) / 0 is c, too.
judge z3-2733 'needs-choice|false'
under z3-2733 false '(/ 0.0 0.0)=0.0'
under z3-2733 false '(/ 0.0 0.0)=1.0'
under z3-2733 false '(/ 0.0 0.0)=1.0' '(/ 1.0 0.0)=1.0'
under z3-2733 false '(/ 0.0 0.0)=1.0' '(/ 1.0 0.0)=0.0'
under z3-2733 false '(/ 0.0 0.0)=(- 2.5)'

# (^ 0.0 0.0) has no standard meaning: whoever takes 1 says unsat, and whoever does not, sat.
judge z3-5698 true
under z3-5698 true var1=0.0 '(^ 0.0 0.0)=2.0'
under z3-5698 false var1=0.0 '(^ 0.0 0.0)=1.0'
under z3-5698 false var1=2.0
model z3-5698 true <<'END'
(
  (define-fun var1 () Real 0.0)
  (define-fun ^0 ((x!0 Real) (x!1 Real)) Real 2.0)
)
END

# 2 div 4v is 1 for no v but 0.
judge z3-6165b true
under z3-6165b true v=0 x2=true
under z3-6165b true v=0 x2=true '(div 2 0)=1'
under z3-6165b false v=0 x2=true '(div 2 0)=0'
under z3-6165b false v=1 x2=true
under z3-6165b false 'v=(- 1)' x2=true
model z3-6165b true <<'END'
(
  (define-fun x2 () Bool true)
  (define-fun v () Int 0)
  (define-fun x20 () Bool false)
  (define-fun x1 () Bool false)
  (define-fun x () Bool false)
  (define-fun div0 ((x!0 Int) (x!1 Int)) Int (ite (and (= x!0 1) (= x!1 0)) 0 1))
  (define-fun mod0 ((x!0 Int) (x!1 Int)) Int 0)
  (define-fun b ((x!0 Int)) Bool false)
)
END
model z3-6165b true <<'END' # cvc5 does not say what 2 div 0 is
(
(define-fun x2 () Bool true)
(define-fun x20 () Bool false)
(define-fun x1 () Bool false)
(define-fun x () Bool false)
(define-fun b ((BOUND_VARIABLE_533 Int)) Bool false)
(define-fun v () Int 0)
)
END

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
