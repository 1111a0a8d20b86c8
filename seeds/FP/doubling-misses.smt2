; Doubling does not reach every finite number, since the least subnormal has no half.
(set-logic FP)
(declare-const s (_ FloatingPoint 2 4))
(assert (= s (fp #b0 #b00 #b001)))
(assert (exists ((h (_ FloatingPoint 2 4))) (fp.eq (fp.add RTZ h h) s)))
(set-info :status unsat)
(check-sat)
