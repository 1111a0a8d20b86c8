(define-funs-rec ((f () Int) (g () Int)) (1))
