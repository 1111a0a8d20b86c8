(define-sort M (X) (X Int))
