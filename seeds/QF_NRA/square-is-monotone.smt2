; Among positive numbers the larger has the larger square.
(set-logic QF_NRA)
(declare-const x Real) (declare-const y Real)
(assert (< 0 x y))
(assert (not (> (* y y) (* x x))))
(set-info :status unsat)
(check-sat)
