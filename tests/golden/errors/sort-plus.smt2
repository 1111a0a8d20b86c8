(declare-const x Int)
(declare-const p Bool)
(assert (> (+ x p) 0))
