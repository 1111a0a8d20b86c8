; A part of a word in the place of its first letter.
(set-logic QF_SLIA)
(declare-const w String) (declare-const i Int)
(assert (= (str.replace w (str.at w 0) (str.substr w i 2)) "bcbc"))
(assert (= (str.len w) 3)) (assert (>= i 0))
(set-info :status sat)
(check-sat)
