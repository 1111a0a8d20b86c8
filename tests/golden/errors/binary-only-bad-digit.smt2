(assert (= #b2 #b0))
