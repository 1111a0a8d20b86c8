; Not every number has a strictly larger one.
(set-logic FP)
(assert (forall ((x (_ FloatingPoint 2 2))) (exists ((y (_ FloatingPoint 2 2))) (fp.lt x y))))
(set-info :status unsat)
(check-sat)
