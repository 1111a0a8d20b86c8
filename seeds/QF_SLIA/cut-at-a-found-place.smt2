; What is cut at the first dot has none before it.
(set-logic QF_SLIA)
(declare-const w String) (declare-const a String)
(assert (= a (str.substr w 0 (str.indexof w "." 0))))
(assert (str.contains a ".")) (assert (= (str.len w) 3))
(set-info :status unsat)
(check-sat)
