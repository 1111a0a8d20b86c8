(declare-const x Int)
(declare-const y Int)
(assert (= x 12abc))
