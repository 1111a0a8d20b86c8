; Replacing the first a by b leaves the second one.
(set-logic QF_S)
(declare-const w String)
(assert (= (str.replace w "a" "b") "cbca"))
(assert (str.contains w "aca"))
(set-info :status sat)
(check-sat)
