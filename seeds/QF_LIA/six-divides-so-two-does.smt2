; What six divides, two divides, whatever multiple of four is added.
(set-logic QF_LIA)
(declare-const n Int) (declare-const k Int)
(assert ((_ divisible 6) n))
(assert (not ((_ divisible 2) (+ n (* 4 k)))))
(set-info :status unsat)
(check-sat)
