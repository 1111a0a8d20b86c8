(declare-fun f (Int) Int)
(declare-const f (Array Int Int))
(define-sort Array () String)
f(Array Int Int)