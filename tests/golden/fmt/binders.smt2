(declare-const x Int)
(declare-fun p (Int) Bool)
(declare-fun q (Int Int) Bool)
(assert (forall ((y Int) (z Int)) (=> (p y) (exists ((w Int)) (q w z)))))
; a variable that hides a constant
(assert (forall ((x Int)) (p x)))
; one that hides another variable
(assert (forall ((y Int)) (and (p y) (exists ((y Int)) (p y)))))
; the x of the let is the constant: the bound one needs another name
(assert (let ((free x)) (exists ((x Int)) (q x free))))
(assert (forall ((y Int)) (let ((outer y)) (exists ((y Int)) (q outer y)))))
; a variable named like an operator that its body uses, too
(assert (let ((sum (+ x 1))) (forall ((+ Int)) (> + sum))))
(assert (forall ((- Int)) (> - 0)))
; two of a name: the second one counts
(assert (forall ((v Int) (v Bool)) v))
; names that a new one must avoid
(declare-const x_1 Int)
(assert (let ((free x)) (exists ((x Int)) (q (+ x x_1) free))))
(assert (forall ((|a b| Int) (|let| Int)) (q |a b| |let|)))
(define-fun h ((x Int) (y Int)) Bool (exists ((z Int)) (and (q x z) (q z y))))
