(declare-const x Int)

(assert ; first
  (> x ; second
     0))

(check-sat)
