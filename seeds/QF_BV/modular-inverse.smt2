; An odd number has an inverse modulo a power of two.
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(assert (= (bvmul x #x0b) #x01))
(set-info :status sat)
(check-sat)
