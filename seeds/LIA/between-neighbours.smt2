; Nothing lies strictly between an integer and the next, so no witness can exist.
(set-logic LIA)
(declare-const a Int)
(assert (not (forall ((x Int)) (=> (< a x) (>= x (+ a 1))))))
(set-info :status unsat)
(check-sat)
