; A hat function given by ite reaches three quarters on each flank, at two points.
(set-logic QF_LRA)
(define-fun hat ((t Real)) Real (ite (< t 0.0) 0.0 (ite (< t 1.0) t (ite (< t 2.0) (- 2.0 t) 0.0))))
(declare-const s Real) (declare-const t Real)
(assert (= (hat s) (hat t) 0.75))
(assert (distinct s t))
(set-info :status sat)
(check-sat)
