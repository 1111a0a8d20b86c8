; The largest signed number bounds all others.
(set-logic BV)
(declare-const t (_ BitVec 7))
(assert (forall ((x (_ BitVec 7))) (bvsge t x)))
(set-info :status sat)
(check-sat)
