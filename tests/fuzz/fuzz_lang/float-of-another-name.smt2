(define-sort Float32 () Int)
(declare-const y Float16)
(forall ((y (_ FloatingPoint 5 11)) (z Float32)) (= z 0))(_ FloatingPoint 8 24)