; No word of up to five letters is of even and of threefold length.
(set-logic QF_S)
(declare-const w String)
(assert (str.in_re w (re.inter (re.* (str.to_re "aa")) (re.* (str.to_re "aaa")))))
(assert (str.in_re w ((_ re.loop 1 5) re.allchar)))
(set-info :status unsat)
(check-sat)
