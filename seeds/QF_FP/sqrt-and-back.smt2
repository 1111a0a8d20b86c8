; A root whose square is not the number it came from.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 3 4))
(assert (fp.isNormal x)) (assert (fp.isPositive x))
(assert (not (fp.eq (fp.mul RNE (fp.sqrt RNE x) (fp.sqrt RNE x)) x)))
(set-info :status sat)
(check-sat)
