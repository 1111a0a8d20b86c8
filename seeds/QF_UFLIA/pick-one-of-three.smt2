; An integer in a range of three hits one of three known values of a function.
(set-logic QF_UFLIA)
(declare-fun g (Int) Int)
(declare-const k Int)
(assert (and (= (g 0) 5) (= (g 1) 7) (= (g 2) 5)))
(assert (<= 0 k 2))
(assert (distinct (g k) 5))
(set-info :status sat)
(check-sat)
