; The least signed number is its own negative, and dividing it by minus one returns it.
(set-logic QF_BV)
(declare-const m (_ BitVec 12))
(assert (bvslt m (_ bv0 12)))
(assert (= m (bvneg m)))
(assert (= m (bvsdiv m #xfff)))
(assert (bvsge (bvsub m #x001) (bvnot m)))
(set-info :status sat)
(check-sat)
