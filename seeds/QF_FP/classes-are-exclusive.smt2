; Every value is in exactly one of five classes.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 5 4))
(assert (not (or (fp.isNormal x) (fp.isSubnormal x) (fp.isZero x) (fp.isInfinite x) (fp.isNaN x))))
(set-info :status unsat)
(check-sat)
