(declare-const y Int)
(assert (= y (choice ((x Int)) (> x 3))))
(check-sat)
