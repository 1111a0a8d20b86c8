; Adding a small number to a large one changes nothing.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 4 4)) (declare-const y (_ FloatingPoint 4 4))
(assert (= (fp.add RNE x y) x))
(assert (and (fp.isNormal x) (fp.isNormal y)))
(set-info :status sat)
(check-sat)
