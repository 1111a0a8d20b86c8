; A finite number is not its own successor's successor.
(set-logic QF_DT)
(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-const n Nat) (declare-const m Nat)
(assert (= n (succ m)))
(assert (= m (succ (succ n))))
(set-info :status unsat)
(check-sat)
