; A quantifier over Booleans, over a function whose two values may be chosen.
(set-logic UF)
(declare-sort V 0)
(declare-fun f (Bool) V)
(declare-const v V)
(assert (forall ((b Bool)) (= (= (f b) v) b)))
(assert (exists ((b Bool) (w V)) (and (distinct w v) (= (f b) w))))
(set-info :status sat)
(check-sat)
