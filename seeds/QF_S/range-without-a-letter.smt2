; Letters of a range but for one, the last but one being b.
(set-logic QF_S)
(declare-const w String)
(assert (str.in_re w (re.+ (re.diff (re.range "a" "m") (str.to_re "c")))))
(assert (str.in_re w (re.++ re.all (str.to_re "b") re.allchar)))
(set-info :status sat)
(check-sat)
