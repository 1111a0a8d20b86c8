(define-sort M (X) (Array X X))
(declare-const a X)
