(declare-fun f (Int) Int)
(declare-fun f (Bool) Int)
(declare-const a (Array Int Int))
(assert (= a ((_ map (f (Bool) Int)) a)))
