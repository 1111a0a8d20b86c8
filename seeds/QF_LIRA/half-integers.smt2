; Half of an odd number is no integer.
(set-logic QF_LIRA)
(declare-const x Real) (declare-const k Int)
(assert (= (+ x x) (to_real (+ 1 (* 2 k)))))
(assert (is_int x))
(set-info :status unsat)
(check-sat)
