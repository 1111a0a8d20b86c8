; Two liquids mixed to a wanted strength, with a remainder in the bottle.
(set-logic QF_LRA)
(declare-const strong Real) (declare-const weak Real)
(assert (= (+ strong weak) 2.5))
(assert (= (+ (* 0.9 strong) (* 0.2 weak)) 1.2))
(assert (and (< 0.0 strong) (< 0.0 weak)))
(set-info :status sat)
(check-sat)
