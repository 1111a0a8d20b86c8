; A replacement by a longer word makes a word longer by the difference.
(set-logic QF_SLIA)
(declare-const x String) (declare-const y String)
(assert (= y (str.replace x "a" "bcd")))
(assert (str.contains x "a"))
(assert (not (= (str.len y) (+ (str.len x) 2))))
(set-info :status unsat)
(check-sat)
