; Only a single character can be a digit.
(set-logic QF_SLIA)
(declare-const s String)
(assert (str.is_digit s))
(assert (or (distinct (str.len s) 1) (< (str.to_code s) 48) (> (str.to_code s) 57)))
(set-info :status unsat)
(check-sat)
