(declare-const x Int)
(declare-const y Int)
(assert (not (> x 0) (> y 0)))
