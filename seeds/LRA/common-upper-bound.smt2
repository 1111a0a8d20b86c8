; A bound above a whole segment, itself kept small.
(set-logic LRA)
(declare-const b Real)
(assert (forall ((t Real)) (=> (and (<= 0.0 t) (<= t 1.0)) (<= (+ t t 1.0) b))))
(assert (< b 3.5))
(set-info :status sat)
(check-sat)
