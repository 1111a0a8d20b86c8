; Some argument has a value between two others.
(set-logic UFLIA)
(declare-fun f (Int) Int)
(assert (exists ((x Int)) (and (< (f 0) (f x) (f 1)) (> x 10))))
(assert (forall ((y Int)) (=> (= y (f 0)) (> y 2))))
(set-info :status sat)
(check-sat)
