(assert (= #o17 #b1))
