; The cubic x(x-1)(x+1) takes both signs between its roots.
(set-logic QF_NRA)
(declare-const x Real) (declare-const y Real)
(define-fun p ((t Real)) Real (* t (- t 1.0) (+ t 1.0)))
(assert (and (< (- 1.0) x 0.0) (< 0.0 y 1.0)))
(assert (< (p y) (- (/ 1 4)) (/ 1 4) (p x)))
(set-info :status sat)
(check-sat)
