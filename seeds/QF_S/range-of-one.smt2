; A range with its ends exchanged is empty, and one with equal ends has a single word.
(set-logic QF_S)
(declare-const c String)
(assert (or (str.in_re c (re.range "z" "a"))
            (and (str.in_re c (re.range "m" "m")) (distinct c "m"))))
(set-info :status unsat)
(check-sat)
