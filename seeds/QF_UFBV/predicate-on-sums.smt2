; Addition commutes below a predicate.
(set-logic QF_UFBV)
(declare-fun ok ((_ BitVec 12)) Bool)
(declare-const a (_ BitVec 12)) (declare-const b (_ BitVec 12))
(assert (ok (bvadd a (bvneg b))))
(assert (not (ok (bvnot (bvadd b (bvnot a))))))
(set-info :status unsat)
(check-sat)
