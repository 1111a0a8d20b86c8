; Some square would have to be below zero.
(set-logic NIA)
(declare-const k Int)
(assert (< k 0))
(assert (exists ((x Int)) (= (* x x) k)))
(set-info :status unsat)
(check-sat)
