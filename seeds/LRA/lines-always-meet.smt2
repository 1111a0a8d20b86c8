; Two lines with different slopes always meet.
(set-logic LRA)
(declare-const c Real)
(assert (not (exists ((x Real)) (= (+ (* 2.0 x) 1.0) (- c x)))))
(set-info :status unsat)
(check-sat)
