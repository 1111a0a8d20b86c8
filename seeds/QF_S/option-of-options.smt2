; Two optional parts that may not both be missing.
(set-logic QF_S)
(declare-const w String)
(assert (str.in_re w (re.++ (re.opt (str.to_re "ab")) (re.opt (re.range "0" "9")))))
(assert (not (str.in_re w (re.opt (re.++ (str.to_re "ab") (re.range "0" "9"))))))
(assert (str.suffixof "7" w))
(set-info :status sat)
(check-sat)
