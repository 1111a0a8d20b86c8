; A vector with three set bits, counted by adding extended single bits.
(set-logic QF_BV)
(declare-const x (_ BitVec 5))
(define-fun wide ((v (_ BitVec 1))) (_ BitVec 3) ((_ zero_extend 2) v))
(assert (= #b011 (bvadd (wide ((_ extract 0 0) x)) (wide ((_ extract 1 1) x))
  (wide ((_ extract 2 2) x)) (wide ((_ extract 3 3) x)) (wide ((_ extract 4 4) x)))))
(assert (= (bvurem x #b00111) #b00101))
(set-info :status sat)
(check-sat)
