; Two modes that round one sum to different sides.
(set-logic QF_FP)
(declare-const r RoundingMode) (declare-const s RoundingMode)
(declare-const x (_ FloatingPoint 3 5)) (declare-const y (_ FloatingPoint 3 5))
(assert (not (= r s)))
(assert (fp.lt (fp.add r x y) (fp.add s x y)))
(assert (or (= r RTN) (= s RTP)))
(set-info :status sat)
(check-sat)
