; Conversion to an integer follows the rounding mode: up, down and toward zero.
(set-logic QF_BVFP)
(declare-const x (_ FloatingPoint 4 6))
(assert (= ((_ fp.to_sbv 5) RTP x) #b11110))
(assert (= ((_ fp.to_sbv 5) RTN x) #b11101))
(assert (= ((_ fp.to_sbv 5) roundTowardZero x) #b11110))
(assert (= ((_ fp.to_sbv 5) roundNearestTiesToAway x) #b11101))
(set-info :status sat)
(check-sat)
