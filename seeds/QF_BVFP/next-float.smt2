; The next bit pattern above the largest finite number is infinity.
(set-logic QF_BVFP)
(declare-const b (_ BitVec 7))
(assert (= ((_ to_fp 3 4) (bvadd b (_ bv1 7))) (_ +oo 3 4)))
(assert (fp.isNormal ((_ to_fp 3 4) b)))
(set-info :status sat)
(check-sat)
