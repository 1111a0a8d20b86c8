(define-sort S (X) (Array X
