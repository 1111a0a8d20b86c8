(define-sort M (X Y X) (Array X Y))
