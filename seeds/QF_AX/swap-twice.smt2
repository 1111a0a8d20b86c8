; Swapping the same two places twice restores the array.
(set-logic QF_AX)
(declare-sort I 0) (declare-sort E 0)
(define-sort Mem () (Array I E))
(define-fun swap ((m Mem) (p I) (q I)) Mem (store (store m p (select m q)) q (select m p)))
(declare-const m Mem) (declare-const p I) (declare-const q I)
(assert (not (= m (swap (swap m p q) q p))))
(set-info :status unsat)
(check-sat)
