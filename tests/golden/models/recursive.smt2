; cvc4: --fmf-fun
; cvc5: --fmf-fun
(set-logic ALL)
(set-option :produce-models true)
(define-fun-rec fact ((n Int)) Int (ite (<= n 0) 1 (* n (fact (- n 1)))))
(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) ((ite (= n 0) true (odd (- n 1))) (ite (= n 0) false (even (- n 1)))))
(define-fun twice ((n Int)) Int (* 2 n))
(define-fun k () Int 4)
(declare-fun x () Int)
(assert (= (fact 3) x))
(assert (even x))
(assert (> (twice x) k))
(check-sat)
(get-model)
