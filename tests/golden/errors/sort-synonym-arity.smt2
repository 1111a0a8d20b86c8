(define-sort M (X) (Array X X))
(declare-const m (M Int Int))
