; A table of constant rows, one of which was changed in one place.
(set-logic ALL)
(declare-const t (Array Int (Array Int Int))) (declare-const i Int) (declare-const j Int)
(assert (= t (store ((as const (Array Int (Array Int Int))) ((as const (Array Int Int)) 0)) 1 (store ((as const (Array Int Int)) 0) 2 5))))
(assert (= (select (select t i) j) 5))
(assert (not (= (+ i j) 3)))
(set-info :status unsat)
(check-sat)
