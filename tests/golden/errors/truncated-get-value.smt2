(declare-const x Int)
(declare-const y Int)
(get-value (x y)
