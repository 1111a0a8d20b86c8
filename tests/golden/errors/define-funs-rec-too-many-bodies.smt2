(define-funs-rec ((f () Int)) (1 2))
