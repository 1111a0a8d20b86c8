; Two numbers above two have a product above four.
(set-logic QF_NRA)
(declare-const x Real) (declare-const y Real)
(assert (and (> x 2.0) (> y 2.0)))
(assert (<= (* x y) 4.0))
(set-info :status unsat)
(check-sat)
