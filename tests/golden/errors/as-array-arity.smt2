(declare-fun f (Int Int) Int)
(assert (= (_ as-array f) (_ as-array f)))
