; Between two and three repetitions, followed perhaps by a sign.
(set-logic QF_SLIA)
(declare-const w String)
(assert (str.in_re w (re.++ ((_ re.loop 2 3) (str.to_re "ab")) (re.opt (str.to_re "!")))))
(assert (str.suffixof "b!" w))
(assert (> (str.len w) 5))
(set-info :status sat)
(check-sat)
