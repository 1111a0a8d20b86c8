; The differences around a cycle add up to less than zero.
(set-logic QF_IDL)
(declare-const a Int) (declare-const b Int) (declare-const c Int)
(assert (<= (- a b) 3))
(assert (<= (- b c) (- 2)))
(assert (< (- c a) (- 1)))
(set-info :status unsat)
(check-sat)
