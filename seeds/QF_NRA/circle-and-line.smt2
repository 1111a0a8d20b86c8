; The line x - y = 0.2 crosses the unit circle where y is 0.6.
(set-logic QF_NRA)
(declare-const x Real) (declare-const y Real)
(assert (= (+ (* x x) (* y y)) 1.0))
(assert (= (- x y) 0.2))
(assert (> (* x y) 0.0))
(assert (= y 0.6))
(set-info :status sat)
(check-sat)
