; Whatever x the first player takes, the second can answer so that the sum is five.
(set-logic LRA)
(declare-const lo Real)
(assert (forall ((x Real)) (exists ((y Real)) (and (= (+ x y) 5.0) (or (> y lo) (>= x (- 5.0 lo)))))))
(set-info :status sat)
(check-sat)
