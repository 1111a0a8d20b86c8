(declare-const x Int)
(assert (> x y))
