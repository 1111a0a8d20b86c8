(define-fun f ((x Int)) Int
