; A cycle of differences with total zero and no strict edge has exactly one shape.
(set-logic QF_RDL)
(declare-const x Real) (declare-const y Real) (declare-const z Real)
(assert (<= (- x y) 2))
(assert (<= (- y z) (- 3)))
(assert (<= (- z x) 1))
(assert (distinct x y z))
(set-info :status sat)
(check-sat)
