; Bounds force two arguments to be equal, hence the values.
(set-logic QF_UFLIA)
(declare-fun f (Int Int) Int)
(declare-const x Int) (declare-const y Int)
(assert (and (<= x y) (<= (* 2 y) (+ x y))))
(assert (distinct (f x (+ y 1)) (f y (+ 1 x))))
(set-info :status unsat)
(check-sat)
