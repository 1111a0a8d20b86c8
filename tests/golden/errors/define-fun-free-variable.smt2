(define-fun f ((x Int)) Int (+ x y))
