; A strictly increasing function is injective, here at two given points.
(set-logic UFLIA)
(declare-fun f (Int) Int)
(declare-const a Int) (declare-const b Int)
(assert (forall ((x Int) (y Int)) (! (=> (< x y) (< (f x) (f y))) :pattern ((f x) (f y)))))
(assert (= (f a) (f b)))
(assert (> a b))
(set-info :status unsat)
(check-sat)
