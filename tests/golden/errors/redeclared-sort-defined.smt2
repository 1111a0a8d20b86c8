(declare-sort S 0)
(define-sort S () Int)
