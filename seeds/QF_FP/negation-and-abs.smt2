; The absolute value of a negated number is its absolute value, and is not negative.
(set-logic QF_FP)
(declare-const x Float64)
(assert (or (distinct (fp.abs (fp.neg x)) (fp.abs x)) (fp.isNegative (fp.abs x))))
(set-info :status unsat)
(check-sat)
