; A remainder and a modulus that differ in sign.
(set-logic QF_BV)
(declare-const x (_ BitVec 4)) (declare-const y (_ BitVec 4))
(assert (bvslt (bvsrem x y) #x0)) (assert (bvsgt (bvsmod x y) #x0))
(assert (= (bvadd (bvmul (bvsdiv x y) y) (bvsrem x y)) x))
(set-info :status sat)
(check-sat)
