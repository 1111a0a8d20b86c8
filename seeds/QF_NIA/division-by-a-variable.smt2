; A quotient and a remainder by an unknown divisor that is not zero.
(set-logic QF_NIA)
(declare-const n Int) (declare-const d Int)
(assert (and (> d 2) (< d 9) (< 0 n 40)))
(assert (= (div n d) 4))
(assert (= (mod n d) 2))
(set-info :status sat)
(check-sat)
