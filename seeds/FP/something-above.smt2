; There is a value that no number exceeds: plus infinity.
(set-logic FP)
(declare-const top (_ FloatingPoint 2 3))
(assert (forall ((x (_ FloatingPoint 2 3))) (or (fp.isNaN x) (fp.leq x top))))
(set-info :status sat)
(check-sat)
