; A map that adds one to its argument is above three for arguments above two.
(set-logic UFLRA)
(declare-fun f (Real) Real)
(declare-const t Real)
(assert (forall ((x Real)) (! (= (f x) (+ x 1.0)) :pattern ((f x)))))
(assert (and (> t 2.0) (< (f t) 3.0)))
(set-info :status unsat)
(check-sat)
