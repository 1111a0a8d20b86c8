(assert (= #x1g #x10))
