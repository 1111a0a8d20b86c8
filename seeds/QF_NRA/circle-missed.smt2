; The line x + y = 2 does not touch the unit circle.
(set-logic QF_NRA)
(declare-const x Real) (declare-const y Real)
(assert (= (+ (* x x) (* y y)) 1))
(assert (= (+ x y) 2))
(set-info :status unsat)
(check-sat)
