; Three numbers cannot have pairwise negative products.
(set-logic QF_NRA)
(declare-const x Real) (declare-const y Real) (declare-const z Real)
(assert (and (< (* x y) 0.0) (< (* y z) 0.0) (< (* x z) 0.0)))
(set-info :status unsat)
(check-sat)
