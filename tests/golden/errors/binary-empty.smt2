(assert (= #b #b0))
