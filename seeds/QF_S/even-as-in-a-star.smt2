; A word of pairs has even length.
(set-logic QF_S)
(declare-const w String)
(assert (str.in_re w (re.* (str.to_re "ab"))))
(assert (= (str.len w) 7))
(set-info :status unsat)
(check-sat)
