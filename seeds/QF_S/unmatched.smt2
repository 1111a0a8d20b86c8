; An expression without a match leaves the word alone, whatever the replacement.
(set-logic QF_S)
(declare-const v String)
(assert (distinct (str.replace_re "abc" (re.inter (str.to_re "a") (str.to_re "b")) v) "abc"))
(set-info :status unsat)
(check-sat)
