(declare-fun f (Int) Int)
(declare-const f (-> Int Int))
(assert (= (let ((g f)) (g 1)) 2))
(assert (forall ((x Int)) (= (f x) (let ((h (! f :named g))) (h x)))))
