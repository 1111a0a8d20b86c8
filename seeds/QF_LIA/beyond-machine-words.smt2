; Numbers larger than 64 bits and their sums.
(set-logic QF_LIA)
(declare-const a Int) (declare-const b Int)
(assert (= (+ a b) 100000000000000000000000001))
(assert (= (- a b) (- 99999999999999999999)))
(set-info :status sat)
(check-sat)
