; A number between the minimum and the maximum of two others, with a remainder and a fused product in play.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 3 4)) (declare-const y (_ FloatingPoint 3 4)) (declare-const z (_ FloatingPoint 3 4))
(assert (fp.lt (fp.min x y) z (fp.max x y)))
(assert (fp.isZero (fp.rem z (fp #b0 #b011 #b000))))
(assert (fp.eq (fp.fma RTP z z x) (fp.sub RTN y (_ -zero 3 4))))
(assert (not (fp.isZero z)))
(set-info :status sat)
(check-sat)
