(declare-const x Int)
(get-abduct A (> y x))
