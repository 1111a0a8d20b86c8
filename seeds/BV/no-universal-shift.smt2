; A shift to the right that empties every vector empties them to the left as well.
(set-logic BV)
(declare-const s (_ BitVec 8))
(assert (forall ((x (_ BitVec 8))) (= (bvlshr x s) #x00)))
(assert (exists ((x (_ BitVec 8))) (distinct (bvshl x s) #x00)))
(set-info :status unsat)
(check-sat)
