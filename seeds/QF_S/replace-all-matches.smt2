; After all matches are replaced, none is left.
(set-logic QF_S)
(declare-const x String)
(assert (str.in_re (str.replace_re_all x (str.to_re "ab") "c") (re.++ re.all (str.to_re "ab") re.all)))
(assert (or (= x "abab") (= x "cabc") (= x "ba")))
(set-info :status unsat)
(check-sat)
