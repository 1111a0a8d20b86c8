; A loop whose lower bound is above its upper bound has no words.
(set-logic QF_S)
(declare-const w String)
(assert (str.in_re w (re.union re.none ((_ re.loop 3 2) (str.to_re "a")))))
(set-info :status unsat)
(check-sat)
