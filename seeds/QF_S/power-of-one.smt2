; A word of the first power, and not of the second.
(set-logic QF_S)
(declare-const w String)
(assert (str.in_re w ((_ re.^ 1) (re.union (str.to_re "ab") (str.to_re "")))))
(assert (not (str.in_re w ((_ re.^ 2) (str.to_re "ab")))))
(assert (not (= w "")))
(set-info :status sat)
(check-sat)
