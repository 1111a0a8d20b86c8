; No word has both an odd length and the length four.
(set-logic QF_S)
(declare-const w String)
(assert (str.in_re w (re.inter (re.++ re.allchar (re.* (re.++ re.allchar re.allchar))) ((_ re.^ 4) re.allchar))))
(set-info :status unsat)
(check-sat)
