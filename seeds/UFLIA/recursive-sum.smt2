; The recursive sum of one to five is fifteen.
(set-logic UFLIA)
(define-fun-rec sum ((n Int)) Int (ite (<= n 0) 0 (+ n (sum (- n 1)))))
(assert (distinct (sum 5) 15))
(set-info :status unsat)
(check-sat)
