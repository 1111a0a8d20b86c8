; A fused product and sum may differ from the two rounded one after the other.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 3 3)) (declare-const y (_ FloatingPoint 3 3)) (declare-const z (_ FloatingPoint 3 3))
(assert (fp.lt (fp.fma RNE x y z) (fp.add RNE (fp.mul RNE x y) z)))
(assert (fp.isNormal z))
(set-info :status sat)
(check-sat)
