; (=> a b c) means a and b together give c; its left-associative reading differs.
(set-logic QF_UF)
(declare-fun a () Bool) (declare-fun b () Bool) (declare-fun c () Bool)
(assert (distinct (=> a b c) (or (not a) (not b) c)))
(set-info :status unsat)
(check-sat)
