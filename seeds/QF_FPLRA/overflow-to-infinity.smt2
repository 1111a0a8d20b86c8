; A real beyond the format becomes infinite when rounded to nearest.
(set-logic QF_FPLRA)
(declare-const x (_ FloatingPoint 3 4)) (declare-const y Real)
(assert (= x ((_ to_fp 3 4) RNE 1000.0)))
(assert (or (not (fp.isInfinite x)) (< y y)))
(set-info :status unsat)
(check-sat)
