; Six modes cannot all differ.
(set-logic QF_FP)
(declare-const a RoundingMode) (declare-const b RoundingMode) (declare-const c RoundingMode)
(declare-const d RoundingMode) (declare-const e RoundingMode) (declare-const f RoundingMode)
(assert (distinct a b c d e))
(assert (and (not (= f a)) (not (= f b)) (not (= f c)) (not (= f d)) (not (= f e))))
(set-info :status unsat)
(check-sat)
