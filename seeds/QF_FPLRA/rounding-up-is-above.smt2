; A real constant rounded up is not below it, as a real.
(set-logic QF_FPLRA)
(declare-const x (_ FloatingPoint 3 5))
(assert (= x ((_ to_fp 3 5) RTP (/ 1.0 3.0))))
(assert (< (fp.to_real x) (/ 1.0 3.0)))
(set-info :status unsat)
(check-sat)
