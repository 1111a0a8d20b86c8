; Rationals close to the root of two on either side.
(set-logic QF_NRA)
(declare-const x Real) (declare-const y Real)
(assert (< 0.0 x y))
(assert (and (< (* x x) 2.0) (< 2.0 (* y y))))
(assert (< (- y x) 0.125))
(set-info :status sat)
(check-sat)
