; NaN is neither negative nor positive, and everything else is one of them.
(set-logic QF_FP)
(declare-const x Float32)
(assert (= (fp.isNaN x) (xor (fp.isNegative x) (fp.isPositive x))))
(set-info :status unsat)
(check-sat)
