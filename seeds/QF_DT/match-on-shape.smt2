; A match over all constructors, with a variable as the last case, agrees with the testers.
(set-logic QF_DT)
(declare-datatypes ((Shape 0)) (((dot) (line (from Bool) (to Bool)) (box (inner Shape)))))
(declare-const s Shape)
(define-fun flat ((x Shape)) Bool (match x ((dot true) ((line a b) (= a b)) (other false))))
(assert (flat s))
(assert (or ((_ is box) s) (and ((_ is line) s) (xor (from s) (to s)))))
(set-info :status unsat)
(check-sat)
