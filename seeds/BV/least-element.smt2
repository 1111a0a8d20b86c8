; An unsigned number below every other, and not zero.
(set-logic BV)
(declare-const z (_ BitVec 16))
(assert (forall ((x (_ BitVec 16))) (bvule z x)))
(assert (bvugt z #x0000))
(set-info :status unsat)
(check-sat)
