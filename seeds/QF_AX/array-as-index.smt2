; Arrays can be indices of arrays: equal keys read the same cell, different ones need not.
(set-logic QF_AX)
(declare-sort I 0) (declare-sort E 0)
(declare-const book (Array (Array I E) E))
(declare-const k1 (Array I E)) (declare-const k2 (Array I E)) (declare-const i I)
(assert (distinct (select book k1) (select book k2)))
(assert (= (select k1 i) (select k2 i) (select book k1)))
(set-info :status sat)
(check-sat)
