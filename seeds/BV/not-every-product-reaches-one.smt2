; Not every vector has a multiplicative inverse: zero has none.
(set-logic BV)
(assert (forall ((x (_ BitVec 4))) (exists ((y (_ BitVec 4))) (= (bvmul x y) #x1))))
(set-info :status unsat)
(check-sat)
