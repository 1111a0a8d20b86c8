; A remainder is never larger than its divisor.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 3 3)) (declare-const y (_ FloatingPoint 3 3))
(assert (fp.gt (fp.abs (fp.rem x y)) (fp.abs y)))
(set-info :status unsat)
(check-sat)
