; A real is less than one above its floor.
(set-logic QF_LIRA)
(declare-const r Real)
(assert (>= (- r (to_real (to_int r))) 1.0))
(set-info :status unsat)
(check-sat)
