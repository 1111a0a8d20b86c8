; One half and one quarter are exact and so is their sum.
(set-logic QF_FPLRA)
(define-fun half () (_ FloatingPoint 3 4) ((_ to_fp 3 4) RTZ 0.5))
(define-fun quarter () (_ FloatingPoint 3 4) ((_ to_fp 3 4) RTZ 0.25))
(declare-const s Real)
(assert (= s (fp.to_real (fp.add RNE half quarter))))
(assert (distinct s 0.75))
(set-info :status unsat)
(check-sat)
