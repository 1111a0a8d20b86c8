(declare-const a (Array Int Int))
(declare-const x Int)
(assert (> x 0))
(check-sat)
