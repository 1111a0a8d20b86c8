(declare-const x (_ FloatingPoint 3 5))
(check-sat)
