(declare-fun f (Int Int) Int)
(declare-const c Int)
(assert (forall ((x Int)) (let ((a (f x c)) (b (f c c))) (and (= (f a a) (f b b)) (exists ((y Int)) (= (f a y) (f b a)))))))
(define-fun g ((x Int)) Int (let ((a (f x x))) (f a a)))
