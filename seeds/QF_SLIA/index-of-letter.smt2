; The first b comes after at least two letters, and the second is later.
(set-logic QF_SLIA)
(declare-const s String) (declare-const i Int)
(assert (= i (str.indexof s "b" 0)))
(assert (= (str.indexof s "b" (+ i 1)) 4))
(assert (= i 2))
(set-info :status sat)
(check-sat)
