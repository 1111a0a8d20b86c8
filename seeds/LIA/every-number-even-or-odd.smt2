; Every integer is twice another, or one more than that.
(set-logic LIA)
(assert (forall ((x Int)) (exists ((y Int)) (or (= x (* 2 y)) (= x (+ 1 (* 2 y)))))))
(set-info :status sat)
(check-sat)
