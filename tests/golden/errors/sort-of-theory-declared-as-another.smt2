(define-sort Float32 () Int)
(declare-const y (_ FloatingPoint 8 24))
