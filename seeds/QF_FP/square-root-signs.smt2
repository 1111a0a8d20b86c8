; The root of a negative number other than zero is NaN.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 3 4))
(assert (fp.lt x (_ -zero 3 4)))
(assert (not (fp.isNaN (fp.sqrt RTP x))))
(set-info :status unsat)
(check-sat)
