; Vectors that agree on both halves are equal, and so are their images.
(set-logic QF_UFBV)
(declare-fun f ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))
(assert (= ((_ extract 7 4) x) ((_ extract 7 4) y)))
(assert (= ((_ extract 3 0) x) ((_ extract 3 0) y)))
(assert (distinct (f x) (f y)))
(set-info :status unsat)
(check-sat)
