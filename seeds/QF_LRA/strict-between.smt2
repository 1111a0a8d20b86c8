; Between any two different reals there are more: a strict chain in a short interval.
(set-logic QF_LRA)
(declare-const a Real) (declare-const b Real) (declare-const c Real)
(assert (< 0.1 a b c 0.2))
(assert (>= (/ 1.0 7.0) b (/ 1 9)))
(set-info :status sat)
(check-sat)
