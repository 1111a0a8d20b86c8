; Four different numbers do not fit between one and three.
(set-logic QF_LIA)
(declare-const a Int) (declare-const b Int) (declare-const c Int) (declare-const d Int)
(define-fun small ((n Int)) Bool (and (>= n 1) (<= n 3)))
(assert (and (small a) (small b) (small c) (small d)))
(assert (distinct a b c d))
(set-info :status unsat)
(check-sat)
