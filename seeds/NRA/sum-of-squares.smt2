; A sum of squares is never below a negative number.
(set-logic NRA)
(assert (exists ((x Real) (y Real)) (< (+ (* x x) (* y y)) (- (/ 1 8)))))
(set-info :status unsat)
(check-sat)
