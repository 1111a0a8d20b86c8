; Pieces of a wide vector put together in another order.
(set-logic QF_BV)
(declare-const w (_ BitVec 70))
(assert (= (concat ((_ extract 5 0) w) ((_ extract 69 6) w)) (concat #b110011 (_ bv12345678901234567 64))))
(set-info :status sat)
(check-sat)
