; A rounding mode is one of five.
(set-logic QF_FP)
(declare-const r RoundingMode)
(assert (distinct r RNE RNA RTP RTN roundTowardZero))
(set-info :status unsat)
(check-sat)
