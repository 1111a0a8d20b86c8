; Neither one nor two letters, yet not empty and without b.
(set-logic QF_S)
(declare-const w String)
(assert (str.in_re w (re.comp ((_ re.loop 1 2) re.allchar))))
(assert (str.in_re w (re.comp (re.++ re.all (str.to_re "b") re.all))))
(assert (str.in_re w (re.+ (re.range "a" "b"))))
(set-info :status sat)
(check-sat)
