; Half-planes without a common point: a positive combination of them says that zero is above five.
(set-logic QF_LRA)
(declare-fun x () Real) (declare-fun y () Real)
(assert (<= (+ x y) 1))
(assert (< (- (* 2 x) y) (- 5)))
(assert (>= (+ (* 5 x) (* 2 y)) 7))
(assert (>= x (/ 1 3)))
(set-info :status unsat)
(check-sat)
