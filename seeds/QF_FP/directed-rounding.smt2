; A sum rounded up and the same sum rounded down may differ.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 3 5)) (declare-const y (_ FloatingPoint 3 5))
(assert (fp.lt (fp.add RTN x y) (fp.add RTP x y)))
(assert (fp.gt x (fp #b0 #b011 #x0)))
(set-info :status sat)
(check-sat)
