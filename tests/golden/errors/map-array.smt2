(declare-const a (Array Int Bool))
(declare-fun f (Int) Int)
(assert (= a ((_ map f) a)))
