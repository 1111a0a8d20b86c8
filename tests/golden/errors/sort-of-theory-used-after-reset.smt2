(declare-const x (Set Int))
(reset)
(define-sort T () (Set Int))
(declare-sort Set 1)
