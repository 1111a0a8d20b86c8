; A word of two digits that is the number after its letter count.
(set-logic QF_SLIA)
(declare-const w String) (declare-const n Int)
(assert (= n (str.to_int w))) (assert (= (str.len w) 2))
(assert (str.is_digit (str.at w 1))) (assert (= (mod n 10) 7)) (assert (not (= (str.from_int n) w)))
(set-info :status sat)
(check-sat)
