(define-const c (_ BitVec 8) #b101)
