(declare-const x Int)
(reset)
(assert (= x 0))
