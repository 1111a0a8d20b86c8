; A value made by one constructor is not made by another, and constructors are injective.
(set-logic QF_DT)
(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-const n Nat) (declare-const m Nat)
(assert (or (= (succ n) zero) (and (= (succ (succ n)) (succ m)) (distinct m (succ n)))))
(set-info :status unsat)
(check-sat)
