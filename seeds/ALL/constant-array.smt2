; An array that is zero everywhere but at one place has a sum of two cells that is known.
(set-logic ALL)
(define-fun zero () (Array Int Int) ((as const (Array Int Int)) 0))
(declare-const i Int) (declare-const j Int)
(assert (distinct i j))
(assert (distinct 7 (+ (select (store zero i 7) i) (select (store zero i 7) j))))
(set-info :status unsat)
(check-sat)
