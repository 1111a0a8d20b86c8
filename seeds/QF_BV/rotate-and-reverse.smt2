; Rotating by all bits and by none is the same.
(set-logic QF_BV)
(declare-const x (_ BitVec 6))
(assert (not (= ((_ rotate_left 2) ((_ rotate_right 8) x)) x)))
(set-info :status unsat)
(check-sat)
