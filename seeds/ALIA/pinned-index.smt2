; A universal statement about one cell only, since an equality pins the index.
(set-logic ALIA)
(declare-const a (Array Int Int))
(assert (forall ((i Int)) (=> (= (* 2 i) 8) (= (select a i) 5))))
(assert (forall ((i Int) (b (Array Int Int))) (=> (= b (store a i 0)) (= (select b i) 0))))
(set-info :status sat)
(check-sat)
