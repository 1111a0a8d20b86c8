(declare-fun f (Int) Int)
(assert (= ((! f :named f) (f 1)) 2))
(assert (forall ((x Int)) (= (f x) (let ((g (! f :named g))) (g x)))))
