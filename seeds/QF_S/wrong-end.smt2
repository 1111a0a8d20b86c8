; Shifting a word by one letter keeps the number of each letter, so a cannot become b.
(set-logic QF_S)
(declare-const x String)
(assert (= (str.++ "a" x) (str.++ x "b")))
(set-info :status unsat)
(check-sat)
