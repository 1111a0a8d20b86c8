; If every cell is positive the sum of two is at least two.
(set-logic ALIA)
(declare-const a (Array Int Int)) (declare-const i Int) (declare-const j Int)
(assert (forall ((k Int)) (> (select a k) 0)))
(assert (< (+ (select a i) (select a j)) 2))
(set-info :status unsat)
(check-sat)
