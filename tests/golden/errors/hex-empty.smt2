(assert (= #x #x0))
