; fp.min of the two zeros is one of them, nothing else.
(declare-const x (_ FloatingPoint 5 11))
(assert (= x (fp.min (_ +zero 5 11) (_ -zero 5 11))))
(assert (not (fp.isZero x)))
(check-sat)
