; Unsigned division by zero gives all ones, and the remainder is the dividend.
(set-logic QF_BV)
(declare-const x (_ BitVec 6))
(assert (let ((z (bvxor x x)))
  (or (distinct (bvudiv x z) (bvnot z)) (distinct (bvurem x z) x))))
(set-info :status unsat)
(check-sat)
