(define-fun f ((x Int)) Int x)
(define-fun f ((y Int)) Int (+ y 1))
