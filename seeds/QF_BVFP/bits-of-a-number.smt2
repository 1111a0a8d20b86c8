; A float made of sign, exponent and significand is the one made of all bits at once.
(set-logic QF_BVFP)
(declare-const b (_ BitVec 16))
(assert (distinct ((_ to_fp 5 11) b)
  (fp ((_ extract 15 15) b) ((_ extract 14 10) b) ((_ extract 9 0) b))))
(set-info :status unsat)
(check-sat)
