; A network of three comparators sorts three cells.
(set-logic QF_AUFLIA)
(define-sort A () (Array Int Int))
(define-fun cmp ((a A) (i Int) (j Int)) A
  (ite (<= (select a i) (select a j)) a (store (store a i (select a j)) j (select a i))))
(declare-const a A)
(declare-fun spy (A) Int)
(assert (let ((b (cmp (cmp (cmp a 0 1) 1 2) 0 1)))
  (or (> (select b 0) (select b 1)) (> (select b 1) (select b 2)) (distinct (spy b) (spy (cmp b 0 2))))))
(set-info :status unsat)
(check-sat)
