; Clock readings as differences, with a function that must respect equality.
(set-logic QF_UFIDL)
(declare-fun clock (Int) Int)
(declare-const a Int) (declare-const b Int)
(assert (< (- (clock a) (clock b)) (- 3)))
(assert (<= (- a b) 0))
(set-info :status sat)
(check-sat)
