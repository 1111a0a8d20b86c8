; Seven has no divisor between two and six.
(set-logic QF_NIA)
(declare-const p Int) (declare-const q Int)
(assert (< 1 p 7))
(assert (< 1 q 7))
(assert (= (* p q) 7))
(set-info :status unsat)
(check-sat)
