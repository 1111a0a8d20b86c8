; A bound for a whole segment cannot be below the value at one of its ends.
(set-logic LRA)
(declare-const b Real)
(assert (forall ((t Real)) (=> (and (<= 0.0 t) (<= t 1.0)) (<= (- (* 3.0 t) 1.0) b))))
(assert (< b (/ 3 2)))
(set-info :status unsat)
(check-sat)
