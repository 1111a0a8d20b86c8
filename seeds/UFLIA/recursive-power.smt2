; A recursive doubling reaches sixteen in four steps.
(set-logic UFLIA)
(define-fun-rec pow2 ((n Int)) Int (ite (<= n 0) 1 (* 2 (pow2 (- n 1)))))
(declare-const k Int)
(assert (= k 4))
(assert (= (pow2 k) 16))
(set-info :status sat)
(check-sat)
