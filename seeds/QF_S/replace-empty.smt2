; Replacing the empty word puts the new one in front.
(set-logic QF_S)
(declare-const w String)
(assert (not (= (str.replace w "" "ab") (str.++ "ab" w))))
(set-info :status unsat)
(check-sat)
