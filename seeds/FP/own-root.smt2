; A normal number that is its own root, in a directed rounding mode.
(set-logic FP)
(assert (exists ((x (_ FloatingPoint 3 4)) (r RoundingMode))
  (and (fp.isNormal x) (distinct r RNE RNA) (fp.eq (fp.sqrt r x) x))))
(set-info :status sat)
(check-sat)
