; A function on reals given at two points and bounded at their middle.
(set-logic QF_UFLRA)
(declare-fun f (Real) Real)
(declare-const x Real) (declare-const y Real)
(assert (and (= (f x) 1.0) (= (f y) 2.0)))
(assert (> (f (/ (+ x y) 2.0)) 3.5))
(assert (= (- y x) 0.25))
(set-info :status sat)
(check-sat)
