; Ties: to even goes down, away from zero goes up.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 4 6))
(assert (fp.lt (fp.roundToIntegral RNE x) x (fp.roundToIntegral RNA x)))
(assert (fp.gt x (fp #b0 #x8 #b00000)))
(set-info :status sat)
(check-sat)
