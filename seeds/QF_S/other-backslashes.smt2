; Only \u starts an escape, so a backslash with n counts as two characters.
(set-logic QF_S)
(declare-const s String)
(assert (= s "\n\x41"))
(assert (distinct (str.len s) 6))
(set-info :status unsat)
(check-sat)
