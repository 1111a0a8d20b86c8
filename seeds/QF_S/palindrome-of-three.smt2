; If a word of three letters begins and ends with the same letter, swapping ends changes nothing.
(set-logic QF_S)
(declare-const w String)
(assert (= (str.len w) 3))
(assert (= (str.at w 0) (str.at w 2)))
(assert (not (= w (str.++ (str.at w 2) (str.at w 1) (str.at w 0)))))
(set-info :status unsat)
(check-sat)
