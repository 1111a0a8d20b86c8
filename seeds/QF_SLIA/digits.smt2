; A digit and a letter told apart.
(set-logic QF_SLIA)
(declare-const a String) (declare-const b String)
(assert (str.is_digit a))
(assert (not (str.is_digit b)))
(assert (= (+ (str.to_code a) 10) (str.to_code b)))
(assert (= (str.to_int a) 7))
(set-info :status sat)
(check-sat)
