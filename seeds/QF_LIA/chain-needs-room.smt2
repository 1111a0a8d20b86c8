; Four integers in a strict chain span at least three.
(set-logic QF_LIA)
(declare-const a Int) (declare-const b Int) (declare-const c Int) (declare-const d Int)
(assert (< a b c d))
(assert (>= 2 (- d a)))
(set-info :status unsat)
(check-sat)
