; There are only two Booleans, so three cannot be pairwise distinct.
(set-logic QF_UF)
(declare-const p Bool) (declare-const q Bool)
(declare-fun r (Bool) Bool)
(assert (distinct p q (r (and p q))))
(set-info :status unsat)
(check-sat)
