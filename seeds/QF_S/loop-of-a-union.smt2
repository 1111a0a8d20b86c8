; Between two and four letters of three, ends known.
(set-logic QF_S)
(declare-const w String)
(assert (str.in_re w ((_ re.loop 2 4) (re.union (str.to_re "a") (str.to_re "b") (str.to_re "cc")))))
(assert (str.prefixof "cc" w)) (assert (str.suffixof "a" w))
(set-info :status sat)
(check-sat)
