; A positive number and its inverse add up to two and a half.
(set-logic QF_NRA)
(declare-const x Real)
(assert (> x 1.0))
(assert (= (+ x (/ 1.0 x)) 2.5))
(set-info :status sat)
(check-sat)
