; A word repeated three times is what a loop from three to three is.
(set-logic QF_S)
(declare-const w String)
(assert (str.in_re w ((_ re.^ 3) (re.++ (str.to_re "a") re.allchar))))
(assert (not (str.in_re w ((_ re.loop 3 3) (re.++ (str.to_re "a") re.allchar)))))
(set-info :status unsat)
(check-sat)
