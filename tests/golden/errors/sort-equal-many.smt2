(declare-const x Int)
(declare-const y Int)
(assert (= x y x #b1 y))
