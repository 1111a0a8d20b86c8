(declare-const _let_1 Int)
(declare-const _let__2 Int)
(declare-fun f (Int Int) Int)
(assert (let ((a (f (+ _let_1 _let__2 1) (- _let_1 _let__2 2)))) (= (f a a) a)))
