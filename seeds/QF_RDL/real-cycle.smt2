; A cycle of differences with a strict edge and total zero.
(set-logic QF_RDL)
(declare-const x Real) (declare-const y Real) (declare-const z Real)
(assert (<= (- x y) 2))
(assert (<= (- y z) (- 3)))
(assert (< (- z x) 1))
(set-info :status unsat)
(check-sat)
