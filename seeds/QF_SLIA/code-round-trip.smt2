; A code that has a character comes back from it.
(set-logic QF_SLIA)
(declare-const n Int)
(assert (not (= (str.to_code (str.from_code n)) n)))
(assert (and (<= 0 n) (< n 1000)))
(set-info :status unsat)
(check-sat)
