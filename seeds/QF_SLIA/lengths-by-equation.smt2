; Lengths on the two sides of an equation of words must agree.
(set-logic QF_SLIA)
(declare-const x String) (declare-const y String)
(assert (= (str.++ x y "a" x) (str.++ y "bb" x y)))
(assert (= (str.len x) (str.len y)))
(set-info :status unsat)
(check-sat)
