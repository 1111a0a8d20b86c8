; The sum of two subnormal numbers is the same in all modes.
(set-logic QF_FP)
(declare-const r RoundingMode) (declare-const s RoundingMode)
(declare-const x (_ FloatingPoint 3 4)) (declare-const y (_ FloatingPoint 3 4))
(assert (fp.isSubnormal x)) (assert (fp.isSubnormal y)) (assert (fp.isPositive x)) (assert (fp.isPositive y))
(assert (not (= (fp.add r x y) (fp.add s x y))))
(set-info :status unsat)
(check-sat)
