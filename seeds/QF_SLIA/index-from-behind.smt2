; The place of a letter, searched from different places.
(set-logic QF_SLIA)
(declare-const w String) (declare-const i Int) (declare-const j Int)
(assert (= i (str.indexof w "b" 0))) (assert (= j (str.indexof w "b" (+ i 1))))
(assert (= (str.len w) 4)) (assert (> i 0)) (assert (> j (+ i 1)))
(set-info :status sat)
(check-sat)
