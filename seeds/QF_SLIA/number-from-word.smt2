; A decimal numeral with a leading zero reads as a smaller number.
(set-logic QF_SLIA)
(declare-const s String)
(assert (= (str.to_int s) 42))
(assert (= (str.len s) 3))
(set-info :status sat)
(check-sat)
