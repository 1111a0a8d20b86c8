; A factor that takes every number to zero must be zero, and zero it may be.
(set-logic NRA)
(declare-const k Real)
(assert (forall ((x Real)) (= (* k x) 0.0)))
(set-info :status sat)
(check-sat)
