(set-logic QF_LIA)
; a comment

(declare-const x Int)
(assert (= x 1))
(check-sat)
