; A function that is larger than its argument here and smaller there.
(set-logic QF_UFLIA)
(declare-fun f (Int) Int)
(declare-const x Int) (declare-const y Int)
(assert (< x y (f x)))
(assert (> y (f y) x))
(assert (= (+ x y) 11))
(set-info :status sat)
(check-sat)
