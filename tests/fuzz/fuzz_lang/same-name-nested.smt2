(declare-fun f (Int Int) Bool)
(assert (forall ((x Int)) (and (exists ((y Int)) (f x y)) (exists ((x Int)) (f x x)) (let ((z x)) (exists ((x Int)) (f z x))))))
