(declare-const x Int)
(declare-const y Int)
(assert (= x 0012))
