(define-fun f () Int)
