; Every Boolean has an opposite, and a quantified Boolean choice depends on it.
(set-logic UF)
(declare-const c Bool)
(assert (forall ((p Bool)) (exists ((q Bool)) (and (xor p q) (or c p q)))))
(assert (exists ((p Bool) (q Bool)) (and (distinct p q) (=> p c))))
(set-info :status sat)
(check-sat)
