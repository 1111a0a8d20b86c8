(declare-const x Int)
(declare-const y Int)
(assert (let ((z (+ x 1)
