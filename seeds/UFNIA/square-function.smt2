; A function that squares its argument gives 49 at seven.
(set-logic UFNIA)
(declare-fun sq (Int) Int)
(assert (forall ((n Int)) (! (= (sq n) (* n n)) :pattern ((sq n)))))
(assert (distinct (sq 7) 49))
(set-info :status unsat)
(check-sat)
