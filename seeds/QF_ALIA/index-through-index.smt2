; Following a pointer to itself stays there, however often.
(set-logic QF_ALIA)
(declare-const next (Array Int Int)) (declare-const p Int)
(define-fun step ((x Int)) Int (select next x))
(assert (= (step p) p))
(assert (distinct (step (step (step p))) p))
(set-info :status unsat)
(check-sat)
