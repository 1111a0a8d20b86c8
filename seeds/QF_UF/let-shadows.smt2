; A let binds in parallel, so it can swap two names; inner bindings hide outer ones.
(set-logic QF_UF)
(declare-const x Bool) (declare-const y Bool)
(assert (let ((x y) (y x)) (and x (not y))))
(assert (let ((x (not x))) (let ((x (not x)) (y x)) (= x (not y)))))
(set-info :status sat)
(check-sat)
