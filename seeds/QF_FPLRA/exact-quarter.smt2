; A quarter is exact, so its value as a real solves a linear equation.
(set-logic QF_FPLRA)
(declare-const x (_ FloatingPoint 3 4)) (declare-const r Real)
(assert (= x ((_ to_fp 3 4) RNE 0.25)))
(assert (= (+ r (fp.to_real x)) 1.0))
(assert (> r 0.7))
(set-info :status sat)
(check-sat)
