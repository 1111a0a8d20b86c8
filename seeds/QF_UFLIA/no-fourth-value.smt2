; An integer in a range of three hits one of three known values, so no other value comes out.
(set-logic QF_UFLIA)
(declare-fun g (Int) Int)
(declare-const k Int)
(assert (and (= (g 0) 5) (= (g 1) 7) (= (g 2) 5)))
(assert (<= 0 k 2))
(assert (or (< (g k) 5) (= (g k) 6) (> (g k) 7)))
(set-info :status unsat)
(check-sat)
