; Four-bit numbers survive a trip through a format with five bits of significand.
(set-logic QF_BVFP)
(declare-const n (_ BitVec 4)) (declare-const r RoundingMode)
(assert (or (distinct n ((_ fp.to_ubv 4) r ((_ to_fp_unsigned 5 5) r n)))
            (distinct n ((_ fp.to_sbv 4) r ((_ to_fp 5 5) r n)))))
(set-info :status unsat)
(check-sat)
