; The floor of a real is at most the real, and the real may be below the next integer by little.
(set-logic QF_LIRA)
(declare-const r Real) (declare-const n Int)
(assert (= n (to_int r)))
(assert (> (- r (to_real n)) 0.9))
(assert (< (- 5) n (- 3)))
(set-info :status sat)
(check-sat)
