; Two different functions with a common value, passed to a third.
(set-logic HO_ALL)
(declare-const f (-> Int Int)) (declare-const g (-> Int Int))
(declare-const twice (-> (-> Int Int) Int Int))
(assert (distinct f g))
(assert (= (f 0) (g 0)))
(assert (= (twice f 3) (@ f (@ f 3))))
(set-info :status sat)
(check-sat)
