; Rounding down never gives more than rounding up, nor does rounding to nearest fall outside.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 3 3)) (declare-const y (_ FloatingPoint 3 3))
(assert (let ((lo (fp.mul roundTowardNegative x y)) (hi (fp.mul roundTowardPositive x y)))
  (and (not (fp.isNaN lo)) (not (fp.leq lo (fp.mul roundNearestTiesToEven x y) hi)))))
(set-info :status unsat)
(check-sat)
