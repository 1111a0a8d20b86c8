(declare-const x Int)
(assert (> 2 1))
(check-sat)
