; The difference of the arguments is squeezed to zero, so the readings agree.
(set-logic QF_UFIDL)
(declare-fun clock (Int) Int)
(declare-const a Int) (declare-const b Int)
(assert (<= (- a b) 0))
(assert (< (- b a) 1))
(assert (> (- (clock a) (clock b)) 0))
(set-info :status unsat)
(check-sat)
