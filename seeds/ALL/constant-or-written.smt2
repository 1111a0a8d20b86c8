; A constant array that is equal to one that was written to.
(set-logic ALL)
(declare-const a (Array Int Int)) (declare-const i Int) (declare-const v Int)
(assert (= (store a i v) ((as const (Array Int Int)) 7)))
(assert (not (= a ((as const (Array Int Int)) 7))))
(assert (= (select a 3) 4))
(set-info :status sat)
(check-sat)
