; The first match of an expression goes, the second stays.
(set-logic QF_S)
(declare-const x String) (declare-const y String)
(assert (= y (str.replace_re x (re.++ (str.to_re "a") (re.opt (str.to_re "b"))) "-")))
(assert (= x (str.++ "cab" "ab")))
(assert (= y "c-bab"))
(set-info :status sat)
(check-sat)
