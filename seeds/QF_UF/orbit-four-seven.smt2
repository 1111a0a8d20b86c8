; Applying f four times or seven times fixes e, so f itself fixes e (7 and 4 have no common divisor).
(set-logic QF_UF)
(declare-sort E 0)
(declare-fun f (E) E)
(declare-const e E)
(assert (let ((e2 (f (f e)))) (let ((e4 (f (f e2)))) (and (= e4 e) (= e (f (f (f e4))))))))
(assert (distinct (f e) e))
(set-info :status unsat)
(check-sat)
