(declare-const i Int)
(declare-fun f (Int) Int)
(assert (= i i))
(check-sat)
