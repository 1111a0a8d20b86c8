(declare-const x Int)
(declare-const y Int)
(check-sat)
