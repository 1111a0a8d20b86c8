; Narrowing and widening again may lose bits, in one direction only.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 5 8))
(assert (let ((y ((_ to_fp 5 8) RNE ((_ to_fp 4 4) RTZ x)))) (and (fp.lt y x) (fp.isNormal y))))
(set-info :status sat)
(check-sat)
