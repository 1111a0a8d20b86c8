(declare-fun f (Int Int) Int)
(declare-const c Int)
; a is shared below forall, b everywhere, d below exists
(assert (forall ((x Int)) (let ((a (f (+ x 1) (* 2 c 3))) (b (f (+ c 1) (- c 1 2)))) (and (= (f a a) (f b b)) (exists ((y Int)) (let ((d (f (+ x 1) (+ y b)))) (= (f a d) (f d a))))))))
(define-fun g ((x Int)) Int (let ((a (f (+ x 1) (f (- x 1) x)))) (f a (f x a))))
(define-fun-rec h ((x Int)) Int (let ((a (h (f (+ x 1) (- x 1))))) (f a a)))
(get-value ((f (f (+ c 1) (- c 1 2)) (f (+ c 1) (- c 1 2))) (g (f (+ c 1) (- c 1 2)))))
