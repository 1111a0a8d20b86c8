(declare-fun f (Int) Int)
(declare-const x Int)
(assert (= (f x) 4))
(check-sat)
