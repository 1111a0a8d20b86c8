; Two values of a function multiply to thirty-five at some argument.
(set-logic UFNIA)
(declare-fun f (Int) Int)
(assert (exists ((i Int)) (and (= (* (f 5) (f i)) 35) (= (f i) 7) (> i 5))))
(set-info :status sat)
(check-sat)
