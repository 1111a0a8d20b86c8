; A word with a sign in it is no numeral.
(set-logic QF_SLIA)
(declare-const s String)
(assert (= s (str.++ "-" "12")))
(assert (or (>= (str.to_int s) 0) (distinct (str.from_int (- 12)) "")))
(set-info :status unsat)
(check-sat)
