; Some point has a weight above another, and one bound holds at a given point.
(set-logic UFLRA)
(declare-sort P 0)
(declare-fun weight (P) Real)
(declare-const p P)
(assert (exists ((q P)) (< (weight p) (* 2.0 (weight q)) 0.5)))
(assert (forall ((r Real)) (=> (= r (weight p)) (> r (/ 1.0 8.0)))))
(set-info :status sat)
(check-sat)
