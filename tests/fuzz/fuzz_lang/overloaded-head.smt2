(declare-fun f (Int) Int)
(declare-const f (-> Int Int))
(assert (= 1 (@ (as f (-> Int Int)) 1)))
