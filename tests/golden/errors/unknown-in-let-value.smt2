(declare-const x Int)
(declare-const y Int)
(assert (let ((z x) (w z)) (> w y)))
