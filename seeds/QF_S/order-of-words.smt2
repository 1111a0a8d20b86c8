; A word below one that is below its beginning.
(set-logic QF_S)
(declare-const x String) (declare-const y String)
(assert (str.< x y)) (assert (str.<= y "ab"))
(assert (str.prefixof "b" x))
(set-info :status unsat)
(check-sat)
