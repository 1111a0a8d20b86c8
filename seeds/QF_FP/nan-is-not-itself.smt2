; fp.eq is false on NaN, so x equal to itself is no NaN; = tells otherwise.
(set-logic QF_FP)
(declare-const x Float16)
(assert (fp.eq x x))
(assert (= x (_ NaN 5 11)))
(set-info :status unsat)
(check-sat)
