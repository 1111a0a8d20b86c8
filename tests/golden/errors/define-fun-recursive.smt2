(define-fun f ((x Int)) Int (f (- x 1)))
