; Two has a positive real root, which is irrational.
(set-logic QF_NRA)
(declare-const r Real)
(assert (= (* r r) 2.0))
(assert (> r 0.0))
(set-info :status sat)
(check-sat)
