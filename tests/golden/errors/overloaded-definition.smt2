(declare-const c Int)
(define-fun c () Bool true)
