(declare-fun f (Int) Int)
(assert (= (f) 1))
