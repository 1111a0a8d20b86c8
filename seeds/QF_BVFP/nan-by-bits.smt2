; Different bits may denote the same value only for NaN.
(set-logic QF_BVFP)
(declare-const a (_ BitVec 8)) (declare-const b (_ BitVec 8))
(assert (distinct a b))
(assert (= ((_ to_fp 4 4) a) ((_ to_fp 4 4) b)))
(set-info :status sat)
(check-sat)
