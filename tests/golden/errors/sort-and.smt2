(declare-const x Int)
(declare-const y Int)
(assert (and (> x 0) y))
