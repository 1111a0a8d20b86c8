(declare-const x Int)
(get-abduct A (+ x 1))
