(declare-const x Int)
(declare-const y Int)
(assert (let ((z x)) (> z y)))
(assert (> z y))
