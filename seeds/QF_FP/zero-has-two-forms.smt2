; Values that fp.eq calls equal and that are not zero are the same value.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 4 5)) (declare-const y (_ FloatingPoint 4 5))
(assert (and (fp.eq x y) (not (fp.isZero x)) (not (= x y))))
(set-info :status unsat)
(check-sat)
