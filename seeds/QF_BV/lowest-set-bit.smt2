; x and its negative share exactly the lowest set bit.
(set-logic QF_BV)
(declare-const x (_ BitVec 16))
(assert (= (bvand x (bvneg x)) #x0040))
(assert (bvugt x #xabc0))
(set-info :status sat)
(check-sat)
