(assert (= #xg #x0))
