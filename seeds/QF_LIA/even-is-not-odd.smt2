; A combination of even coefficients is never odd.
(set-logic QF_LIA)
(declare-fun x () Int) (declare-fun y () Int) (declare-fun z () Int)
(assert (= (- (* 2 x) (* 6 y) (* (- 4) z)) 5))
(set-info :status unsat)
(check-sat)
