; Every finite number has an opposite whose sum with it is zero.
(set-logic FP)
(assert (exists ((x (_ FloatingPoint 3 3)))
  (and (not (fp.isNaN x)) (not (fp.isInfinite x)) (not (fp.isZero (fp.add RNE x (fp.neg x)))))))
(set-info :status unsat)
(check-sat)
