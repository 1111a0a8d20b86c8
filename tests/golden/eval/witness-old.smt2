(declare-const x Int)
(assert (> x 2))
(check-sat)
