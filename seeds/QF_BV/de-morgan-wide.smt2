; nand and nor are the negations of and and or, and De Morgan turns one into the other.
(set-logic QF_BV)
(declare-const a (_ BitVec 24)) (declare-const b (_ BitVec 24))
(assert (or (distinct (bvnand a b) (bvor (bvnot a) (bvnot b)))
            (distinct (bvnor a b) (bvand (bvnot a) (bvnot b)))))
(set-info :status unsat)
(check-sat)
