; There is no character beyond the third plane and none below zero.
(set-logic QF_SLIA)
(declare-const n Int)
(assert (or (> n 196607) (< n 0)))
(assert (distinct (str.from_code n) ""))
(set-info :status unsat)
(check-sat)
