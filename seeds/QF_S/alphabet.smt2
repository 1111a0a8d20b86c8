; A word between two others that differs from both.
(set-logic QF_S)
(declare-const w String)
(assert (and (str.< "ab" w) (str.<= w "ac")))
(assert (distinct w "ac"))
(set-info :status sat)
(check-sat)
