; In every room there is one such that if he drinks, all drink.
(set-logic UF)
(declare-sort Guest 0)
(declare-fun drinks (Guest) Bool)
(assert (not (exists ((g Guest)) (=> (drinks g) (forall ((h Guest)) (drinks h))))))
(set-info :status unsat)
(check-sat)
