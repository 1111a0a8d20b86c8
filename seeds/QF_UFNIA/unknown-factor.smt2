; A function gives the factor that makes a product.
(set-logic QF_UFNIA)
(declare-fun factor (Int) Int)
(assert (= (* (factor 12) 4) 12))
(assert (= (* (factor 12) (factor 3)) 15))
(set-info :status sat)
(check-sat)
