(define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Bool))
  ((ite (g x) 1 2) (f x)))
