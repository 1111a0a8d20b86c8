(declare-var x Int)
(rule (+ x 1))
