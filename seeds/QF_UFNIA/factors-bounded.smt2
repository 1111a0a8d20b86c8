; Two factors above three have a product above nine.
(set-logic QF_UFNIA)
(declare-fun factor (Int) Int)
(declare-const i Int) (declare-const j Int)
(assert (and (> (factor i) 3) (> (factor j) 3)))
(assert (<= (* (factor i) (factor j)) 9))
(set-info :status unsat)
(check-sat)
