; Half the product of a number and the next one is always an integer.
(set-logic QF_NIRA)
(declare-const n Int) (declare-const x Real)
(assert (and (<= 0 n) (<= n 3)))
(assert (= x (/ (to_real (* n (+ n 1))) 2.0)))
(assert (not (is_int x)))
(set-info :status unsat)
(check-sat)
