(declare-const x Int)
(declare-const y Int)
(assert (= (select x y) 0))
