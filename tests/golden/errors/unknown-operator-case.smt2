(declare-const x Int)
(declare-const y Int)
(assert (AND (> x 0) (> y 0)))
