; The square of 3/2 has floor two, although the floor of the root is one.
(set-logic QF_NIRA)
(declare-const x Real)
(assert (= x 1.5))
(assert (= (to_int (* x x)) 2))
(assert (= (* (to_int x) (to_int x)) 1))
(set-info :status sat)
(check-sat)
