; Or with an and of the same vector gives the vector back.
(set-logic QF_BV)
(declare-const x (_ BitVec 13)) (declare-const y (_ BitVec 13))
(assert (distinct (bvor x (bvand x y)) x))
(set-info :status unsat)
(check-sat)
