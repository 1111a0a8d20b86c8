; A square plus one is positive.
(set-logic QF_NIA)
(declare-const x Int)
(assert (<= (+ (* x x) 1) 0))
(set-info :status unsat)
(check-sat)
