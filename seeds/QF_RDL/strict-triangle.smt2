; Strict order is transitive, and its negation is the other weak order.
(set-logic QF_RDL)
(declare-const a Real) (declare-const b Real) (declare-const c Real)
(assert (not (<= b a)))
(assert (not (<= c b)))
(assert (or (= a c) (< (- c a) 0)))
(set-info :status unsat)
(check-sat)
