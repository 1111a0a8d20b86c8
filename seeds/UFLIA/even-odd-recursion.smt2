; Mutual recursion: five is odd, hence not even.
(set-logic UFLIA)
(define-funs-rec ((ev ((n Int)) Bool) (od ((n Int)) Bool))
  ((ite (= n 0) true (od (- n 1))) (ite (= n 0) false (ev (- n 1)))))
(assert (or (ev 5) (not (od 3))))
(set-info :status unsat)
(check-sat)
