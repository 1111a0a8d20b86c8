; Between two different reals there is a third.
(set-logic LRA)
(assert (forall ((x Real) (y Real)) (=> (< x y) (exists ((z Real)) (< x z y)))))
(set-info :status sat)
(check-sat)
