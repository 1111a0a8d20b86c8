; The floor of a product of a number and its half.
(set-logic QF_NIRA)
(declare-const r Real) (declare-const n Int)
(assert (= n (to_int (* r (/ r 2.0))))) (assert (< 1.0 r 2.0)) (assert (= n 1))
(assert (not (is_int r)))
(set-info :status sat)
(check-sat)
