; The smaller of two numbers is not above the larger.
(set-logic QF_FP)
(declare-const x Float16) (declare-const y Float16)
(assert (not (fp.isNaN x)))
(assert (fp.gt (fp.min x y) (fp.max y x)))
(set-info :status unsat)
(check-sat)
