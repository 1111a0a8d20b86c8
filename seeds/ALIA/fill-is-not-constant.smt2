; An array that is zero below n and one from n on is not zero at n.
(set-logic ALIA)
(declare-const a (Array Int Int)) (declare-const n Int)
(assert (forall ((k Int)) (! (= (select a k) (ite (< k n) 0 1)) :pattern ((select a k)))))
(assert (= (select a n) 0))
(set-info :status unsat)
(check-sat)
