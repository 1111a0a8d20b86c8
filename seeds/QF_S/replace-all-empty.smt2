; Replacing all occurrences of the empty word changes nothing.
(set-logic QF_S)
(declare-const w String) (declare-const v String)
(assert (distinct (str.replace_all w "" v) w))
(set-info :status unsat)
(check-sat)
