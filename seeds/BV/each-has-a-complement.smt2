; Every vector has another that adds to all ones.
(set-logic BV)
(assert (forall ((x (_ BitVec 6))) (exists ((y (_ BitVec 6))) (= (bvadd x y) #b111111))))
(set-info :status sat)
(check-sat)
