; The two zeros are equal for fp.eq but distinct as values.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 3 4)) (declare-const y (_ FloatingPoint 3 4))
(assert (fp.eq x y))
(assert (distinct x y))
(assert (fp.isNegative x))
(assert (fp.isPositive y))
(set-info :status sat)
(check-sat)
