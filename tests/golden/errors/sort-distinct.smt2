(declare-const x Int)
(declare-const y Int)
(assert (distinct x y true))
