; Operations on special values: which number makes all of these NaN, infinite or zero.
(set-logic QF_FP)
(declare-const x Float32)
(assert (fp.isNaN (fp.mul RNE x (_ +zero 8 24))))
(assert (fp.isInfinite (fp.add RTP x (fp #b0 #x7f #b00000000000000000000000))))
(assert (fp.isZero (fp.div RNA (fp #b1 #x80 #b10000000000000000000000) x)))
(assert (= (fp.max x (_ NaN 8 24)) (_ -oo 8 24)))
(set-info :status sat)
(check-sat)
