(define-funs-rec () ())
