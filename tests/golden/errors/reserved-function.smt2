(define-fun as () Int 1)
