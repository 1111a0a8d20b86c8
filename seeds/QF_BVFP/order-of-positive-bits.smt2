; Positive numbers are ordered as their bits.
(set-logic QF_BVFP)
(declare-const a (_ BitVec 9)) (declare-const b (_ BitVec 9))
(define-fun f ((v (_ BitVec 9))) (_ FloatingPoint 4 6) ((_ to_fp 4 6) (concat #b0 v)))
(assert (bvule a b))
(assert (fp.gt (f a) (f b)))
(set-info :status unsat)
(check-sat)
