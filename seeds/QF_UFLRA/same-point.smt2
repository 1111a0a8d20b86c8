; The midpoint of equal points is the point.
(set-logic QF_UFLRA)
(declare-fun f (Real) Real)
(declare-const x Real) (declare-const y Real)
(assert (and (>= x y) (not (< y x))))
(assert (distinct (f (* 0.5 (+ x y))) (f y)))
(set-info :status unsat)
(check-sat)
