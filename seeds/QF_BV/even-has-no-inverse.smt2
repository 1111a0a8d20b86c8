; An even number has no inverse modulo a power of two.
(set-logic QF_BV)
(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))
(assert (= (bvmul (bvshl x #x01) y) #x01))
(set-info :status unsat)
(check-sat)
