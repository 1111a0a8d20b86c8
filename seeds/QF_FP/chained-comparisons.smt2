; A chain of strict comparisons excludes its ends being in the other order.
(set-logic QF_FP)
(declare-const a Float32) (declare-const b Float32) (declare-const c Float32)
(assert (fp.gt a b c))
(assert (or (fp.geq c a) (fp.eq a b c)))
(set-info :status unsat)
(check-sat)
