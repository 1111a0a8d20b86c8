(define-fun f () Int 1 2)
