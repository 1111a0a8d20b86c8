; Division of negative numbers rounds so that the remainder is never negative.
(set-logic QF_LIA)
(declare-const q Int) (declare-const r Int) (declare-const n Int)
(assert (= q (div n 4)))
(assert (= r (mod n 4)))
(assert (and (= q (- 3)) (= r 2)))
(assert (= (div (- n) (- 4)) (- 2)))
(set-info :status sat)
(check-sat)
