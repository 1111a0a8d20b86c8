; Two rounding modes that give different quotients; neither is the default.
(set-logic QF_FP)
(declare-const r RoundingMode) (declare-const s RoundingMode)
(declare-const x (_ FloatingPoint 3 4)) (declare-const y (_ FloatingPoint 3 4))
(assert (distinct r s RNE))
(assert (fp.lt (fp.div r x y) (fp.div s x y)))
(set-info :status sat)
(check-sat)
