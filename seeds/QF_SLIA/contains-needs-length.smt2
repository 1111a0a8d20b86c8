; A word cannot contain a longer one.
(set-logic QF_SLIA)
(declare-const x String) (declare-const y String)
(assert (str.contains x y))
(assert (< (str.len x) (str.len y)))
(set-info :status unsat)
(check-sat)
