(declare-fun f (Int) Int)
(assert (forall ((x Int)) (! (= (f x) x) :pattern ((f x)
