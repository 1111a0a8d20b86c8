; Not only letters a: a word outside a+ made of letters a and b.
(set-logic QF_S)
(declare-const w String)
(assert (str.in_re w (re.comp (re.+ (str.to_re "a")))))
(assert (str.in_re w (re.+ (re.range "a" "b"))))
(assert (not (str.in_re w (re.++ (str.to_re "b") re.all))))
(set-info :status sat)
(check-sat)
