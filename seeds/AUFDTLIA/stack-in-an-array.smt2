; A stack as an array with a top: push and then pop gives the element back.
(set-logic AUFDTLIA)
(declare-datatypes ((Stack 0)) (((stack (cells (Array Int Int)) (top Int)))))
(define-fun pushed ((s Stack) (v Int)) Stack (stack (store (cells s) (top s) v) (+ 1 (top s))))
(define-fun last ((s Stack)) Int (select (cells s) (- (top s) 1)))
(declare-const s Stack)
(assert (exists ((v Int)) (distinct (last (pushed s v)) v)))
(set-info :status unsat)
(check-sat)
