(declare-const f (_ FloatingPoint 1 24))
