(declare-fun f (Int) Int)
(declare-fun f (Bool) Int)
(declare-fun f (Real Real) Int)
(assert (= 1 (f "a")))
