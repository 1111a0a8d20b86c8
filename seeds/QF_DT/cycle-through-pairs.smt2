; A tree that hangs below itself through a pair.
(set-logic QF_DT)
(declare-datatypes ((T 0) (P 0)) (((leaf) (node (kids P))) ((pair (fst T) (snd T)))))
(declare-const t T) (declare-const u T) (declare-const p P)
(assert (= t (node (pair u leaf))))
(assert (= p (pair leaf t)))
(assert (or (= u (node p)) (= u t)))
(set-info :status unsat)
(check-sat)
