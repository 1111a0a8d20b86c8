(define-sort S (as) (Array as Int))
