; One tenth rounded up and rounded down differ: it is not exact in a binary format.
(set-logic QF_FP)
(define-fun up () (_ FloatingPoint 3 5) ((_ to_fp 3 5) RTP 0.1))
(define-fun down () (_ FloatingPoint 3 5) ((_ to_fp 3 5) RTN 0.1))
(assert (not (fp.lt down up)))
(set-info :status unsat)
(check-sat)
