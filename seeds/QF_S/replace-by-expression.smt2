; The shortest leftmost match of a+ is a single a.
(set-logic QF_S)
(declare-const w String)
(assert (= w "caab"))
(assert (not (= (str.replace_re w (re.+ (str.to_re "a")) "xy") "cxyab")))
(set-info :status unsat)
(check-sat)
