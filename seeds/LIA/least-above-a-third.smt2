; The least n with three n above a free bound exists; the bound may be chosen.
(set-logic LIA)
(declare-const b Int)
(declare-const n Int)
(assert (> (* 3 n) b))
(assert (forall ((m Int)) (=> (> (* 3 m) b) (>= m n))))
(assert (> b 10))
(set-info :status sat)
(check-sat)
