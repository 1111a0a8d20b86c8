; A number that loses bits in a narrow format.
(set-logic QF_BVFP)
(declare-const b (_ BitVec 8))
(define-fun wide () (_ FloatingPoint 4 8) ((_ to_fp_unsigned 4 8) RNE ((_ extract 6 0) b)))
(define-fun narrow () (_ FloatingPoint 4 4) ((_ to_fp 4 4) RTZ wide))
(assert (not (fp.eq ((_ to_fp 4 8) RNE narrow) wide)))
(assert (= ((_ extract 7 7) b) #b1))
(set-info :status sat)
(check-sat)
