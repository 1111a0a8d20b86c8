(declare-const x Int)
(declare-const y Int)
(assert (> (ite x 1 2) 0))
