(declare-const x Int)
(declare-const y Int)
(assert (= y 2))
(check-sat)
