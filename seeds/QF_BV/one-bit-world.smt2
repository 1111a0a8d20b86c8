; In one bit, addition is xor and multiplication is and.
(set-logic QF_BV)
(declare-const p (_ BitVec 1)) (declare-const q (_ BitVec 1))
(assert (or (distinct (bvadd p q) (bvxor p q)) (distinct (bvmul p q) (bvand p q))
            (distinct (bvneg p) p) (distinct (bvxnor p q) (bvcomp p q))))
(set-info :status unsat)
(check-sat)
