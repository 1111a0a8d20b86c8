(assert (= #b0102 #b0101))
