; The larger of x and minus x is not negative, however it is written.
(set-logic QF_LRA)
(declare-const x Real) (declare-const y Real)
(assert (= y (ite (> x (- x)) x (- x))))
(assert (or (< y 0) (and (distinct y x) (distinct y (- x)))))
(set-info :status unsat)
(check-sat)
