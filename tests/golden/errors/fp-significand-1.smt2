(declare-const f (_ FloatingPoint 8 1))
