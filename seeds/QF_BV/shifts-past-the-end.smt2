; Shifting by the width or more empties a vector; an arithmetic shift fills it with its sign.
(set-logic QF_BV)
(declare-const x (_ BitVec 8)) (declare-const s (_ BitVec 8))
(assert (= (bvshl x s) #x00))
(assert (= (bvashr x s) #xff))
(assert (= (bvlshr x s) #x00))
(assert (bvule s #x0c))
(set-info :status sat)
(check-sat)
