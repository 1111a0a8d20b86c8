; The majority of three does not depend on their order.
(set-logic QF_UF)
(define-fun maj ((a Bool) (b Bool) (c Bool)) Bool (or (and a b) (and b c) (and a c)))
(declare-const p Bool) (declare-const q Bool) (declare-const r Bool)
(assert (xor (maj p q r) (maj r p q)))
(set-info :status unsat)
(check-sat)
