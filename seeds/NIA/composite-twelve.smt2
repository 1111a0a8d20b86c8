; Twelve is composite, witnessed by a pair of factors.
(set-logic NIA)
(assert (exists ((a Int) (b Int)) (and (< 1 a 12) (< 1 b 12) (= (* a b) 12))))
(set-info :status sat)
(check-sat)
