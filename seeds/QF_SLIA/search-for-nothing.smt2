; The empty word is found where the search begins.
(set-logic QF_SLIA)
(declare-const s String)
(assert (= (str.len s) 3))
(assert (not (= (str.indexof s "" 2) 2)))
(set-info :status unsat)
(check-sat)
