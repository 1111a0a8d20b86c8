; Not every integer is a multiple of three.
(set-logic LIA)
(assert (forall ((x Int)) (exists ((y Int)) (= x (* 3 y)))))
(set-info :status unsat)
(check-sat)
