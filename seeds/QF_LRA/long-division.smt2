; Division by constants associates to the left, and decimals are exact.
(set-logic QF_LRA)
(declare-const q Real)
(assert (= (/ q 2.0 5.0 10.0) 0.0123))
(assert (= (- q 1.0 0.2) 0.03))
(set-info :status sat)
(check-sat)
