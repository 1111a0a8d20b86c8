; A number written out has no leading zero unless it is zero.
(set-logic QF_SLIA)
(declare-const n Int)
(assert (< 0 n 1000))
(assert (str.prefixof "0" (str.from_int n)))
(set-info :status unsat)
(check-sat)
