; No number above one divides one.
(set-logic NIA)
(declare-const d Int)
(assert (> d 1))
(assert (exists ((k Int)) (= (* k d) 1)))
(set-info :status unsat)
(check-sat)
