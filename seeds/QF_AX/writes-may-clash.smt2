; At the same place the later write wins, so the order can matter.
(set-logic QF_AX)
(declare-sort I 0) (declare-sort E 0)
(declare-const a (Array I E))
(declare-const i I) (declare-const j I) (declare-const x E) (declare-const y E)
(assert (distinct (store (store a i x) j y) (store (store a j y) i x)))
(set-info :status sat)
(check-sat)
