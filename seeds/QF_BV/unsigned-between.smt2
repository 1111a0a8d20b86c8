; A number between two others in the unsigned but not in the signed order.
(set-logic QF_BV)
(declare-const lo (_ BitVec 8)) (declare-const x (_ BitVec 8)) (declare-const hi (_ BitVec 8))
(assert (and (bvule lo x) (bvuge hi x) (distinct lo x hi)))
(assert (not (and (bvsle lo x) (bvsle x hi))))
(assert (= (bvsub hi lo) #x05))
(set-info :status sat)
(check-sat)
