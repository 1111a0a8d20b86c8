; A nonzero number has no zero product with another nonzero number.
(set-logic NRA)
(declare-const a Real)
(assert (distinct a 0.0))
(assert (exists ((x Real)) (and (distinct x 0.0) (= (* a x) 0.0))))
(set-info :status unsat)
(check-sat)
