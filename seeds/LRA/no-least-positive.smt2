; There is no least positive real.
(set-logic LRA)
(assert (exists ((x Real)) (and (> x 0.0) (forall ((y Real)) (=> (> y 0.0) (<= x y))))))
(set-info :status unsat)
(check-sat)
