; Words over ab that are not in a star of it: none when the star has both letters.
(set-logic QF_S)
(declare-const w String)
(define-fun ab () RegLan (re.union (str.to_re "a") (str.to_re "b")))
(assert (str.in_re w (re.diff (re.+ ab) (re.* ab))))
(set-info :status unsat)
(check-sat)
