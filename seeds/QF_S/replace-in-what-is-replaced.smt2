; A replacement that brings back what was there.
(set-logic QF_S)
(declare-const x String) (declare-const y String)
(assert (= (str.replace x "a" y) x))
(assert (str.contains x "a"))
(assert (not (= y "b"))) (assert (not (= y x)))
(set-info :status sat)
(check-sat)
