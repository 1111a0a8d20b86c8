(declare-const x Int)
(declare-const y Int)
(assert (match x ((1 true) (2 false))))
