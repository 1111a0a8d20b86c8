(declare-const x Int)
(declare-const y Int)
(assert ((_ divisible 0) x))
