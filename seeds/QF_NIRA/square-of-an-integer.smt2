; The square of an integer is never two and a quarter.
(set-logic QF_NIRA)
(declare-const n Int)
(assert (= (* (to_real n) (to_real n)) 2.25))
(set-info :status unsat)
(check-sat)
