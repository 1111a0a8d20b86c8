; A fused product and sum beside the two steps, in a format of six bits.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 3 3)) (declare-const y (_ FloatingPoint 3 3)) (declare-const z (_ FloatingPoint 3 3))
(assert (fp.eq (fp.fma RNE x y z) (fp.add RNE (fp.mul RNE x y) z)))
(assert (fp.lt x y))
(assert (not (fp.isZero z)))
(set-info :status sat)
(check-sat)
