; All signed comparators on a triple that the unsigned ones order the other way.
(set-logic QF_BV)
(declare-const a (_ BitVec 11)) (declare-const b (_ BitVec 11)) (declare-const c (_ BitVec 11))
(assert (and (bvsgt a b) (bvsge b c) (bvslt c a) (bvsle c b)))
(assert (and (bvult a b) (bvuge c b) (bvugt c a)))
(assert (= (bvxnor b c) (bvnot (bvxor b c))))
(assert (= (bvnand a b) (bvor (bvnot a) (bvnot b))))
(set-info :status sat)
(check-sat)
