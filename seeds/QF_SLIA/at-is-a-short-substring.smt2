; Taking one character is taking a substring of length one, wherever.
(set-logic QF_SLIA)
(declare-const s String) (declare-const i Int)
(assert (distinct (str.at s i) (str.substr s i 1)))
(set-info :status unsat)
(check-sat)
