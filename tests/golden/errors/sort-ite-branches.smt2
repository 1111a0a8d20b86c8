(declare-const x Int)
(declare-const y Int)
(assert (= (ite (> x 0) x true) x))
