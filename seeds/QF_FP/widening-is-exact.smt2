; Widening to a larger format and back returns the number.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 3 5))
(declare-const r RoundingMode)
(assert (distinct x ((_ to_fp 3 5) r ((_ to_fp 5 11) r x))))
(set-info :status unsat)
(check-sat)
