; Quadruple precision: a subnormal number below every normal one.
(set-logic QF_FP)
(declare-const x Float128) (declare-const y Float128)
(assert (and (fp.isSubnormal x) (fp.isNormal y)))
(assert (fp.geq y x (fp.neg y)))
(assert (not (fp.eq y (fp.abs x))))
(set-info :status sat)
(check-sat)
