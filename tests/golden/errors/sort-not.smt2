(declare-const x Int)
(declare-const y Int)
(assert (not x))
