; bvcomp is one exactly when its arguments are equal.
(set-logic QF_BV)
(declare-const a (_ BitVec 9)) (declare-const b (_ BitVec 9))
(assert (distinct (= (bvcomp a b) #b1) (= a b)))
(set-info :status unsat)
(check-sat)
