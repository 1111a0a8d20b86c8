; The average of two numbers is never outside their interval.
(set-logic QF_LRA)
(declare-const x Real) (declare-const y Real)
(define-fun avg ((a Real) (b Real)) Real (/ (+ a b) 2.0))
(assert (let ((m (avg x y))) (or (and (< x m) (< y m)) (and (> x m) (> y m)))))
(set-info :status unsat)
(check-sat)
