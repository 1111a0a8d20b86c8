; All but one constructor fall to the default.
(set-logic QF_DT)
(declare-datatypes ((Day 0)) (((mon) (tue) (wed) (sun (late Bool)))))
(declare-const d Day) (declare-const free Bool)
(assert (= free (match d (((sun l) l) (other false)))))
(assert free)
(assert (or (= d mon) (= d (sun false))))
(set-info :status unsat)
(check-sat)
